/** Sort keys as paths: lists one level by leaping over what lies in its folders. */
import { compareStrings } from '../../item/order.ts';

export const DELIMITERS = ['/', '#', '|', '~', '::', ':', '.', '-'] as const;

/** The delimiter that most keys have; among equals the one that is used most for it. */
export function guessDelimiter(keys: readonly string[]): string {
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, hits: keys.filter((key) => key.includes(delimiter)).length }));
  const best = scored.reduce((most, one) => (one.hits > most.hits ? one : most));
  return best.hits > 0 ? best.delimiter : DELIMITERS[0];
}

/** The least text behind all that begin with the prefix, in the order of code points; undefined if there is none. */
export function behind(prefix: string): string | undefined {
  const points = Array.from(prefix, (c) => c.codePointAt(0) as number);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last < 0x10ffff) {
      // The surrogates in between are no characters.
      const next = last + 1 >= 0xd800 && last + 1 <= 0xdfff ? 0xe000 : last + 1;
      return String.fromCodePoint(...points, next);
    }
  }
  return undefined;
}

/** What one read within a collection asks for: sort keys from, to (both included; absent is without end), so many. */
export interface Range {
  from: string | undefined;
  to: string | undefined;
  limit: number;
}

/** Answers with the rows of a range in the order of their sort keys, and whether there may be more. */
export type ReadRange<Row> = (range: Range) => Promise<{ rows: Row[]; hasMore: boolean; units: number }>;

export type Entry<Row> =
  | { kind: 'folder'; name: string; prefix: string }
  | { kind: 'item'; name: string; key: string; row: Row };

/** A key to read on from, and whether the item of exactly that key was listed already. */
export interface Continuation {
  key: string;
  isListed: boolean;
}

export interface Level<Row> {
  entries: Entry<Row>[];
  /** Where to go on; absent when the level is complete. */
  next?: Continuation;
  requests: number;
  units: number;
}

/** Few at first, since most of a folder's items are read in vain; more and more while there are only items. */
const READ_AT_FIRST = 8;
const READ_AT_MOST = 256;

/**
 * Lists what lies directly below a prefix: folders, which end in the delimiter, and items. A folder costs one read of its
 * first items, whatever its size, since the next read starts behind it.
 *
 * @param most stop after about so many entries; the rest follows from `next`
 */
export async function listLevel<Row>(
  read: ReadRange<Row>,
  keyOf: (row: Row) => string,
  prefix: string,
  delimiter: string,
  options: { from?: Continuation | undefined; most: number },
): Promise<Level<Row>> {
  const level: Level<Row> = { entries: [], requests: 0, units: 0 };
  const end = behind(prefix);
  let from = options.from?.key ?? (prefix === '' ? undefined : prefix);
  let limit = READ_AT_FIRST;
  let last = options.from?.isListed ? options.from.key : undefined;
  while (level.entries.length < options.most) {
    const { rows, hasMore, units } = await read({ from, to: end, limit });
    level.requests++;
    level.units += units;
    let folder: string | undefined;
    for (const row of rows) {
      const key = keyOf(row);
      if (!key.startsWith(prefix)) {
        return level;
      }
      // A read starts at the last item of the one before, for want of “greater than” beside an upper bound.
      if (key === last || (folder !== undefined && key.startsWith(folder))) {
        continue;
      }
      const cut = key.indexOf(delimiter, prefix.length);
      folder = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
      level.entries.push(
        folder === undefined
          ? { kind: 'item', name: key.slice(prefix.length), key, row }
          : { kind: 'folder', name: folder.slice(prefix.length), prefix: folder },
      );
      last = key;
    }
    if (!hasMore || rows.length === 0) {
      return level;
    }
    const next = folder === undefined ? last : behind(folder);
    if (next === undefined || (end !== undefined && compareStrings(next, end) >= 0)) {
      return level;
    }
    from = next;
    limit = folder === undefined ? Math.min(limit * 2, READ_AT_MOST) : READ_AT_FIRST;
  }
  if (from !== undefined) {
    level.next = { key: from, isListed: from === last };
  }
  return level;
}

/** The prefixes on the way to a path, the path itself the last: /a/b/ has /, /a/ and /a/b/. */
export function ancestors(path: string, delimiter: string): string[] {
  const prefixes: string[] = [];
  for (let at = path.indexOf(delimiter); at >= 0; at = path.indexOf(delimiter, at + delimiter.length)) {
    prefixes.push(path.slice(0, at + delimiter.length));
  }
  return prefixes;
}
