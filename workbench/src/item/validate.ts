/** What DynamoDB would refuse about an item, found before it is sent. */
import type { Source } from '../dynamo/schema.ts';
import { indexesOf, sourceOf } from '../dynamo/schema.ts';
import type { ScalarType, TableDescription } from '../dynamo/types.ts';
import { bytes } from './display.ts';
import { normalNumber, numberProblem } from './number.ts';
import { ITEM_BYTES_MAX, itemBytes, utf8Bytes, valueBytes } from './size.ts';
import { attributeOf, bytesOf, contentOf, TYPE_NAMES, typeOf, VALUE_TYPES, type AttributeValue, type Item, type ValueType } from './value.ts';

const NAME_BYTES_MAX = 65_535;
const PARTITION_KEY_BYTES_MAX = 2_048;
const SORT_KEY_BYTES_MAX = 1_024;
const NESTING_MAX = 32;

/** One problem and where it is, as a path of names and positions. */
export interface Problem {
  path: (string | number)[];
  text: string;
}

/** The problems of an item for its table, keys of the table and of indexes included; none if DynamoDB takes it. */
export function itemProblems(table: TableDescription, item: Item): Problem[] {
  const problems = Object.entries(item).flatMap(([name, value]) => [...nameProblems([name]), ...valueProblems(value, [name], 1)]);
  if (problems.length > 0) {
    // Sizes and keys can be judged only of values that are some.
    return problems;
  }
  const base = sourceOf(table);
  if (base) {
    problems.push(...keyProblems(base, item));
  }
  for (const index of indexesOf(table)) {
    const source = sourceOf(table, index.IndexName);
    if (source) {
      problems.push(...indexKeyProblems(source, item));
    }
  }
  const size = itemBytes(item);
  if (size > ITEM_BYTES_MAX) {
    problems.push({ path: [], text: `The item has ${bytes(size)}; 400 KB is the most.` });
  }
  return problems;
}

function nameProblems(path: (string | number)[]): Problem[] {
  const name = path.at(-1);
  if (name === '') {
    return [{ path, text: 'An attribute needs a name.' }];
  }
  return typeof name === 'string' && utf8Bytes(name) > NAME_BYTES_MAX ? [{ path, text: 'The name is longer than 64 KB.' }] : [];
}

/** The problems of a value, whatever its JSON holds. */
export function valueProblems(value: AttributeValue, path: (string | number)[], depth: number): Problem[] {
  const problem = (text: string): Problem[] => [{ path, text }];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return problem('A value is an object such as {"S": "text"}.');
  }
  const types = Object.keys(value);
  const type = types[0] as ValueType;
  if (types.length !== 1) {
    return problem(types.length === 0 ? 'The value has no type.' : 'A value has exactly one type.');
  }
  if (!VALUE_TYPES.includes(type)) {
    return problem(`“${type}” is none of DynamoDB’s types: ${VALUE_TYPES.join(', ')}.`);
  }
  const content = contentOf(value);
  switch (type) {
    case 'S':
      return typeof content === 'string' ? [] : problem('A string is text in quotes.');
    case 'N':
      return scalar(content, numberProblem, 'A number stands in quotes, so that no digit is lost.').flatMap(problem);
    case 'B':
      return scalar(content, base64Problem, 'Binary is Base64 in quotes.').flatMap(problem);
    case 'BOOL':
      return typeof content === 'boolean' ? [] : problem('A boolean is true or false.');
    case 'NULL':
      return content === true ? [] : problem('Null is written {"NULL": true}.');
    case 'SS':
    case 'NS':
    case 'BS':
      return setProblems(content, type).flatMap(problem);
    case 'L':
    case 'M':
      return documentProblems(content, type, path, depth);
  }
}

function scalar(content: unknown, check: (text: string) => string | undefined, otherwise: string): string[] {
  const found = typeof content === 'string' ? check(content) : otherwise;
  return found === undefined ? [] : [found];
}

export function base64Problem(text: string): string | undefined {
  return bytesOf(text) ? undefined : `“${text.slice(0, 40)}” is not Base64.`;
}

function setProblems(content: unknown, type: 'SS' | 'NS' | 'BS'): string[] {
  if (!Array.isArray(content) || content.some((member) => typeof member !== 'string')) {
    return ['A set is an array of texts.'];
  }
  const members = content as string[];
  if (members.length === 0) {
    return ['A set has at least one member; remove the attribute instead.'];
  }
  const check = { SS: () => undefined, NS: numberProblem, BS: base64Problem }[type];
  const wrong = members.map(check).find((found) => found !== undefined);
  if (wrong !== undefined) {
    return [wrong];
  }
  const distinct = new Set(type === 'NS' ? members.map(normalNumber) : members);
  return distinct.size < members.length ? ['A set has each member once.'] : [];
}

function documentProblems(content: unknown, type: 'L' | 'M', path: (string | number)[], depth: number): Problem[] {
  if (depth > NESTING_MAX) {
    return [{ path, text: `Documents nest at most ${NESTING_MAX} levels.` }];
  }
  if (type === 'L') {
    return Array.isArray(content)
      ? content.flatMap((value: AttributeValue, i) => valueProblems(value, [...path, i], depth + 1))
      : [{ path, text: 'A list is an array of values.' }];
  }
  return typeof content === 'object' && content !== null && !Array.isArray(content)
    ? Object.entries(content as Item).flatMap(([name, value]) => [
        ...nameProblems([...path, name]),
        ...valueProblems(value, [...path, name], depth + 1),
      ])
    : [{ path, text: 'A map is an object of values.' }];
}

function keyProblems(base: Source, item: Item): Problem[] {
  const partition = base.partitionKeys.flatMap((key) => oneKeyProblem(key.name, key.type, attributeOf(item, key.name), PARTITION_KEY_BYTES_MAX, 'partition key'));
  const sort = base.sortKeys.flatMap((key) => oneKeyProblem(key.name, key.type, attributeOf(item, key.name), SORT_KEY_BYTES_MAX, 'sort key'));
  return [...partition, ...sort];
}

function oneKeyProblem(name: string, type: ScalarType, value: AttributeValue | undefined, bytesMax: number, role: string): Problem[] {
  const path = [name];
  if (value === undefined) {
    return [{ path, text: `The ${role} ${name} is missing.` }];
  }
  if (typeOf(value) !== type) {
    return [{ path, text: `The ${role} ${name} is a ${TYPE_NAMES[type].toLowerCase()} in this table.` }];
  }
  if (contentOf(value) === '') {
    return [{ path, text: `The ${role} ${name} must not be empty.` }];
  }
  return valueBytes(value) > bytesMax ? [{ path, text: `The ${role} has at most ${bytesMax} bytes.` }] : [];
}

/** An item may lack an index's keys, and is not in the index then; but what is there must fit. */
function indexKeyProblems(source: Source, item: Item): Problem[] {
  return [...source.partitionKeys, ...source.sortKeys].flatMap((key) => {
    const value = attributeOf(item, key.name);
    if (value === undefined || source.table.KeySchema.some((element) => element.AttributeName === key.name)) {
      return [];
    }
    const index = source.index?.IndexName;
    if (typeOf(value) !== key.type) {
      return [{ path: [key.name], text: `${key.name} is a key of the index ${index}, where it is a ${TYPE_NAMES[key.type].toLowerCase()}.` }];
    }
    return contentOf(value) === '' ? [{ path: [key.name], text: `${key.name} is a key of the index ${index} and must not be empty.` }] : [];
  });
}
