import { describe, expect, test } from 'vitest';
import { compareStrings } from '../../item/order.ts';
import { ancestors, behind, guessDelimiter, listLevel, type ReadRange } from './levels.ts';

/** A collection in memory that counts what was read of it. */
function collection(keys: string[]): { read: ReadRange<string>; rowsRead: () => number } {
  const sorted = [...keys].sort(compareStrings);
  let rowsRead = 0;
  return {
    rowsRead: () => rowsRead,
    read: ({ from, to, limit }) => {
      const within = sorted.filter((key) => (from === undefined || compareStrings(key, from) >= 0) && (to === undefined || compareStrings(key, to) <= 0));
      const rows = within.slice(0, limit);
      rowsRead += rows.length;
      return Promise.resolve({ rows, hasMore: within.length >= limit, units: 0.5 });
    },
  };
}

const names = async (keys: string[], prefix: string, delimiter = '/', most = 1000) =>
  (await listLevel(collection(keys).read, (key) => key, prefix, delimiter, { most })).entries.map((entry) => (entry.kind === 'folder' ? `[${entry.name}]` : entry.name));

describe('a level', () => {
  const drive = ['/', '/a.txt', '/photos', '/photos-old/', '/photos-old/x', '/photos.bak', '/photos/', '/photos/1', '/photos/2/3', '/z'];

  test('has its folders and items, and not those of neighbours with the same beginning', async () => {
    expect(await names(drive, '')).toEqual(['[/]']);
    expect(await names(drive, '/')).toEqual(['', 'a.txt', 'photos', '[photos-old/]', 'photos.bak', '[photos/]', 'z']);
    expect(await names(drive, '/photos/')).toEqual(['', '1', '[2/]']);
  });

  test('costs a few rows of each folder, however large the folder is', async () => {
    const many = ['a', 'b', 'c'].flatMap((folder) => Array.from({ length: 5_000 }, (_, i) => `${folder}#${String(i).padStart(5, '0')}`));
    const { read, rowsRead } = collection(many);
    const level = await listLevel(read, (key) => key, '', '#', { most: 1000 });
    expect(level.entries.map((entry) => entry.name)).toEqual(['a#', 'b#', 'c#']);
    expect(rowsRead()).toBeLessThan(200);
    expect(level.requests).toBe(4);
    expect(level.units).toBe(2);
  });

  test('is listed in parts without losing or doubling one', async () => {
    const keys = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? `p/${i}/x` : `p/${i}`));
    const { read } = collection(keys);
    const all: string[] = [];
    let from: Awaited<ReturnType<typeof listLevel>>['next'];
    do {
      const level = await listLevel(read, (key) => key, 'p/', '/', { from, most: 7 });
      all.push(...level.entries.map((entry) => entry.name));
      from = level.next;
    } while (from);
    expect(all).toHaveLength(300);
    expect(new Set(all).size).toBe(300);
  });
});

test('behind a prefix stands the next text that does not begin with it', () => {
  expect(behind('a/')).toBe('a0');
  expect(behind('\ud7ff')).toBe('\ue000');
  expect(behind('x\u{10ffff}')).toBe('y');
  expect(behind('\u{10ffff}')).toBeUndefined();
  expect(behind('')).toBeUndefined();
});

test('the delimiter is guessed by what most keys have', () => {
  expect(guessDelimiter(['/a/b', '/c'])).toBe('/');
  expect(guessDelimiter(['EVENT#2026-06-01T00:00:00Z#1', 'EVENT#2026-06-02T00:00:00Z#2'])).toBe('#');
  expect(guessDelimiter(['a.b', 'c.d', 'e/f'])).toBe('.');
  expect(guessDelimiter(['plain'])).toBe('/');
});

test('the way to a path', () => {
  expect(ancestors('/a/b/', '/')).toEqual(['/', '/a/', '/a/b/']);
  expect(ancestors('A#B#', '#')).toEqual(['A#', 'A#B#']);
  expect(ancestors('', '/')).toEqual([]);
});
