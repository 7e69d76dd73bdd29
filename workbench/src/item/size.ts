/** Sizes as DynamoDB reckons them, and the units that follow. */
import { numberBytes } from './number.ts';
import { bytesOf, type AttributeValue, type Item } from './value.ts';

/** The largest item. */
export const ITEM_BYTES_MAX = 400 * 1024;

const WRITE_UNIT_BYTES = 1024;
const CONTAINER_BYTES = 3;

/** Bytes of all names and values. */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const name in item) {
    bytes += utf8Bytes(name) + valueBytes(item[name] as AttributeValue);
  }
  return bytes;
}

export function valueBytes(value: AttributeValue): number {
  if ('S' in value) return utf8Bytes(value.S);
  if ('N' in value) return numberBytes(value.N);
  if ('B' in value) return base64Bytes(value.B);
  if ('BOOL' in value || 'NULL' in value) return 1;
  if ('SS' in value) return sum(value.SS, utf8Bytes);
  if ('NS' in value) return sum(value.NS, numberBytes);
  if ('BS' in value) return sum(value.BS, base64Bytes);
  if ('L' in value) return CONTAINER_BYTES + value.L.length + sum(value.L, valueBytes);
  return CONTAINER_BYTES + Object.keys(value.M).length + itemBytes(value.M);
}

/** Length of a string in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      // A surrogate pair is two units and four bytes.
      bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
    }
  }
  return bytes;
}

/** Write units of one item outside of a transaction; what is written or removed counts by the larger image. */
export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));
}

function base64Bytes(text: string): number {
  return bytesOf(text)?.length ?? 0;
}

function sum<T>(values: readonly T[], bytes: (value: T) => number): number {
  return values.reduce((total, value) => total + bytes(value), 0);
}
