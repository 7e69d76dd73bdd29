import { expect, test } from 'vitest';
import type { TableDescription } from '../dynamo/types.ts';
import { parseItem } from './json.ts';
import { itemProblems } from './validate.ts';
import type { AttributeValue, Item } from './value.ts';

const table: TableDescription = {
  TableName: 'T',
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'g', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [{ IndexName: 'by-g', KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }], Projection: { ProjectionType: 'ALL' } }],
};
const key: Item = { pk: { S: 'a' }, sk: { N: '1' } };
const texts = (item: Item) => itemProblems(table, item).map((problem) => problem.text);
const withValue = (value: unknown) => texts({ ...key, x: value as AttributeValue })[0];

test('a good item has no problems', () => {
  expect(texts({ ...key, g: { S: 'x' }, m: { M: { l: { L: [{ NULL: true }, { BS: ['AA=='] }, { S: '' }] } } } })).toEqual([]);
});

test('keys must be there, of their type and not empty', () => {
  expect(texts({ sk: { N: '1' } })).toEqual(['The partition key pk is missing.']);
  expect(texts({ ...key, sk: { S: '1' } })).toEqual(['The sort key sk is a number in this table.']);
  expect(texts({ ...key, pk: { S: '' } })).toEqual(['The partition key pk must not be empty.']);
  expect(texts({ ...key, pk: { S: 'é'.repeat(1025) } })).toEqual(['The partition key has at most 2048 bytes.']);
});

test('keys of an index may be missing but not wrong', () => {
  expect(texts({ ...key, g: { N: '1' } })).toEqual(['g is a key of the index by-g, where it is a string.']);
  expect(texts({ ...key, g: { S: '' } })).toEqual(['g is a key of the index by-g and must not be empty.']);
});

test('values of each type are checked', () => {
  expect(withValue({ N: '1'.repeat(39) })).toMatch(/38 significant digits/);
  expect(withValue({ N: 5 })).toMatch(/stands in quotes/);
  expect(withValue({ B: 'no' })).toMatch(/not Base64/);
  expect(withValue({ NULL: false })).toMatch(/"NULL": true/);
  expect(withValue({ SS: [] })).toMatch(/at least one member/);
  expect(withValue({ NS: ['1', '1.0'] })).toMatch(/each member once/);
  expect(withValue({ X: '1' })).toMatch(/none of DynamoDB’s types/);
  expect(withValue({ S: 'a', N: '1' })).toMatch(/exactly one type/);
  expect(withValue('a')).toMatch(/object such as/);
});

test('400 KB and 32 levels are the most', () => {
  expect(texts({ ...key, x: { S: 'x'.repeat(400 * 1024) } })).toEqual([expect.stringContaining('400 KB is the most')]);
  let value: AttributeValue = { S: '' };
  for (let i = 0; i < 33; i++) {
    value = { L: [value] };
  }
  expect(withValue(value)).toMatch(/at most 32 levels/);
});

test('JSON is read without losing a digit or a name', () => {
  expect(parseItem('{"n": {"N": "12345678901234567890123456789012345678"}}')).toEqual({ item: { n: { N: '12345678901234567890123456789012345678' } } });
  expect(parseItem('{"Item": {"pk": {"S": "a"}}}')).toEqual({ item: { pk: { S: 'a' } } });
  expect(parseItem('{"a": {"S": "1"}, "a": {"S": "2"}}').problem).toMatch(/Duplicate key/);
  expect(parseItem('{"a": {"N": 5}}').problem).toBe('a: A number stands in quotes, so that no digit is lost.');
  expect(parseItem('[1]').problem).toMatch(/JSON object/);
  expect(parseItem('{"a": ').problem).toBeTruthy();
});
