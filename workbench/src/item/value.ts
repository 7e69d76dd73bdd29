/** Attribute values as DynamoDB's JSON has them. */
import { normalNumber } from './number.ts';

export type AttributeValue =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { SS: string[] }
  | { NS: string[] }
  | { BS: string[] }
  | { L: AttributeValue[] }
  | { M: Item };

export type Item = { [name: string]: AttributeValue };

/** The key attributes of an item, and no others. */
export type Key = Item;

export const VALUE_TYPES = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

export const TYPE_NAMES: Record<ValueType, string> = {
  S: 'String',
  N: 'Number',
  B: 'Binary',
  BOOL: 'Boolean',
  NULL: 'Null',
  SS: 'String set',
  NS: 'Number set',
  BS: 'Binary set',
  L: 'List',
  M: 'Map',
};

/**
 * An attribute of an item, or undefined. Items come as plain objects, which inherit members such as "constructor": an item without
 * an attribute of that name would seem to have one.
 */
export function attributeOf(item: Item | undefined, name: string): AttributeValue | undefined {
  return item !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
}

export function typeOf(value: AttributeValue): ValueType {
  return Object.keys(value)[0] as ValueType;
}

/** What stands behind the type. */
export function contentOf(value: AttributeValue): unknown {
  return Object.values(value)[0];
}

/** A key's value as one types it; empty where there is none. */
export function textOf(value: AttributeValue | undefined): string {
  return value === undefined ? '' : String(contentOf(value));
}

/** The bytes of a Base64 text; undefined if it is none. */
export function bytesOf(base64: string): Uint8Array | undefined {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    return undefined;
  }
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Whether two values are the same to DynamoDB: sets without order, numbers by value, maps by name. */
export function equal(a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  if (a === undefined || b === undefined || a === b) {
    return a === b;
  }
  // Most keys are strings, and a grid compares all of them.
  return 'S' in a && 'S' in b ? a.S === b.S : canonical(a) === canonical(b);
}

/** Whether two items have the same attributes. */
export function equalItems(a: Item, b: Item): boolean {
  return equal({ M: a }, { M: b });
}

function canonical(value: AttributeValue): string {
  if ('N' in value) {
    return `N${normalNumber(value.N)}`;
  }
  if ('NS' in value) {
    return `NS${JSON.stringify(value.NS.map(normalNumber).sort())}`;
  }
  if ('SS' in value) {
    return `SS${JSON.stringify([...value.SS].sort())}`;
  }
  if ('BS' in value) {
    return `BS${JSON.stringify([...value.BS].sort())}`;
  }
  if ('L' in value) {
    return `L[${value.L.map(canonical).join(',')}]`;
  }
  if ('M' in value) {
    const names = Object.keys(value.M).sort();
    return `M{${names.map((name) => JSON.stringify(name) + canonical(value.M[name] as AttributeValue)).join(',')}}`;
  }
  return JSON.stringify(value);
}
