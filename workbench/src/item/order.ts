/** The order in which DynamoDB keeps items: strings by UTF-8 bytes, numbers by value, binary by unsigned bytes. */
import { compareNumbers } from './number.ts';
import { bytesOf, typeOf, type AttributeValue } from './value.ts';

/**
 * Compares two values of a key's type. JavaScript compares strings by UTF-16 units, which differs from UTF-8 for characters
 * beyond U+FFFF; code points have the order of the bytes.
 */
export function compareKeys(a: AttributeValue, b: AttributeValue): number {
  if ('S' in a && 'S' in b) {
    return compareStrings(a.S, b.S);
  }
  if ('N' in a && 'N' in b) {
    return compareNumbers(a.N, b.N);
  }
  if ('B' in a && 'B' in b) {
    return compareBytes(bytesOf(a.B) ?? new Uint8Array(), bytesOf(b.B) ?? new Uint8Array());
  }
  return typeOf(a).localeCompare(typeOf(b));
}

export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) {
      return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
    }
  }
  return a.length - b.length;
}

/** Moves surrogates, which stand for code points beyond U+FFFF, behind all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) {
      return difference;
    }
  }
  return a.length - b.length;
}
