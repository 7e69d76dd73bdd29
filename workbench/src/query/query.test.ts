import { describe, expect, test } from 'vitest';
import { sourceOf, type Source } from '../dynamo/schema.ts';
import type { TableDescription } from '../dynamo/types.ts';
import { fromParams, toParams } from './address.ts';
import { readable, requestOf, type BrowseQuery } from './query.ts';
import { link, parseHash } from '../app/router.ts';

const table: TableDescription = {
  TableName: 'T',
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'a', AttributeType: 'S' },
    { AttributeName: 'b', AttributeType: 'S' },
    { AttributeName: 'c', AttributeType: 'S' },
    { AttributeName: 'd', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'multi',
      KeySchema: [
        { AttributeName: 'a', KeyType: 'HASH' },
        { AttributeName: 'b', KeyType: 'HASH' },
        { AttributeName: 'c', KeyType: 'RANGE' },
        { AttributeName: 'd', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
const base = sourceOf(table) as Source;
const multi = sourceOf(table, 'multi') as Source;
const query = (given: Partial<BrowseQuery>): BrowseQuery => ({ table: 'T', key: [], filter: [], descending: false, consistent: false, ...given });

describe('a request', () => {
  test('is a Query when the partition key is set', () => {
    const request = requestOf(base, query({
      key: [{ attribute: 'pk', operator: '=', values: ['x'] }, { attribute: 'sk', operator: 'between', values: ['1', '2.50'] }],
      filter: [{ attribute: 'm.list[0]', operator: 'not contains', type: 'S', values: ['y'] }],
      descending: true,
      consistent: true,
      limit: 7,
    }));
    expect(request).toEqual({
      operation: 'Query',
      input: {
        TableName: 'T',
        KeyConditionExpression: '#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2',
        FilterExpression: 'NOT contains(#n2.#n3[0], :v3)',
        ExpressionAttributeNames: { '#n0': 'pk', '#n1': 'sk', '#n2': 'm', '#n3': 'list' },
        ExpressionAttributeValues: { ':v0': { S: 'x' }, ':v1': { N: '1' }, ':v2': { N: '2.50' }, ':v3': { S: 'y' } },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: 7,
      },
    });
  });

  test('is a Scan without it, where key conditions only filter', () => {
    const request = requestOf(base, query({ key: [{ attribute: 'sk', operator: '>', values: ['5'] }] }));
    expect(request).toMatchObject({ operation: 'Scan', input: { FilterExpression: '#n0 > :v0' } });
    expect(request).not.toHaveProperty('input.KeyConditionExpression');
  });

  test('of an index with several keys needs all partition keys and no gap among the sort keys', () => {
    const a = { attribute: 'a', operator: '=' as const, values: ['1'] };
    const b = { attribute: 'b', operator: '=' as const, values: ['2'] };
    const c = { attribute: 'c', operator: '=' as const, values: ['3'] };
    const d = { attribute: 'd', operator: '<' as const, values: ['4'] };
    expect(requestOf(multi, query({ index: 'multi', key: [a] }))).toMatchObject({ operation: 'Scan' });
    expect(requestOf(multi, query({ index: 'multi', key: [a, b, c, d] }))).toMatchObject({
      input: { KeyConditionExpression: '#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2 AND #n3 < :v3' },
    });
    expect(requestOf(multi, query({ index: 'multi', key: [a, b, d] })).problem).toBe('d can be given only behind c with “=”.');
  });

  test('is refused for a value that is none of the type', () => {
    const request = requestOf(base, query({ key: [{ attribute: 'pk', operator: '=', values: ['x'] }, { attribute: 'sk', operator: '=', values: ['1,5'] }] }));
    expect(request.problem).toBe('sk: “1,5” is not a number.');
  });

  test('takes names of keys as they are, and names in filters as paths', () => {
    const dotted: TableDescription = { ...table, AttributeDefinitions: [{ AttributeName: 'p.k', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'p.k', KeyType: 'HASH' }] };
    const filter = (attribute: string) => requestOf(sourceOf(dotted) as Source, query({ key: [{ attribute: 'p.k', operator: '=', values: ['x'] }], filter: [{ attribute, operator: '=', type: 'S', values: ['y'] }] }));
    expect(filter('"a.b".c')).toMatchObject({ input: { KeyConditionExpression: '#n0 = :v0', FilterExpression: '#n1.#n2 = :v1', ExpressionAttributeNames: { '#n0': 'p.k', '#n1': 'a.b', '#n2': 'c' } } });
    expect(filter('a..b').problem).toContain('“a..b” is not a path');
  });

  test('filters by an empty text, and says which value is missing where none can be empty', () => {
    const filter = (type: 'S' | 'N') => requestOf(base, query({ filter: [{ attribute: 'x', operator: '=', type, values: [''] }] }));
    expect(filter('S')).toMatchObject({ input: { FilterExpression: '#n0 = :v0', ExpressionAttributeValues: { ':v0': { S: '' } } } });
    expect(filter('N').problem).toBe('x: A number is missing.');
  });

  test('reads with names and values in place', () => {
    expect(readable('#n0 = :v0 AND #n1 > :v1', { ExpressionAttributeNames: { '#n0': 'pk', '#n1': 'n' }, ExpressionAttributeValues: { ':v0': { S: 'x' }, ':v1': { N: '1' } } })).toBe('pk = "x" AND n > 1');
  });
});

describe('an address', () => {
  test('gives back the query it was made from', () => {
    const asked = query({
      index: 'multi',
      key: [{ attribute: 'a', operator: '=', values: ['TENANT#acme & co?'] }],
      filter: [{ attribute: 'x', operator: 'exists', type: 'S', values: [] }],
      descending: true,
      limit: 3,
    });
    expect(fromParams(parseHash(link('browse', toParams(asked))).params)).toEqual(asked);
  });

  test('may have question marks that nobody escaped', () => {
    expect(parseHash('#/partiql?statement=a = ?').params.get('statement')).toBe('a = ?');
  });

  test('that is malformed asks for nothing wrong', () => {
    const read = fromParams(new URLSearchParams('table=T&key=[["a","drop","x"],5]&filter={&limit=-3'));
    expect(read).toEqual({ ...query({}), index: undefined, limit: undefined });
  });
});
