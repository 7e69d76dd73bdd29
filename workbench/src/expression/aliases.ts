/** Placeholders for names and values, which say what they stand for. */
import type { KeyAttribute, Source } from '../dynamo/schema.ts';
import type { AttributeValue, Item } from '../item/value.ts';
import type { Path } from '../item/path.ts';
import { isReserved } from './reserved.ts';

/**
 * Collects the names and values of a request's expressions. Key attributes are #hashKey and #rangeKey, their values
 * :hashKeyValue and :rangeKeyValue; other names have a placeholder only where DynamoDB insists on one.
 */
export class Aliases {
  readonly names: Record<string, string> = {};
  readonly values: Item = {};
  private readonly keys = new Map<string, string>();
  private readonly aliased = new Map<string, string>();

  constructor(source: Source) {
    const number = (keys: KeyAttribute[], role: string) =>
      keys.forEach((key, i) => this.keys.set(key.name, `${role}${i === 0 ? '' : i + 1}`));
    number(source.partitionKeys, 'hashKey');
    number(source.sortKeys, 'rangeKey');
  }

  path(path: Path): string {
    return path
      .map((element, i) => (typeof element === 'number' ? `[${element}]` : `${i === 0 ? '' : '.'}${this.name(element, i === 0)}`))
      .join('');
  }

  private name(name: string, isAttribute: boolean): string {
    const role = isAttribute ? this.keys.get(name) : undefined;
    if (role === undefined && /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !isReserved(name)) {
      return name;
    }
    const id = role === undefined ? `n ${name}` : `k ${name}`;
    let alias = this.aliased.get(id);
    if (alias === undefined) {
      alias = free(`#${role ?? word(name)}`, this.names);
      this.aliased.set(id, alias);
      this.names[alias] = name;
    }
    return alias;
  }

  /** A placeholder for a value that belongs to a path. */
  value(value: AttributeValue, path: Path): string {
    const role = path.length === 1 ? this.keys.get(path[0]) : undefined;
    const last = path.findLast((element) => typeof element === 'string') ?? path[0];
    const alias = free(`:${role === undefined ? word(String(last)) : `${role}Value`}`, this.values);
    this.values[alias] = value;
    return alias;
  }
}

/** A name as part of a placeholder, which has letters, digits and underscores only. */
function word(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_') || '_';
}

/** The placeholder itself, or with the first number behind it that is free. */
function free(alias: string, taken: Record<string, unknown>): string {
  let candidate = alias;
  for (let number = 2; Object.hasOwn(taken, candidate); number++) {
    candidate = `${alias}${number}`;
  }
  return candidate;
}
