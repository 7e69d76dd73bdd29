/** Conditions as people fill them in, with their values checked, and as they stand in an expression. */
import type { KeyAttribute } from '../dynamo/schema.ts';
import { compareKeys } from '../item/order.ts';
import { parsePath, type Path } from '../item/path.ts';
import { parseTyped } from '../item/typed.ts';
import type { AttributeValue, ValueType } from '../item/value.ts';

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

/** All that a condition of an expression can compare by. */
export const OPERATORS = [
  '=', '<>', '<', '<=', '>', '>=', 'between', 'in', 'begins_with', 'contains', 'not contains', 'exists', 'not exists', 'type',
  'size =', 'size <', 'size >',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Types that a filter's value may be typed in. */
export const FILTER_TYPES = ['S', 'N', 'BOOL', 'NULL', 'B'] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** A condition on any attribute, which is a path as {@link parsePath} reads it: request.millis, tags[0], "a.b". */
export interface FilterCondition {
  attribute: string;
  operator: FilterOperator;
  type: FilterType;
  values: string[];
}

/** How many values an operator takes; `in` takes one or more. */
export function valueCount(operator: Operator): number {
  return operator === 'between' ? 2 : operator === 'exists' || operator === 'not exists' ? 0 : 1;
}

/** A key has no empty values, so a condition on one counts when all its values are filled. */
export function isFilled(condition: KeyCondition): boolean {
  const wanted = valueCount(condition.operator);
  return condition.values.slice(0, wanted).filter((value) => value !== '').length === wanted;
}

/** A condition whose values are checked. */
export interface Term {
  path: Path;
  operator: Operator;
  values: AttributeValue[];
}

export type CheckedTerm = { term: Term; problem?: undefined } | { problem: string };

/** The condition on a key attribute; undefined while it is not filled. */
export function keyTerm(key: KeyAttribute, conditions: readonly KeyCondition[]): CheckedTerm | undefined {
  const condition = conditions.find((one) => one.attribute === key.name);
  if (!condition || !isFilled(condition)) {
    return undefined;
  }
  if (condition.operator === 'begins_with' && key.type === 'N') {
    return { problem: 'begins_with takes strings and binary, and this key is a number.' };
  }
  return checked([key.name], condition.operator, key.type, condition.values);
}

/** A filter; undefined while it names no attribute. An empty text is a value: attributes that are no keys may have it. */
export function filterTerm({ attribute, operator, type, values }: FilterCondition): CheckedTerm | undefined {
  if (attribute === '') {
    return undefined;
  }
  const path = parsePath(attribute);
  return path ? checked(path, operator, operator === 'type' ? 'S' : type, values) : { problem: noPath(attribute) };
}

export function noPath(text: string): string {
  return `“${text}” is not a path. Put a name with dots or brackets in double quotes.`;
}

function checked(path: Path, operator: Operator, type: ValueType, texts: readonly string[]): CheckedTerm {
  const values: AttributeValue[] = [];
  for (let i = 0; i < valueCount(operator); i++) {
    const parsed = parseTyped(texts[i] ?? '', type);
    if (parsed.problem !== undefined) {
      return { problem: parsed.problem };
    }
    values.push(parsed.value);
  }
  const problem = rangeProblem(operator, values);
  return problem === undefined ? { term: { path, operator, values } } : { problem };
}

/** DynamoDB refuses a BETWEEN whose bounds are the wrong way round. */
export function rangeProblem(operator: Operator, [low, high]: readonly AttributeValue[]): string | undefined {
  return operator === 'between' && low && high && compareKeys(low, high) > 0 ? 'The upper bound of BETWEEN is below the lower one.' : undefined;
}

/** What stands for names and values in an expression. */
export interface Naming {
  path: (path: Path) => string;
  /** @param path what the value is compared with */
  value: (value: AttributeValue, path: Path) => string;
}

/** A condition as it stands in an expression. */
export function termText({ path, operator, values }: Term, naming: Naming): string {
  const name = naming.path(path);
  const placeholders = values.map((value) => naming.value(value, path));
  const [first = '', second = ''] = placeholders;
  switch (operator) {
    case 'between':
      return `${name} BETWEEN ${first} AND ${second}`;
    case 'in':
      return `${name} IN (${placeholders.join(', ')})`;
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
    case 'size =':
    case 'size <':
    case 'size >':
      return `size(${name}) ${operator.slice(5)} ${first}`;
    default:
      return `${name} ${operator} ${first}`;
  }
}
