/** What a person asks for in the browser, as it stands in the address, and the request that it becomes. */
import { numberProblem } from '../item/number.ts';
import { bytesOf, type AttributeValue, type Item } from '../item/value.ts';
import type { ReadOperation } from '../dynamo/pages.ts';
import type { KeyAttribute, Source } from '../dynamo/schema.ts';
import type { ReadInput, ScalarType } from '../dynamo/types.ts';

export const KEY_OPERATORS = ['=', '<', '<=', '>', '>=', 'between', 'begins_with'] as const;
export type KeyOperator = (typeof KEY_OPERATORS)[number];

/** A condition on a key attribute, with its values as typed. */
export interface KeyCondition {
  attribute: string;
  operator: KeyOperator;
  values: string[];
}

export const FILTER_OPERATORS = [
  '=', '<>', '<', '<=', '>', '>=', 'between', 'begins_with', 'contains', 'not contains', 'exists', 'not exists', 'type',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Types that a filter's value may be typed in. */
export const FILTER_TYPES = ['S', 'N', 'BOOL', 'NULL', 'B'] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** A condition on any attribute; its name may be a path such as request.millis or tags[0]. */
export interface FilterCondition {
  attribute: string;
  operator: FilterOperator;
  type: FilterType;
  values: string[];
}

export interface BrowseQuery {
  table: string;
  index?: string | undefined;
  key: KeyCondition[];
  filter: FilterCondition[];
  descending: boolean;
  consistent: boolean;
  limit?: number | undefined;
}

/** A request ready to send, or what is missing for one, in words. */
export type Request = { operation: ReadOperation; input: ReadInput; problem?: undefined } | { problem: string };

/** How many values an operator takes. */
export function valueCount(operator: KeyOperator | FilterOperator): number {
  return operator === 'between' ? 2 : operator === 'exists' || operator === 'not exists' ? 0 : 1;
}

/** The value that a text stands for, or what is wrong with it. */
export function parseValue(text: string, type: ScalarType | FilterType): AttributeValue | { problem: string } {
  switch (type) {
    case 'S':
      return { S: text };
    case 'N': {
      const problem = numberProblem(text);
      return problem ? { problem } : { N: text.trim() };
    }
    case 'B':
      return bytesOf(text) ? { B: text } : { problem: `“${text}” is not Base64.` };
    case 'BOOL':
      return { BOOL: text === 'true' };
    case 'NULL':
      return { NULL: true };
  }
}

/** Collects names and values of expressions behind placeholders, each name once. */
export class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Item = {};
  private readonly aliases = new Map<string, string>();

  /** The placeholder of an attribute; of a path, those of its elements: #n0.#n1[2]. */
  path(path: string): string {
    return path
      .split('.')
      .map((element) => {
        const bracket = /^(.*?)((?:\[\d+\])*)$/s.exec(element);
        return this.name(bracket?.[1] ?? element) + (bracket?.[2] ?? '');
      })
      .join('.');
  }

  name(name: string): string {
    let alias = this.aliases.get(name);
    if (alias === undefined) {
      alias = `#n${this.aliases.size}`;
      this.aliases.set(name, alias);
      this.names[alias] = name;
    }
    return alias;
  }

  value(value: AttributeValue): string {
    const alias = `:v${Object.keys(this.values).length}`;
    this.values[alias] = value;
    return alias;
  }

  /** The members of a request that hold them; none of them may be empty. */
  members(): Pick<ReadInput, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> {
    return {
      ...(Object.keys(this.names).length > 0 ? { ExpressionAttributeNames: this.names } : {}),
      ...(Object.keys(this.values).length > 0 ? { ExpressionAttributeValues: this.values } : {}),
    };
  }
}

/** A condition counts when all its values are filled. */
export function isFilled(condition: { operator: KeyOperator | FilterOperator; values: string[] }): boolean {
  const wanted = valueCount(condition.operator);
  return condition.values.slice(0, wanted).filter((value) => value !== '').length === wanted;
}

/** Query if every partition key attribute has its value, otherwise Scan. */
export function accessOf(source: Source, query: BrowseQuery): ReadOperation {
  const isSet = (key: KeyAttribute) =>
    query.key.some((one) => one.attribute === key.name && one.operator === '=' && isFilled(one));
  return source.partitionKeys.every(isSet) ? 'Query' : 'Scan';
}

