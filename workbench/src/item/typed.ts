/** Values as people type them, of every type. */
import { isLosslessNumber, parse } from 'lossless-json';
import { normalNumber, numberProblem } from './number.ts';
import { bytesOf, VALUE_TYPES, type AttributeValue, type Item, type ValueType } from './value.ts';

export type Parsed = { value: AttributeValue; problem?: undefined } | { problem: string };

/** What to write for a value of a type that is not plain text. */
export const VALUE_HINTS: Partial<Record<ValueType, string>> = {
  B: 'Base64',
  SS: '["a", "b"] or a, b',
  NS: '[1, 2.5] or 1, 2.5',
  BS: '["AQI=", "Aw=="]',
  L: '["a", 1, true]',
  M: '{"name": "a", "size": 1}',
};

/**
 * The value that a text stands for. Sets are JSON arrays or a list with commas; lists and maps are JSON, in which an object
 * with one member that is a type's name, such as {"SS": ["a"]}, stands for a value of that type.
 */
export function parseTyped(text: string, type: ValueType): Parsed {
  switch (type) {
    case 'S':
      return { value: { S: text } };
    case 'N':
      return number(text);
    case 'B':
      return bytesOf(text) ? { value: { B: text } } : { problem: `“${text}” is not Base64.` };
    case 'BOOL':
      return text === 'true' || text === 'false' ? { value: { BOOL: text === 'true' } } : { problem: 'A boolean is true or false.' };
    case 'NULL':
      return { value: { NULL: true } };
    case 'SS':
    case 'NS':
    case 'BS':
      return parseSet(text, type);
    case 'L':
    case 'M':
      return parseDocument(text, type);
  }
}

function number(text: string): Parsed {
  const problem = numberProblem(text);
  return problem ? { problem } : { value: { N: text.trim() } };
}

function parseSet(text: string, type: 'SS' | 'NS' | 'BS'): Parsed {
  let members: string[];
  if (text.trim().startsWith('[')) {
    const parsed = json(text);
    if (!Array.isArray(parsed)) {
      return { problem: 'This is not a JSON array.' };
    }
    if (parsed.some((one) => typeof one !== 'string' && !(type === 'NS' && isLosslessNumber(one)))) {
      return { problem: type === 'NS' ? 'A number set has numbers only.' : 'This set has strings only.' };
    }
    members = parsed.map(String);
  } else {
    members = text.split(',').map((one) => one.trim());
  }
  return checkedSet(members, type);
}

function checkedSet(members: string[], type: 'SS' | 'NS' | 'BS'): Parsed {
  if (members.length === 0 || (members.length === 1 && members[0] === '' && type !== 'SS')) {
    return { problem: 'A set cannot be empty.' };
  }
  for (const member of members) {
    const problem = type === 'NS' ? numberProblem(member) : type === 'BS' && !bytesOf(member) ? `“${member}” is not Base64.` : undefined;
    if (problem) {
      return { problem };
    }
  }
  if (new Set(type === 'NS' ? members.map(normalNumber) : members).size < members.length) {
    return { problem: 'A set has each member once.' };
  }
  return { value: { [type]: members } as unknown as AttributeValue };
}

function parseDocument(text: string, type: 'L' | 'M'): Parsed {
  const parsed = json(text);
  if (parsed === undefined) {
    return { problem: `This is not JSON, as in ${VALUE_HINTS[type]}.` };
  }
  const converted = fromJson(parsed, true);
  if ('problem' in converted) {
    return converted as Parsed;
  }
  const value = converted as AttributeValue;
  return type in value ? { value } : { problem: type === 'L' ? 'A list is a JSON array.' : 'A map is a JSON object.' };
}

function json(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function fromJson(value: unknown, isOutermost = false): AttributeValue | { problem: string } {
  if (value === null) {
    return { NULL: true };
  }
  if (typeof value === 'string') {
    return { S: value };
  }
  if (typeof value === 'boolean') {
    return { BOOL: value };
  }
  if (isLosslessNumber(value)) {
    return result(number(String(value)));
  }
  if (Array.isArray(value)) {
    const elements = value.map((one) => fromJson(one));
    return elements.find(isProblem) ?? { L: elements as AttributeValue[] };
  }
  const entries = Object.entries(value as object);
  const typed = !isOutermost && entries.length === 1 ? fromTyped(entries[0] as [string, unknown]) : undefined;
  if (typed) {
    return typed;
  }
  const members: Item = Object.create(null) as Item;
  for (const [name, member] of entries) {
    const converted = fromJson(member);
    if (isProblem(converted)) {
      return { problem: `${name}: ${converted.problem}` };
    }
    members[name] = converted;
  }
  return { M: members };
}

/** {"SS": ["a"]} and the like; undefined for what is a map with one member. */
function fromTyped([name, content]: [string, unknown]): AttributeValue | { problem: string } | undefined {
  const type = VALUE_TYPES.find((one) => one === name);
  switch (type) {
    case 'S':
    case 'N':
    case 'B':
      return typeof content === 'string' ? result(parseTyped(content, type)) : undefined;
    case 'BOOL':
      return typeof content === 'boolean' ? { BOOL: content } : undefined;
    case 'NULL':
      return content === true ? { NULL: true } : undefined;
    case 'SS':
    case 'NS':
    case 'BS':
      return Array.isArray(content) && content.every((one) => typeof one === 'string') ? result(checkedSet(content as string[], type)) : undefined;
    default:
      return undefined;
  }
}

function result(parsed: Parsed): AttributeValue | { problem: string } {
  return parsed.problem === undefined ? parsed.value : { problem: parsed.problem };
}

function isProblem(value: AttributeValue | { problem: string }): value is { problem: string } {
  return 'problem' in value;
}
