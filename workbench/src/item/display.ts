/** Values as people read them. */
import { bytesOf, type AttributeValue, type Item } from './value.ts';

const INLINE_MAX = 400;

/** A value on one line, cut when it is long. */
export function inline(value: AttributeValue): string {
  const text = raw(value);
  return text.length > INLINE_MAX ? `${text.slice(0, INLINE_MAX)}…` : text;
}

function raw(value: AttributeValue): string {
  if ('S' in value) return value.S;
  if ('N' in value) return value.N;
  if ('B' in value) return hex(value.B);
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('SS' in value) return set(value.SS.map(quoted));
  if ('NS' in value) return set(value.NS);
  if ('BS' in value) return set(value.BS.map(hex));
  return nested(value, INLINE_MAX);
}

/** Within a list or map, where strings need quotes to be told from numbers. */
function nested(value: AttributeValue, room: number): string {
  if ('S' in value) return quoted(value.S.length > room ? value.S.slice(0, room) : value.S);
  if ('L' in value) return `[${joined(value.L.map((one) => ['', one]), room)}]`;
  if ('M' in value) return `{${joined(Object.entries(value.M), room)}}`;
  return raw(value);
}

function joined(entries: [string, AttributeValue][], room: number): string {
  let text = '';
  for (const [name, value] of entries) {
    if (text.length > room) {
      return `${text}, …`;
    }
    text += (text ? ', ' : '') + (name ? `${name}: ` : '') + nested(value, room - text.length);
  }
  return text;
}

function set(members: string[]): string {
  return `⟨${members.join(', ')}⟩`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Bytes in hexadecimal, with their number when there are many. */
export function hex(base64: string): string {
  const bytes = bytesOf(base64) ?? new Uint8Array();
  const shown = Array.from(bytes.subarray(0, 24), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return bytes.length > 24 ? `0x ${shown} … (${bytes.length} bytes)` : `0x ${shown}`;
}

/** An item or key as DynamoDB JSON over several lines. */
export function pretty(item: Item): string {
  return JSON.stringify(item, null, 2);
}

const whole = new Intl.NumberFormat('en-US');
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 1234567 as 1,234,567. */
export function count(value: number): string {
  return whole.format(value);
}

/** Capacity units, which come in halves. */
export function units(value: number): string {
  return tenths.format(value);
}

/** 1536 as 1.5 KB, where a KB is 1,024 bytes as in DynamoDB's limits. */
export function bytes(value: number): string {
  const names = ['B', 'KB', 'MB', 'GB', 'TB'];
  let power = 0;
  let scaled = value;
  while (scaled >= 1024 && power < names.length - 1) {
    scaled /= 1024;
    power++;
  }
  return power === 0 ? `${value} B` : `${tenths.format(scaled)} ${names[power]}`;
}
