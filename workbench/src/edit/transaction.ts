/** Staged edits as one TransactWriteItems that changes nothing unless everything is still as it was read. */
import type { CancellationReason, TableDescription, TransactWriteItem } from '../dynamo/types.ts';
import { indexesOf, keyOf, projectedNames, sourceOf, type Source } from '../dynamo/schema.ts';
import { itemBytes, writeUnits } from '../item/size.ts';
import { attributeOf, equal, equalItems, type AttributeValue, type Item } from '../item/value.ts';
import { Placeholders } from '../query/query.ts';
import type { StagedEdit } from '../app/staged.ts';

/** The most that one transaction takes. */
export const ACTIONS_MAX = 100;
const TRANSACTION_FACTOR = 2;
/** An expression has at most 300 operators, and a comparison with its AND takes two. */
export const GUARDED_MAX = 140;

/** One action and the edit it belongs to; an edit that changes the key has two. */
export interface EditAction {
  edit: StagedEdit;
  action: TransactWriteItem;
  /** Which of its items the action's condition guards. */
  guards: 'before' | 'target';
}

/** Whether an edit gives the item another primary key. */
export function movesKey(table: TableDescription, edit: StagedEdit): boolean {
  return edit.before !== undefined && edit.after !== undefined && !equalItems(keyOf(table, edit.before), keyOf(table, edit.after));
}

/**
 * The actions of an edit. A changed item is updated attribute by attribute, so that an attribute that somebody added
 * meanwhile survives; a changed key becomes a delete and a put, since DynamoDB has no other way.
 */
export function actionsOf(table: TableDescription, edit: StagedEdit): EditAction[] {
  const { before, after } = edit;
  const actions: EditAction[] = [];
  if (before && after && !movesKey(table, edit)) {
    return [{ edit, action: { Update: update(table, before, after) }, guards: 'before' }];
  }
  if (before) {
    const placeholders = new Placeholders();
    const condition = unchanged(placeholders, before, after);
    actions.push({
      edit,
      guards: 'before',
      action: { Delete: { TableName: table.TableName, Key: keyOf(table, before), ConditionExpression: condition, ...placeholders.members(), ...TELL } },
    });
  }
  if (after) {
    const placeholders = new Placeholders();
    const condition = edit.target ? unchanged(placeholders, edit.target) : absent(placeholders, table);
    actions.push({
      edit,
      guards: 'target',
      action: { Put: { TableName: table.TableName, Item: after, ConditionExpression: condition, ...placeholders.members(), ...TELL } },
    });
  }
  return actions;
}

const TELL = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** All that was read is still so; of an item with very many attributes, those that the edit changes first. */
function unchanged(placeholders: Placeholders, item: Item, after?: Item): string {
  const names = Object.keys(item);
  const guarded = names.length <= GUARDED_MAX ? names : names.toSorted((a, b) => Number(equal(item[a], after?.[a])) - Number(equal(item[b], after?.[b]))).slice(0, GUARDED_MAX);
  return guarded.map((name) => `${placeholders.name(name)} = ${placeholders.value(item[name] as AttributeValue)}`).join(' AND ');
}

function absent(placeholders: Placeholders, table: TableDescription): string {
  return `attribute_not_exists(${placeholders.name(table.KeySchema[0]?.AttributeName ?? '')})`;
}

function update(table: TableDescription, before: Item, after: Item) {
  const placeholders = new Placeholders();
  const conditions = [unchanged(placeholders, before, after)];
  const sets: string[] = [];
  const removes: string[] = [];
  for (const [name, value] of Object.entries(after)) {
    if (!equal(attributeOf(before, name), value)) {
      const alias = placeholders.name(name);
      sets.push(`${alias} = ${placeholders.value(value)}`);
      if (!Object.hasOwn(before, name)) {
        conditions.push(`attribute_not_exists(${alias})`);
      }
    }
  }
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) {
      removes.push(placeholders.name(name));
    }
  }
  return {
    TableName: table.TableName,
    Key: keyOf(table, before),
    UpdateExpression: [sets.length > 0 && `SET ${sets.join(', ')}`, removes.length > 0 && `REMOVE ${removes.join(', ')}`].filter(Boolean).join(' '),
    ConditionExpression: conditions.join(' AND '),
    ...placeholders.members(),
    ...TELL,
  };
}

