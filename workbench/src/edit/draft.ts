/** An item while it is edited: text as typed, so that nothing half finished is lost, and each value with its own place. */
import { contentOf, typeOf, type AttributeValue, type Item, type ValueType } from '../item/value.ts';

/** One value; in an item or map it has a name. */
export interface DraftValue {
  id: number;
  name: string;
  type: ValueType;
  /** Of S, N, B; "true" or "false" of BOOL. */
  text: string;
  /** Of sets. */
  members: string[];
  /** Of L and M. */
  children: DraftValue[];
}

let lastId = 0;

/** A draft with the attributes in the given order of names first. */
export function draftOf(item: Item, first: readonly string[] = []): DraftValue[] {
  const names = [...first.filter((name) => Object.hasOwn(item, name)), ...Object.keys(item).filter((name) => !first.includes(name))];
  return names.map((name) => draftValue(name, item[name] as AttributeValue));
}

function draftValue(name: string, value: AttributeValue): DraftValue {
  const type = typeOf(value);
  const content = contentOf(value);
  return {
    ...newValue(name, type),
    text: typeof content === 'string' ? content : type === 'BOOL' ? String(content) : '',
    members: type === 'SS' || type === 'NS' || type === 'BS' ? [...(content as string[])] : [],
    children:
      'L' in value
        ? value.L.map((one) => draftValue('', one))
        : 'M' in value
          ? Object.entries(value.M).map(([child, one]) => draftValue(child, one))
          : [],
  };
}

export function newValue(name = '', type: ValueType = 'S'): DraftValue {
  return { id: ++lastId, name, type, text: type === 'BOOL' ? 'true' : '', members: type.endsWith('S') && type.length === 2 ? [''] : [], children: [] };
}

/** The same place with another type; what can be kept of its content is kept. */
export function retyped(value: DraftValue, type: ValueType): DraftValue {
  const fresh = newValue(value.name, type);
  return {
    ...fresh,
    id: value.id,
    text: type === 'BOOL' ? (value.text === 'false' ? 'false' : 'true') : value.text,
    members: fresh.members.length > 0 ? (value.members.length > 0 ? value.members : [value.text]) : [],
    children: type === 'L' || type === 'M' ? value.children : [],
  };
}

/** The item that a draft stands for, and the names that it has twice. */
export function itemOf(draft: readonly DraftValue[]): { item: Item; doubled: string[] } {
  const doubled: string[] = [];
  const item = mapOf(draft, doubled);
  return { item, doubled };
}

function mapOf(values: readonly DraftValue[], doubled: string[]): Item {
  const map = new Map<string, AttributeValue>();
  for (const value of values) {
    if (map.has(value.name)) {
      doubled.push(value.name);
    }
    map.set(value.name, valueOf(value, doubled));
  }
  return Object.fromEntries(map);
}

function valueOf(value: DraftValue, doubled: string[]): AttributeValue {
  switch (value.type) {
    case 'S':
      return { S: value.text };
    case 'N':
      return { N: value.text.trim() };
    case 'B':
      return { B: value.text.trim() };
    case 'BOOL':
      return { BOOL: value.text === 'true' };
    case 'NULL':
      return { NULL: true };
    case 'SS':
      return { SS: value.members };
    case 'NS':
      return { NS: value.members.map((member) => member.trim()) };
    case 'BS':
      return { BS: value.members.map((member) => member.trim()) };
    case 'L':
      return { L: value.children.map((child) => valueOf(child, doubled)) };
    case 'M':
      return { M: mapOf(value.children, doubled) };
  }
}

