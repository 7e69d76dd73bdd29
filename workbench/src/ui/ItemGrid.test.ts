import { expect, test } from 'vitest';
import { sourceOf, type Source } from '../dynamo/schema.ts';
import type { KeySchemaElement, TableDescription } from '../dynamo/types.ts';
import type { Item } from '../item/value.ts';
import { attributeNames, formatChanges } from './ItemGrid.tsx';

function source(keys: string[]): Source {
  const KeySchema: KeySchemaElement[] = keys.map((name) => ({ AttributeName: name, KeyType: name.startsWith('p') ? 'HASH' : 'RANGE' }));
  const table: TableDescription = { TableName: 'T', TableStatus: 'ACTIVE', AttributeDefinitions: keys.map((name) => ({ AttributeName: name, AttributeType: 'S' })), KeySchema };
  return sourceOf(table) as Source;
}

const rows = (keys: string[], ...values: string[][]): Item[] => values.map((row) => Object.fromEntries(row.map((text, i) => [keys[i] ?? '', { S: text }])));
const marked = (keys: string[], ...values: string[][]) => [...formatChanges(rows(keys, ...values), source(keys)).keys()];

test('a format change is marked within a collection, not between two', () => {
  expect(marked(['p', 's'], ['a', 'v1'], ['a', 'v10'], ['b', 'v2'], ['b', 'v3'])).toEqual([1]);
});

test('of several keys, partition keys count together and the first sort key that differs decides', () => {
  const keys = ['p1', 'p2', 's1', 's2'];
  expect(marked(keys, ['a', 'x', 'c', '2026-01-01'], ['a', 'x', 'c', '2026-01-02T00:00Z'])).toEqual([1]);
  expect(marked(keys, ['a', 'x', 'c', '2026-01-01'], ['a', 'y', 'c', '2026-01-02T00:00Z'])).toEqual([]);
  expect(marked(keys, ['a', 'x', 'c', '2026-01-01'], ['a', 'x', 'd', '2026-01-02T00:00Z'])).toEqual([]);
});

test('a key whose name objects inherit is compared as what it is', () => {
  expect(marked(['p', 'constructor'], ['a', 'v1'], ['a', 'v10'])).toEqual([1]);
  expect(formatChanges([{ p: { S: 'a' } }, { p: { S: 'a' } }], source(['p', 'toString'])).size).toBe(0);
});

test('attributes are in the order in which they appear', () => {
  expect(attributeNames([{ b: { S: '' } }, { a: { S: '' }, b: { S: '' } }])).toEqual(['b', 'a']);
});
