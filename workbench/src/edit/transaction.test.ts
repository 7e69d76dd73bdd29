import { describe, expect, test } from 'vitest';
import type { StagedEdit } from '../app/staged.ts';
import type { TableDescription } from '../dynamo/types.ts';
import type { Item } from '../item/value.ts';
import { draftOf, itemOf } from './draft.ts';
import { rereadsOf } from './reread.ts';
import { actionsOf, conflictsOf, editUnits, GUARDED_MAX, keepMine, merged } from './transaction.ts';

const table: TableDescription = {
  TableName: 'T',
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'g', AttributeType: 'S' },
  ],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [{ IndexName: 'by-g', KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }], Projection: { ProjectionType: 'KEYS_ONLY' } }],
};
const read: Item = { pk: { S: 'a' }, n: { N: '1' }, gone: { BOOL: true } };
const edit = (given: Omit<StagedEdit, 'id' | 'table'>): StagedEdit => ({ id: 'e', table: 'T', ...given });

describe('an edit becomes', () => {
  test('an update of what differs, on condition that all that was read is still so', () => {
    const [only, ...others] = actionsOf(table, edit({ before: read, after: { pk: { S: 'a' }, n: { N: '2' }, fresh: { S: 'x' } } }));
    expect(others).toEqual([]);
    expect(only?.action.Update).toMatchObject({
      Key: { pk: { S: 'a' } },
      UpdateExpression: 'SET #n1 = :v3, #n3 = :v4 REMOVE #n2',
      ConditionExpression: '#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2 AND attribute_not_exists(#n3)',
      ExpressionAttributeNames: { '#n0': 'pk', '#n1': 'n', '#n2': 'gone', '#n3': 'fresh' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });

  test('a put of a new item, if there is none', () => {
    const [put] = actionsOf(table, edit({ after: read }));
    expect(put?.action.Put).toMatchObject({ Item: read, ConditionExpression: 'attribute_not_exists(#n0)' });
  });

  test('a delete, on the same condition', () => {
    const [remove] = actionsOf(table, edit({ before: read }));
    expect(remove?.action.Delete).toMatchObject({ Key: { pk: { S: 'a' } }, ConditionExpression: '#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2' });
  });

  test('a delete and a put when the key changes', () => {
    const actions = actionsOf(table, edit({ before: read, after: { ...read, pk: { S: 'b' } } }));
    expect(actions.map((one) => [Object.keys(one.action)[0], one.guards])).toEqual([['Delete', 'before'], ['Put', 'target']]);
  });
});

test('of more attributes than an expression can compare, the changed ones are guarded first', () => {
  const wide: Item = { pk: { S: 'a' }, ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`a${i}`, { N: String(i) }])) };
  const [action] = actionsOf(table, edit({ before: wide, after: { ...wide, a299: { N: '0' } } }));
  const { ConditionExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = action?.action.Update ?? {};
  expect(ConditionExpression.split(' AND ')).toHaveLength(GUARDED_MAX);
  expect(ConditionExpression.length).toBeLessThan(4096);
  const [alias = ''] = Object.entries(ExpressionAttributeNames).find(([, name]) => name === 'a299') ?? [];
  const value = new RegExp(`${alias} = (:v\\d+)`).exec(ConditionExpression)?.[1] ?? '';
  expect(ExpressionAttributeValues[value]).toEqual({ N: '299' });
});

test('names that objects inherit are attributes like others', () => {
  const proto = JSON.parse('{"pk":{"S":"a"},"__proto__":{"S":"1"}}') as Item;
  const after = JSON.parse('{"pk":{"S":"a"},"__proto__":{"S":"2"},"constructor":{"S":"c"}}') as Item;
  expect(actionsOf(table, edit({ before: proto, after }))[0]?.action.Update).toMatchObject({
    UpdateExpression: 'SET #n1 = :v2, #n2 = :v3',
    ConditionExpression: '#n0 = :v0 AND #n1 = :v1 AND attribute_not_exists(#n2)',
  });
  const both = merged(edit({ before: proto, after }), { guards: 'before', code: 'ConditionalCheckFailed', message: '', theirs: { ...proto, more: { N: '1' } } });
  expect(JSON.stringify(both?.after)).toBe('{"pk":{"S":"a"},"__proto__":{"S":"2"},"more":{"N":"1"},"constructor":{"S":"c"}}');
  expect(JSON.stringify(itemOf(draftOf(after, ['pk'])).item)).toBe(JSON.stringify(after));
});

test('what is deleted, replaced or very wide is read again before it is committed', () => {
  const wide: Item = { pk: { S: 'a' }, ...Object.fromEntries(Array.from({ length: GUARDED_MAX }, (_, i) => [`a${i}`, { N: String(i) }])) };
  const guards = (given: Omit<StagedEdit, 'id' | 'table'>) => rereadsOf(table, edit(given)).map((one) => one.guards);
  expect(guards({ after: read })).toEqual([]);
  expect(guards({ before: read, after: { ...read, n: { N: '2' } } })).toEqual([]);
  expect(guards({ before: read })).toEqual(['before']);
  expect(guards({ before: read, after: { ...read, pk: { S: 'b' } } })).toEqual(['before']);
  expect(guards({ before: wide, after: { ...wide, a0: { N: '5' } } })).toEqual(['before']);
  expect(guards({ after: read, target: { pk: { S: 'a' } } })).toEqual(['target']);
});

describe('write units', () => {
  test('are twice those of the larger image', () => {
    const large = { ...read, text: { S: 'x'.repeat(1500) } };
    expect(editUnits(table, edit({ before: read, after: large }))).toBe(4);
    expect(editUnits(table, edit({ before: large }))).toBe(4);
    expect(editUnits(table, edit({ after: read }))).toBe(2);
  });

  test('count an index only when its entry changes', () => {
    const indexed = { ...read, g: { S: '1' } };
    expect(editUnits(table, edit({ before: indexed, after: { ...indexed, n: { N: '5' } } }))).toBe(2);
    expect(editUnits(table, edit({ before: indexed, after: { ...indexed, g: { S: '2' } } }))).toBe(4);
    expect(editUnits(table, edit({ before: read, after: indexed }))).toBe(3);
  });

  test('of a changed key are those of a delete and a put', () => {
    const indexed = { ...read, g: { S: '1' } };
    expect(editUnits(table, edit({ before: indexed, after: { ...indexed, pk: { S: 'b' } } }))).toBe(2 + 2 + 1 + 1);
  });
});

describe('a conflict', () => {
  const mine = edit({ before: read, after: { ...read, n: { N: '2' } } });
  const theirs = { ...read, n: { N: '9' } };

  test('belongs to the edit whose condition failed', () => {
    const other = { ...mine, id: 'other' };
    const actions = [...actionsOf(table, other), ...actionsOf(table, mine)];
    const conflicts = conflictsOf(actions, [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: theirs }]);
    expect([...conflicts.keys()]).toEqual(['e']);
    expect(conflicts.get('e')?.theirs).toEqual(theirs);
  });

  test('is overcome by keeping mine upon theirs', () => {
    const kept = keepMine(mine, { guards: 'before', code: 'ConditionalCheckFailed', message: '', theirs });
    expect(actionsOf(table, kept)[0]?.action.Update?.ExpressionAttributeValues).toMatchObject({ ':v1': { N: '9' } });
    const gone = keepMine(mine, { guards: 'before', code: 'ConditionalCheckFailed', message: '' });
    expect(Object.keys(actionsOf(table, gone)[0]?.action ?? {})).toEqual(['Put']);
  });

  test('is merged by applying my changes to theirs', () => {
    const changed: Item = { ...read, n: { N: '2' }, fresh: { S: 'x' } };
    const { gone, ...after } = changed;
    expect(gone).toBeDefined();
    const conflict = { guards: 'before' as const, code: 'ConditionalCheckFailed', message: '', theirs: { ...read, n: { N: '9' }, by: { S: 'them' } } };
    expect(merged(edit({ before: read, after }), conflict)).toMatchObject({
      before: conflict.theirs,
      after: { pk: { S: 'a' }, n: { N: '2' }, fresh: { S: 'x' }, by: { S: 'them' } },
    });
    expect(merged(edit({ before: read }), conflict)).toBeUndefined();
  });
});
