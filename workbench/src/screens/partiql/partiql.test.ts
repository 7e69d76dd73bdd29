import { describe, expect, test } from 'vitest';
import type { TableDescription } from '../../dynamo/types.ts';
import { classify } from './classify.ts';
import { suggest } from './complete.ts';
import { placeOf } from './place.ts';
import { SCANS, SLICES } from './statements.ts';

const TABLES: TableDescription[] = [
  {
    TableName: 'AuditLog',
    TableStatus: 'ACTIVE',
    AttributeDefinitions: ['pk', 'sk', 'actor'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
    GlobalSecondaryIndexes: [{ IndexName: 'by-actor', KeySchema: [{ AttributeName: 'actor', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }], Projection: { ProjectionType: 'ALL' } }],
  },
];

describe('a statement', () => {
  test.each(SLICES)('%s reads slices', (statement) => {
    expect(classify(statement, TABLES)).toMatchObject({ kind: 'select', table: 'AuditLog', access: 'slices' });
  });

  test('lists values of the partition key only where its IN makes the slices', () => {
    const isList = (where: string) => classify(`SELECT * FROM AuditLog WHERE ${where}`, TABLES).isList ?? false;
    expect(isList(`pk IN ['a', 'b'] AND sk > 'c'`)).toBe(true);
    expect(isList(`pk = 'a' AND sk IN ['b', 'c']`)).toBe(false);
    expect(isList(`pk = 'a' OR pk = 'b'`)).toBe(false);
  });

  test.each(SCANS)('%s reads everything', (statement) => {
    expect(classify(statement, TABLES)).toMatchObject({ kind: 'select', table: 'AuditLog', access: 'scan' });
  });

  test.each([
    [`INSERT INTO "AuditLog" VALUE {'pk': ?, 'sk': ?}`, 'insert', 2],
    [`UPDATE "AuditLog" SET a = '?' WHERE pk = 'x' AND sk = ?`, 'update', 1],
    [`DELETE FROM AuditLog WHERE pk = 'x' -- ?`, 'delete', 0],
    ['EXPLAIN it', 'unknown', 0],
    ['', 'unknown', 0],
  ])('%s is of its kind and has its parameters', (statement, kind, parameters) => {
    expect(classify(statement, TABLES)).toMatchObject({ kind, parameters });
  });

  test('of a table that is not there has no access', () => {
    expect(classify('SELECT * FROM "Absent"', TABLES).access).toBeUndefined();
  });
});

describe('completion', () => {
  const labels = (text: string) => suggest(text, text.length, TABLES, () => ['pk', 'sk', 'action'])?.options.map((one) => one.label);

  test.each([
    ['SELECT * FROM ', ['AuditLog']],
    ['SELECT * FROM "Au', ['AuditLog']],
    ['SELECT * FROM "AuditLog".', ['by-actor']],
    ['SELECT * FROM "AuditLog"."by', ['by-actor']],
    ['UPDATE ', ['AuditLog']],
  ])('after %s there are names', (text, names) => {
    expect(labels(text)).toEqual(names);
  });

  test('in a condition there are the attributes of the table, then functions and words', () => {
    expect(labels('SELECT * FROM "AuditLog" WHERE ')?.slice(0, 5)).toEqual(['pk', 'sk', 'action', 'begins_with', 'contains']);
    expect(labels('SELECT * FROM "AuditLog" WHERE "a')).toEqual(['pk', 'sk', 'action']);
  });

  test('in a string there is nothing', () => {
    expect(labels(`SELECT * FROM "AuditLog" WHERE pk = 'TEN`)).toBeUndefined();
  });

  test('what is inserted replaces what was typed, with its quotes', () => {
    const text = 'SELECT * FROM "Au';
    expect(suggest(text, text.length, TABLES, () => [])).toMatchObject({ from: 14, options: [{ insert: '"AuditLog"' }] });
  });
});

describe('errors', () => {
  const statement = 'SELECT *\nFROM "AuditLog" WHERE foo(x)';

  test('lie where the server says', () => {
    expect(placeOf('Unrecognized function: foo at 2:23:3', statement)).toEqual({ from: 31, to: 34 });
    expect(statement.slice(31, 34)).toBe('foo');
    expect(placeOf('Unexpected end at 2:99:0', statement)).toEqual({ from: statement.length - 1, to: statement.length });
  });

  test('lie at the name that they complain of', () => {
    expect(placeOf('The table does not have the specified index: AuditLog', statement)).toEqual({ from: 14, to: 24 });
    expect(placeOf('Something else went wrong', statement)).toBeUndefined();
  });
});