/** Write units of an edit in a transaction: twice those of the larger image for each key, and once for each index entry. */
export function editUnits(table: TableDescription, edit: StagedEdit): number {
  const { before, after } = edit;
  const moves = movesKey(table, edit);
  const base = moves
    ? writeUnits(itemBytes(before ?? {})) + writeUnits(Math.max(itemBytes(after ?? {}), itemBytes(edit.target ?? {})))
    : writeUnits(Math.max(itemBytes(before ?? {}), itemBytes(after ?? {}), itemBytes(edit.target ?? {})));
  let units = base * TRANSACTION_FACTOR;
  for (const index of indexesOf(table)) {
    const source = sourceOf(table, index.IndexName);
    if (source) {
      units += moves ? entryUnits(source, before, undefined) + entryUnits(source, edit.target, after) : entryUnits(source, before ?? edit.target, after);
    }
  }
  return units;
}

/** What an index pays: nothing if its entry stays the same, one write if it stays in place, a delete and a put if not. */
function entryUnits(source: Source, before: Item | undefined, after: Item | undefined): number {
  const old = entryOf(source, before);
  const fresh = entryOf(source, after);
  if (old && fresh) {
    if (equalItems(old, fresh)) {
      return 0;
    }
    const staysInPlace = [...source.partitionKeys, ...source.sortKeys].every((key) => equal(attributeOf(old, key.name), attributeOf(fresh, key.name)));
    if (staysInPlace) {
      return writeUnits(Math.max(itemBytes(old), itemBytes(fresh)));
    }
  }
  return (old ? writeUnits(itemBytes(old)) : 0) + (fresh ? writeUnits(itemBytes(fresh)) : 0);
}

function entryOf(source: Source, item: Item | undefined): Item | undefined {
  if (!item || ![...source.partitionKeys, ...source.sortKeys].every((key) => attributeOf(item, key.name))) {
    return undefined;
  }
  const projected = projectedNames(source);
  return projected ? Object.fromEntries(Object.entries(item).filter(([name]) => projected.has(name))) : item;
}

/** Why an edit did not go through, and what is there now. */
export interface Conflict {
  /** The item that is there; absent if there is none any more. */
  theirs?: Item;
  guards: EditAction['guards'];
  /** DynamoDB's code and message, for what is no conflict but a refusal. */
  code: string;
  message: string;
}

/** The conflicts by the id of their edit, from the reasons of a cancelled transaction. */
export function conflictsOf(actions: readonly EditAction[], reasons: readonly CancellationReason[]): Map<string, Conflict> {
  const conflicts = new Map<string, Conflict>();
  reasons.forEach((reason, i) => {
    const action = actions[i];
    if (action && reason.Code && reason.Code !== 'None' && !conflicts.has(action.edit.id)) {
      conflicts.set(action.edit.id, {
        guards: action.guards,
        code: reason.Code,
        message: reason.Message ?? reason.Code,
        ...(reason.Item ? { theirs: reason.Item } : {}),
      });
    }
  });
  return conflicts;
}

/** The same edit upon what is there now: mine is kept, theirs is what it replaces. */
export function keepMine(edit: StagedEdit, conflict: Conflict): StagedEdit {
  const { before, target, ...rest } = edit;
  if (conflict.guards === 'target') {
    return { ...rest, ...(before ? { before } : {}), ...(conflict.theirs ? { target: conflict.theirs } : {}) };
  }
  return { ...rest, ...(conflict.theirs ? { before: conflict.theirs } : {}), ...(target ? { target } : {}) };
}

/** My changes upon theirs: what only they changed stays theirs. Undefined if one of us deleted the item. */
export function merged(edit: StagedEdit, conflict: Conflict): StagedEdit | undefined {
  const { before, after } = edit;
  const { theirs } = conflict;
  if (conflict.guards !== 'before' || !before || !after || !theirs) {
    return undefined;
  }
  const both = new Map(Object.entries(theirs));
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const mine = attributeOf(after, name);
    if (mine === undefined) {
      both.delete(name);
    } else if (!equal(attributeOf(before, name), mine)) {
      both.set(name, mine);
    }
  }
  return { ...edit, before: theirs, after: Object.fromEntries(both) };
}
