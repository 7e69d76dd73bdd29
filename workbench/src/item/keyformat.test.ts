import { expect, test } from 'vitest';
import { changeBetween, formOf, sharedPrefix } from './keyformat.ts';

const change = (above: string, here: string) => changeBetween(formOf(above), formOf(here));

test('keys of one form change nothing', () => {
  expect(change('EVENT#2026-06-01T00:00:00Z#a1', 'EVENT#2026-06-02T10:11:12Z#ff')).toBeUndefined();
  expect(change('v0009', 'v0010')).toBeUndefined();
  expect(change('ORDER#0001#ITEM#02', 'ORDER#0001#ITEM#11')).toBeUndefined();
});

test('other precision of a timestamp is told', () => {
  expect(change('EVENT#2026-06-01T00:00:00Z#a', 'EVENT#2026-06-01T00:00:00.123Z#b')?.text).toMatch(/3 digits of a second here, to seconds above/);
  expect(change('2026-06-01', '2026-06-01T00:00Z')?.text).toMatch(/minutes here, to days above/);
});

test('Z against an offset, and no zone at all, are told', () => {
  expect(change('2026-06-01T00:00:00Z', '2026-06-01T02:00:00+02:00')?.text).toMatch(/an offset here, in Z above/);
  expect(change('2026-06-01T00:00:00Z', '2026-06-01T00:00:00')?.text).toMatch(/no zone here/);
  expect(change('2026-06-01T00:00:00+02:00', '2026-06-01T00:00:00-0500')?.text).toMatch(/without colon here/);
});

test('digits without zeros in front are told, also behind letters', () => {
  expect(change('v9', 'v10')).toEqual({ severity: 'warning', text: expect.stringContaining('v10 has 2 digits, v9 above has 1') as string });
  expect(change('ITEM#7', 'ITEM#12')?.severity).toBe('warning');
  expect(change('ITEM#a9', 'ITEM#b10')).toBeUndefined();
});

test('another number of delimiters is told, as a note among paths', () => {
  expect(change('ORDER#1#x', 'ORDER#1#x#y')).toEqual({ severity: 'warning', text: '4 parts here, 3 parts in the row above, split at “#”.' });
  expect(change('/photos/a', '/photos/2026/b')?.severity).toBe('note');
});

test('different kinds of item are not compared', () => {
  expect(change('META', 'MSG#2026-06-01T00:00:00Z#1')).toBeUndefined();
  expect(change('Profile#alice', 'MSG#2026-06-01T00:00:00Z#1')).toBeUndefined();
});

test('the shared prefix ends before half a character', () => {
  expect(sharedPrefix('EVENT#1', 'EVENT#2')).toBe(6);
  expect(sharedPrefix('a\u{1f600}', 'a\u{1f601}')).toBe(1);
  expect(sharedPrefix('', 'x')).toBe(0);
});
