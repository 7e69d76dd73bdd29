/** Strings as literals of each language, and what else all emitters need. */
import type { Item } from '../item/value.ts';
import { bytesOf } from '../item/value.ts';
import type { Call } from '../expression/request.ts';

export interface CodeOptions {
  /** The server to talk to; absent for AWS itself. */
  endpoint?: string | undefined;
  region: string;
}

/** Writes a program that makes the call, follows all its pages and gathers the items. */
export type Emitter = (call: Call, options: CodeOptions) => string;

/** Moves every line but the first to the right. */
export function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

export function bytesIn(base64: string): number[] {
  return [...(bytesOf(base64) ?? [])];
}

export function entriesOf(item: Item): [string, Item[string]][] {
  return Object.entries(item);
}

/** Names as {@link https://docs.aws.amazon.com/amazondynamodb/ DynamoDB's API} has them, the first letter small. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** KeyConditionExpression as key_condition_expression, or with another separator. */
export function separated(name: string, separator: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, separator).toLowerCase();
}

const SIMPLE_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '"': '\\"' };

/** Quotes with the escapes that all languages of C's family share; the others are the language's own. */
function quoted(text: string, needsEscape: RegExp, escape: (codePoint: number) => string): string {
  let out = '"';
  for (const char of text) {
    const simple = SIMPLE_ESCAPES[char];
    const codePoint = char.codePointAt(0) as number;
    out += simple ?? (codePoint < 0x20 || codePoint === 0x7f || isLoneSurrogate(codePoint) || needsEscape.test(char) ? escape(codePoint) : char);
  }
  return `${out}"`;
}

function isLoneSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

const hex = (codePoint: number, digits: number) => codePoint.toString(16).padStart(digits, '0');
/** Marks that change the direction of text, which some compilers refuse in a literal and none shows; and line separators. */
const INVISIBLE = /[\u0085\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

export function jsString(text: string): string {
  return quoted(text, INVISIBLE, (codePoint) => `\\u${hex(codePoint, 4)}`);
}

/** Java reads \u before anything else, so a control character is octal: \u000a would be the end of the line. */
export function javaString(text: string): string {
  return quoted(text, INVISIBLE, (codePoint) => (codePoint < 0x80 ? `\\${codePoint.toString(8).padStart(3, '0')}` : `\\u${hex(codePoint, 4)}`));
}

export function pythonString(text: string): string {
  return quoted(text, INVISIBLE, (codePoint) => (codePoint < 0x80 ? `\\x${hex(codePoint, 2)}` : `\\u${hex(codePoint, 4)}`));
}

export function goString(text: string): string {
  return quoted(text, INVISIBLE, (codePoint) => `\\u${hex(isLoneSurrogate(codePoint) ? 0xfffd : codePoint, 4)}`);
}

export function csharpString(text: string): string {
  return quoted(text, INVISIBLE, (codePoint) => `\\u${hex(codePoint, 4)}`);
}

export function rustString(text: string): string {
  return quoted(text, INVISIBLE, (codePoint) => `\\u{${hex(isLoneSurrogate(codePoint) ? 0xfffd : codePoint, 1)}}`);
}

/** For a POSIX shell, where nothing between single quotes means anything but a single quote. */
export function shellString(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
