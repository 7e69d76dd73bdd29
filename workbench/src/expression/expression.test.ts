import { describe, expect, test } from 'vitest';
import { sourceOf, type Source } from '../dynamo/schema.ts';
import type { TableDescription } from '../dynamo/types.ts';
import { formFromParams, formToParams } from './address.ts';
import { isReserved, RESERVED_COUNT } from './reserved.ts';
import type { BuilderForm, Clause } from './form.ts';
import { parsePath, pathText } from '../item/path.ts';
import { check } from './plan.ts';
import { alternativesOf, callOf, type Call } from './request.ts';
import { parseTyped } from '../item/typed.ts';

const TABLE: TableDescription = {
  TableName: 'AuditLog',
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'region', AttributeType: 'S' },
    { AttributeName: 'day', AttributeType: 'N' },
    { AttributeName: 'hour', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'many',
      KeySchema: [
        { AttributeName: 'region', KeyType: 'HASH' },
        { AttributeName: 'day', KeyType: 'RANGE' },
        { AttributeName: 'hour', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
const source = sourceOf(TABLE) as Source;
const index = sourceOf(TABLE, 'many') as Source;

function form(patch: Partial<BuilderForm>): BuilderForm {
  return { operation: 'Query', table: 'AuditLog', key: [], clauses: [], join: 'AND', projection: [], fields: [], changes: [], descending: false, consistent: false, ...patch };
}

const PRESET = form({
  key: [
    { attribute: 'pk', operator: '=', values: ['TENANT#acme'] },
    { attribute: 'sk', operator: 'begins_with', values: ['EVENT#2026-06'] },
  ],
});

function built(patch: Partial<BuilderForm>, from = source): Call['input'] {
  const { plan, problems } = check(form(patch), from);
  expect(problems).toEqual([]);
  return callOf(plan as NonNullable<typeof plan>).input;
}

const clause = (attribute: string, operator: Clause['operator'], type: Clause['type'], ...values: string[]): Clause => ({ attribute, operator, type, values });
const problemsOf = (patch: Partial<BuilderForm>, from = source) => check(form(patch), from).problems;

describe('requests', () => {
  test('the preset names its placeholders by the roles of the keys', () => {
    expect(built(PRESET)).toEqual({
      TableName: 'AuditLog',
      KeyConditionExpression: '#hashKey = :hashKeyValue AND begins_with(#rangeKey, :rangeKeyValue)',
      ExpressionAttributeNames: { '#hashKey': 'pk', '#rangeKey': 'sk' },
      ExpressionAttributeValues: { ':hashKeyValue': { S: 'TENANT#acme' }, ':rangeKeyValue': { S: 'EVENT#2026-06' } },
    });
  });

  test('only names that DynamoDB refuses get a placeholder', () => {
    const input = built({ ...PRESET, clauses: [clause('status', '=', 'S', 'x'), clause('plain', '>', 'N', '1'), clause('"a.b"[0].Name', 'exists', 'S')] });
    expect(input.FilterExpression).toBe('#status = :status AND plain > :plain AND attribute_exists(#a_b[0].#Name)');
    expect(input.ExpressionAttributeNames).toEqual({ '#hashKey': 'pk', '#rangeKey': 'sk', '#status': 'status', '#a_b': 'a.b', '#Name': 'Name' });
  });

  test('placeholders never stand for two things', () => {
    const input = built({ operation: 'Scan', clauses: [clause('a-b', '=', 'S', '1'), clause('a_b', '=', 'S', '2'), clause('a b', '<>', 'S', '3'), clause('a b', '<>', 'S', '4')] });
    expect(input.FilterExpression).toBe('#a_b = :a_b AND a_b = :a_b2 AND #a_b2 <> :a_b3 AND #a_b2 <> :a_b4');
    expect(input.ExpressionAttributeNames).toEqual({ '#a_b': 'a-b', '#a_b2': 'a b' });
  });

  test('each operator has its form', () => {
    const input = built({
      operation: 'Scan',
      join: 'OR',
      clauses: [
        clause('a', 'between', 'N', '1', '2'),
        clause('b', 'in', 'S', 'x', 'y'),
        clause('c', 'not contains', 'S', 'z'),
        clause('d', 'type', 'S', 'NS'),
        clause('e', 'size >', 'N', '3'),
        clause('f', 'not exists', 'S'),
      ],
    });
    expect(input.FilterExpression).toBe(
      'a BETWEEN :a AND :a2 OR b IN (:b, :b2) OR NOT contains(c, :c) OR attribute_type(d, :d) OR size(e) > :e OR attribute_not_exists(f)',
    );
  });

  test('a scan filters by what is known of the key, and keeps an OR in brackets', () => {
    const input = built({ ...PRESET, operation: 'Scan', join: 'OR', clauses: [clause('a', '=', 'N', '1'), clause('b', '=', 'N', '2')] });
    expect(input.FilterExpression).toBe('#hashKey = :hashKeyValue AND begins_with(#rangeKey, :rangeKeyValue) AND (a = :a OR b = :b)');
  });

  test('an update has each clause once', () => {
    const input = built({
      operation: 'UpdateItem',
      key: [
        { attribute: 'pk', operator: '=', values: ['p'] },
        { attribute: 'sk', operator: '=', values: ['s'] },
      ],
      changes: [
        { action: 'set', attribute: 'a', type: 'S', value: 'x' },
        { action: 'remove', attribute: 'gone', type: 'S', value: '' },
        { action: 'set if absent', attribute: 'b', type: 'N', value: '1' },
        { action: 'increment', attribute: 'n', type: 'N', value: '2' },
        { action: 'append', attribute: 'l', type: 'L', value: '["z"]' },
        { action: 'add', attribute: 'total', type: 'N', value: '3' },
        { action: 'delete', attribute: 'tags', type: 'SS', value: '["t"]' },
      ],
      clauses: [clause('a', 'exists', 'S')],
    });
    expect(input.UpdateExpression).toBe(
      'SET a = :a, b = if_not_exists(b, :b), n = n + :n, l = list_append(l, :l) REMOVE gone ADD #total :total DELETE tags :tags',
    );
    expect(input.ConditionExpression).toBe('attribute_exists(a)');
    expect(input.Key).toEqual({ pk: { S: 'p' }, sk: { S: 's' } });
  });

  test('several sort keys of an index are numbered', () => {
    const input = built(
      { index: 'many', descending: true, limit: 5, key: [
        { attribute: 'region', operator: '=', values: ['eu'] },
        { attribute: 'day', operator: '=', values: ['1'] },
        { attribute: 'hour', operator: 'between', values: ['2', '10'] },
      ] },
      index,
    );
    expect(input.KeyConditionExpression).toBe('#hashKey = :hashKeyValue AND #rangeKey = :rangeKeyValue AND #rangeKey2 BETWEEN :rangeKey2Value AND :rangeKey2Value2');
    expect(input).toMatchObject({ IndexName: 'many', ScanIndexForward: false, Limit: 5 });
  });

  test('the same question is asked in three ways, from cheap to dear', () => {
    const { plan } = check(PRESET, source);
    const ways = alternativesOf(plan as NonNullable<typeof plan>);
    expect(ways.map((way) => [way.call.operation, way.call.input.KeyConditionExpression, way.call.input.FilterExpression])).toEqual([
      ['Query', '#hashKey = :hashKeyValue AND begins_with(#rangeKey, :rangeKeyValue)', undefined],
      ['Query', '#hashKey = :hashKeyValue', undefined],
      ['Scan', undefined, '#hashKey = :hashKeyValue AND begins_with(#rangeKey, :rangeKeyValue)'],
    ]);
  });
});

describe('problems', () => {
  test.each<[string, Partial<BuilderForm>, string]>([
    ['no partition key', {}, 'A Query needs the partition key: fill pk, or build a Scan.'],
    ['a part of the key', { operation: 'GetItem', key: [{ attribute: 'pk', operator: '=', values: ['p'] }] }, 'GetItem needs the whole key: fill sk.'],
    ['a filter on a key', { ...PRESET, clauses: [clause('sk', '=', 'S', 'x')] }, 'sk is a key of what is queried, and DynamoDB refuses it in a filter: use the key condition.'],
    ['a number that is none', { operation: 'Scan', clauses: [clause('n', '=', 'N', '1x')] }, '“1x” is not a number.'],
    ['an operator that does not take the type', { operation: 'Scan', clauses: [clause('n', 'begins_with', 'N', '1')] }, 'begins_with does not compare with values of type N.'],
    ['bounds that are the wrong way round', { operation: 'Scan', clauses: [clause('n', 'between', 'N', '10', '9')] }, 'The upper bound of BETWEEN is below the lower one.'],
    ['a path that is none', { operation: 'Scan', clauses: [clause('a..b', '=', 'S', 'x')] }, '“a..b” is not a path. Put a name with dots or brackets in double quotes.'],
    ['an item without its key', { operation: 'PutItem', fields: [{ name: 'pk', type: 'N', value: '1' }] }, 'pk is a key of type S.'],
    ['an attribute twice', { operation: 'PutItem', fields: [{ name: 'pk', type: 'S', value: '1' }, { name: 'pk', type: 'S', value: '2' }] }, 'pk is there twice.'],
  ])('%s', (_, patch, text) => {
    expect(problemsOf(patch).map((problem) => problem.text)).toContain(text);
  });

  test('an update leaves the key alone and changes a path once', () => {
    const change = (attribute: string) => ({ action: 'set' as const, attribute, type: 'S' as const, value: 'x' });
    const key = [{ attribute: 'pk', operator: '=' as const, values: ['p'] }, { attribute: 'sk', operator: '=' as const, values: ['s'] }];
    const texts = problemsOf({ operation: 'UpdateItem', key, changes: [change('sk'), change('a'), change('a')] }).map((one) => one.place);
    expect(texts).toEqual(['change:0', 'change:2']);
  });

  test('sort keys of an index are used from left to right', () => {
    const key = [{ attribute: 'region', operator: '=' as const, values: ['eu'] }, { attribute: 'hour', operator: '=' as const, values: ['1'] }];
    expect(problemsOf({ index: 'many', key }, index)).toEqual([{ place: 'key:hour', text: 'A condition on hour needs day = a value: sort keys are used from left to right.' }]);
  });
});

describe('values and paths', () => {
  test.each([
    ['["a", "b"]', 'SS', { SS: ['a', 'b'] }],
    ['1, 2.50', 'NS', { NS: ['1', '2.50'] }],
    ['[12345678901234567890123456789012345678]', 'NS', { NS: ['12345678901234567890123456789012345678'] }],
    ['["a", 12345678901234567890.5, {"SS": ["x"]}, {"S": 1}]', 'L', { L: [{ S: 'a' }, { N: '12345678901234567890.5' }, { SS: ['x'] }, { M: { S: { N: '1' } } }] }],
    ['{"S": "kept as a map"}', 'M', { M: { S: { S: 'kept as a map' } } }],
    ['{"deep": {"B": "AQI="}, "none": null}', 'M', { M: { deep: { B: 'AQI=' }, none: { NULL: true } } }],
  ] as const)('%s is a value of type %s', (text, type, value) => {
    expect(JSON.parse(JSON.stringify(parseTyped(text, type)))).toEqual({ value });
  });

  test.each([
    ['[]', 'SS'], ['["a", "a"]', 'SS'], ['1, 1.0', 'NS'], ['["a"]', 'NS'], ['{', 'M'], ['[]', 'M'], ['{}', 'L'], ['AQ', 'B'], ['yes', 'BOOL'], ['["?"]', 'BS'],
  ] as const)('%s is no value of type %s', (text, type) => {
    expect(parseTyped(text, type).problem).toBeTypeOf('string');
  });

  test.each([
    ['a', ['a']], ['a.b[0][12].c', ['a', 'b', 0, 12, 'c']], ['"a.b"."c""d"', ['a.b', 'c"d']], ['with space.x', ['with space', 'x']],
  ])('%s is a path, and is written so again', (text, path) => {
    expect(parsePath(text)).toEqual(path);
    expect(parsePath(pathText(path as [string]))).toEqual(path);
  });

  test.each(['', '.', 'a.', '.a', 'a[b]', '[0]', 'a[0]b', '"a', 'a""'])('%s is no path', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  test('all of DynamoDB’s reserved words are known, in any case', () => {
    expect(RESERVED_COUNT).toBe(573);
    expect(['ttl', 'Status', 'DATA', 'zone', 'Abort'].every(isReserved)).toBe(true);
    expect(isReserved('pk')).toBe(false);
  });

  test('the address keeps the form', () => {
    const full = form({
      ...PRESET, operation: 'UpdateItem', index: 'many', join: 'OR', projection: ['a', 'b.c'], limit: 7, descending: true, consistent: true,
      clauses: [clause('a', 'size >', 'N', '1'), clause('b', 'exists', 'S')],
      fields: [{ name: 'x', type: 'M', value: '{}' }],
      changes: [{ action: 'set if absent', attribute: 'q', type: 'L', value: '[]' }],
    });
    const params = new URLSearchParams();
    Object.entries(formToParams(full)).forEach(([name, value]) => value !== undefined && value !== false && params.set(name, value === true ? '1' : String(value)));
    expect(formFromParams(params)).toEqual(full);
    expect(formFromParams(new URLSearchParams('filter=[[1]]&item=x&change=[["nope"]]&op=Drop'))).toEqual(form({ table: '' }));
  });
});