/**
 * The request for a query. Without a whole partition key the conditions on keys can only filter what a Scan reads, and so
 * they do.
 */
export function requestOf(source: Source, query: BrowseQuery): Request {
  const operation = accessOf(source, query);
  const placeholders = new Placeholders();
  const conditions: string[] = [];
  const filters: string[] = [];
  const keys = [...source.partitionKeys, ...source.sortKeys];
  for (const key of keys) {
    const condition = query.key.find((one) => one.attribute === key.name && isFilled(one));
    if (!condition) {
      continue;
    }
    const text = comparison(placeholders, { ...condition, type: key.type });
    if (typeof text !== 'string') {
      return { problem: `${key.name}: ${text.problem}` };
    }
    (operation === 'Query' ? conditions : filters).push(text);
  }
  const gap = operation === 'Query' ? gapIn(source, query) : undefined;
  if (gap) {
    return { problem: gap };
  }
  for (const filter of query.filter) {
    if (filter.attribute === '' || (filter.type !== 'NULL' && !isFilled(filter))) {
      continue;
    }
    const text = comparison(placeholders, filter);
    if (typeof text !== 'string') {
      return { problem: `${filter.attribute}: ${text.problem}` };
    }
    filters.push(text);
  }
  return {
    operation,
    input: {
      TableName: query.table,
      ...(query.index ? { IndexName: query.index } : {}),
      ...(conditions.length > 0 ? { KeyConditionExpression: conditions.join(' AND ') } : {}),
      ...(filters.length > 0 ? { FilterExpression: filters.join(' AND ') } : {}),
      ...placeholders.members(),
      ...(operation === 'Query' && query.descending ? { ScanIndexForward: false } : {}),
      ...(query.consistent && source.kind !== 'global' ? { ConsistentRead: true } : {}),
      ...(query.limit ? { Limit: query.limit } : {}),
    },
  };
}

/** DynamoDB: sort key attributes are given from the left without a gap, and only the last may be a range. */
function gapIn(source: Source, query: BrowseQuery): string | undefined {
  let stop: string | undefined;
  for (const key of source.sortKeys) {
    const condition = query.key.find((one) => one.attribute === key.name && isFilled(one));
    if (condition && stop) {
      return `${key.name} can be given only behind ${stop} with “=”.`;
    }
    if (!condition || condition.operator !== '=') {
      stop ??= key.name;
    }
  }
  return undefined;
}

function comparison(
  placeholders: Placeholders,
  condition: { attribute: string; operator: KeyOperator | FilterOperator; type: ScalarType | FilterType; values: string[] },
): string | { problem: string } {
  const { operator } = condition;
  const values: AttributeValue[] = [];
  for (const text of condition.values.slice(0, valueCount(operator))) {
    const value = operator === 'type' ? { S: text } : parseValue(text, condition.type);
    if ('problem' in value) {
      return value;
    }
    values.push(value as AttributeValue);
  }
  if (condition.type === 'NULL' && valueCount(operator) === 1 && values.length === 0) {
    values.push({ NULL: true });
  }
  const name = placeholders.path(condition.attribute);
  const [first = '', second = ''] = values.map((value) => placeholders.value(value));
  switch (operator) {
    case 'between':
      return `${name} BETWEEN ${first} AND ${second}`;
    case 'begins_with':
    case 'contains':
      return `${operator}(${name}, ${first})`;
    case 'not contains':
      return `NOT contains(${name}, ${first})`;
    case 'exists':
      return `attribute_exists(${name})`;
    case 'not exists':
      return `attribute_not_exists(${name})`;
    case 'type':
      return `attribute_type(${name}, ${first})`;
    default:
      return `${name} ${operator} ${first}`;
  }
}

/** The expression with the names and values in place of their placeholders, for people to read. */
export function readable(expression: string | undefined, input: Pick<ReadInput, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>): string {
  return (expression ?? '').replace(/[#:][A-Za-z0-9_]+/g, (alias) => {
    const name = input.ExpressionAttributeNames?.[alias];
    const value = input.ExpressionAttributeValues?.[alias];
    if (name !== undefined) {
      return name;
    }
    return value === undefined ? alias : 'N' in value ? value.N : JSON.stringify(Object.values(value)[0]);
  });
}
