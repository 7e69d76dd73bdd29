/** What a person asks for in the browser, as it stands in the address, and the request that it becomes. */
import type { Path } from '../item/path.ts';
import type { AttributeValue, Item } from '../item/value.ts';
import type { ReadOperation } from '../dynamo/pages.ts';
import type { KeyAttribute, Source } from '../dynamo/schema.ts';
import type { ReadInput } from '../dynamo/types.ts';
import { filterTerm, isFilled, keyTerm, termText, type FilterCondition, type KeyCondition } from './conditions.ts';

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

/** Collects names and values of expressions behind placeholders, each name once. */
export class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Item = {};
  private readonly aliases = new Map<string, string>();

  /** The placeholders of a path's elements: #n0.#n1[2]. */
  path(path: Path): string {
    return path.map((element, i) => (typeof element === 'number' ? `[${element}]` : `${i === 0 ? '' : '.'}${this.name(element)}`)).join('');
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
  for (const key of [...source.partitionKeys, ...source.sortKeys]) {
    const found = keyTerm(key, query.key);
    if (found?.problem !== undefined) {
      return { problem: `${key.name}: ${found.problem}` };
    }
    if (found) {
      (operation === 'Query' ? conditions : filters).push(termText(found.term, placeholders));
    }
  }
  const gap = operation === 'Query' ? gapIn(source, query) : undefined;
  if (gap) {
    return { problem: gap };
  }
  for (const filter of query.filter) {
    const found = filterTerm(filter);
    if (found?.problem !== undefined) {
      return { problem: `${filter.attribute}: ${found.problem}` };
    }
    if (found) {
      filters.push(termText(found.term, placeholders));
    }
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
