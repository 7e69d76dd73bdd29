/**
 * What the condition of a write cannot see: attributes that somebody added, which a deletion or a replacement would take along,
 * and those of a very wide item that have no room in one expression. A read right before the transaction compares them.
 */
import { call } from '../dynamo/client.ts';
import { keyOf } from '../dynamo/schema.ts';
import type { TableDescription } from '../dynamo/types.ts';
import type { StagedEdit } from '../app/staged.ts';
import { equalItems, type Item } from '../item/value.ts';
import { GUARDED_MAX, movesKey, type Conflict } from './transaction.ts';

/** One item to read again, as it was when the edit was staged. */
interface Reread {
  edit: StagedEdit;
  table: TableDescription;
  known: Item;
  guards: Conflict['guards'];
}

/** The items that have to be read again before an edit is committed; none for most changes. */
export function rereadsOf(table: TableDescription, edit: StagedEdit): Reread[] {
  const { before, after, target } = edit;
  const isWide = (item: Item) => Object.keys(item).length > GUARDED_MAX;
  const goes = before && (!after || movesKey(table, edit) || isWide(before));
  return [
    ...(goes ? [{ edit, table, known: before, guards: 'before' as const }] : []),
    ...(target ? [{ edit, table, known: target, guards: 'target' as const }] : []),
  ];
}

/** Reads the items, and answers with the conflicts of those that are not as they were, by the id of their edit. */
export async function conflictsByReading(rereads: readonly Reread[]): Promise<Map<string, Conflict>> {
  const found = await Promise.all(
    rereads.map(async ({ edit, table, known, guards }): Promise<[string, Conflict][]> => {
      const { Item: theirs } = await call('GetItem', { TableName: table.TableName, Key: keyOf(table, known), ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' });
      const isSame = theirs !== undefined && equalItems(theirs, known);
      return isSame ? [] : [[edit.id, { guards, code: 'ConditionalCheckFailed', message: 'The item changed since it was read.', ...(theirs ? { theirs } : {}) }]];
    }),
  );
  return new Map(found.flat());
}
