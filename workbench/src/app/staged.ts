/** Edits that are staged, and not written before they are committed; a refresh of the page keeps them. */
import { equalItems, type Item, type Key } from '../item/value.ts';
import { sessionStore, store } from './store.ts';

/** One change of one item. */
export interface StagedEdit {
  id: string;
  table: string;
  /** The item as it was read; absent if it is new. */
  before?: Item;
  /** The item as it shall be; absent if it shall go. */
  after?: Item;
  /** What lies where the edit puts its item, if it is known and shall be replaced. */
  target?: Item;
}

export const staged = sessionStore<readonly StagedEdit[]>('stator.staged', []);

/** Their number, for the navigation. */
export const stagedCount = store(staged.get().length);
staged.subscribe(() => stagedCount.set(staged.get().length));

/** The text that an edit of this item has as its id: table and the key that was read, or will be written. */
export function editId(table: string, key: Key): string {
  return `${table} ${JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** Adds an edit or replaces the one of the same item; one that changes nothing is dropped. */
export function stage(edit: StagedEdit): void {
  staged.set((before) => {
    const others = before.filter((one) => one.id !== edit.id);
    const isSame = edit.before && edit.after && equalItems(edit.before, edit.after);
    return isSame || (!edit.before && !edit.after) ? others : [...others, edit];
  });
}

export function unstage(ids: readonly string[]): void {
  staged.set((before) => before.filter((one) => !ids.includes(one.id)));
}
