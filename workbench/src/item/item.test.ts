import { describe, expect, test } from 'vitest';
import { bytes, inline } from './display.ts';
import { compareNumbers, normalNumber, numberProblem } from './number.ts';
import { compareKeys } from './order.ts';
import { itemBytes, valueBytes } from './size.ts';
import { equal, equalItems } from './value.ts';

describe('numbers', () => {
  test('are compared to the last of 38 digits', () => {
    const a = '12345678901234567890123456789012345678';
    const b = '12345678901234567890123456789012345679';
    expect(compareNumbers(a, b)).toBeLessThan(0);
    expect(Number(a) === Number(b)).toBe(true);
  });

  test('are compared by value whatever their form', () => {
    expect(compareNumbers('1e3', '1000.0')).toBe(0);
    expect(compareNumbers('-0', '0')).toBe(0);
    const ordered = ['-1e125', '-10', '-9.5', '-0.001', '0', '1E-130', '0.1', '.5', '2', '10', '100', '9.9e125'];
    const shuffled = [...ordered].sort();
    expect(shuffled.sort(compareNumbers)).toEqual(ordered);
  });

  test('are refused for more than 38 digits, range and form', () => {
    expect(numberProblem('1'.repeat(38))).toBeUndefined();
    expect(numberProblem('1'.repeat(39))).toMatch(/38 significant digits; this one has 39/);
    expect(numberProblem(`1${'0'.repeat(125)}`)).toBeUndefined();
    expect(numberProblem('1e126')).toMatch(/larger/);
    expect(numberProblem('1e-130')).toBeUndefined();
    expect(numberProblem('1e-131')).toMatch(/smaller/);
    expect(numberProblem('1,5')).toMatch(/not a number/);
    expect(numberProblem('NaN')).toMatch(/not a number/);
    expect(numberProblem('')).toMatch(/missing/);
  });

  test('have one normal form', () => {
    expect(normalNumber('0.010')).toBe(normalNumber('1e-2'));
    expect(normalNumber('12')).not.toBe(normalNumber('120'));
  });
});

describe('order', () => {
  test('of strings is that of UTF-8 bytes, not of UTF-16 units', () => {
    const fullWidthA = { S: '\uff21' };
    const smile = { S: '\u{1f600}' };
    expect(compareKeys(fullWidthA, smile)).toBeLessThan(0);
    expect(fullWidthA.S < smile.S).toBe(false);
    expect(compareKeys({ S: 'a' }, { S: 'ab' })).toBeLessThan(0);
  });

  test('of binary is that of unsigned bytes', () => {
    const b = (...values: number[]) => ({ B: btoa(String.fromCharCode(...values)) });
    const sorted = [b(0xff), b(2), b(1, 2), b(1)].sort(compareKeys);
    expect(sorted).toEqual([b(1), b(1, 2), b(2), b(0xff)]);
  });
});

describe('sizes', () => {
  test('of numbers count pairs of digits from the decimal point', () => {
    expect(valueBytes({ N: '0' })).toBe(1);
    expect(valueBytes({ N: '120' })).toBe(3);
    expect(valueBytes({ N: '0.012' })).toBe(3);
    expect(valueBytes({ N: '-5' })).toBe(3);
    expect(valueBytes({ N: '1000000' })).toBe(2);
  });

  test('of documents have three bytes and one more for each element', () => {
    expect(valueBytes({ L: [] })).toBe(3);
    expect(valueBytes({ L: [{ S: 'ab' }, { BOOL: true }] })).toBe(3 + 2 + 3);
    expect(valueBytes({ M: { é: { NULL: true } } })).toBe(3 + 1 + 2 + 1);
    expect(itemBytes({ pk: { S: '\u{1f600}' }, b: { B: 'AAAA' }, ss: { SS: ['a', 'bc'] } })).toBe(2 + 4 + 1 + 3 + 2 + 3);
  });

  test('are told in units of 1,024', () => {
    expect(bytes(0)).toBe('0 B');
    expect(bytes(1536)).toBe('1.5 KB');
    expect(bytes(400 * 1024)).toBe('400.0 KB');
  });
});

describe('equality', () => {
  test('ignores the order of sets and of map members, and the form of numbers', () => {
    expect(equal({ NS: ['1', '2.0'] }, { NS: ['2', '1e0'] })).toBe(true);
    expect(equalItems({ a: { N: '1' }, b: { S: 'x' } }, { b: { S: 'x' }, a: { N: '1.0' } })).toBe(true);
    expect(equal({ L: [{ N: '1' }, { N: '2' }] }, { L: [{ N: '2' }, { N: '1' }] })).toBe(false);
    expect(equal({ S: '1' }, { N: '1' })).toBe(false);
  });
});

describe('display', () => {
  test('keeps every digit and tells strings from numbers within documents', () => {
    expect(inline({ N: '12345678901234567890123456789012345678' })).toBe('12345678901234567890123456789012345678');
    expect(inline({ M: { a: { S: '1' }, b: { N: '1' }, c: { L: [{ NULL: true }] } } })).toBe('{a: "1", b: 1, c: [null]}');
    expect(inline({ B: 'AP8=' })).toBe('0x 00 ff');
    expect(inline({ SS: ['x', 'y'] })).toBe('⟨"x", "y"⟩');
  });
});
