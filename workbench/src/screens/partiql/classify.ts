/** Says what a PartiQL statement does before it is run: whether it writes, and whether it reads slices or everything. */
import { sourceOf, type Source } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import { isSign, isWord, tokens, type Token } from './lexer.ts';

export interface Classified {
  kind: 'select' | 'insert' | 'update' | 'delete' | 'unknown';
  table?: string;
  index?: string;
  /** Of a SELECT: slices of item collections, or a scan; unknown for a table that is not there. */
  access?: 'slices' | 'scan';
  /** The attribute that an equality or IN would make slices of. */
  partitionKey?: string;
  /** It lists values of the partition key with IN, for which DynamoDB gives pages of ten items. */
  isList?: boolean;
  /** How many parameters it has. */
  parameters: number;
}

export function classify(text: string, tables: readonly TableDescription[]): Classified {
  const all = tokens(text);
  const [first] = all;
  const parameters = all.filter((token) => token.kind === 'parameter').length;
  const kind = (['select', 'insert', 'update', 'delete'] as const).find((one) => isWord(first, one.toUpperCase())) ?? 'unknown';
  const target = targetOf(all, kind);
  const classified: Classified = { kind, parameters, ...target.names };
  const table = tables.find((one) => one.TableName === target.names.table);
  const source = table && sourceOf(table, target.names.index);
  if (kind === 'select' && source) {
    const [key] = source.partitionKeys;
    Object.assign(classified, accessOf(all.slice(target.end), source));
    if (key) {
      classified.partitionKey = key.name;
    }
  }
  return classified;
}

interface Target {
  names: { table?: string; index?: string };
  /** The number of the first token behind it. */
  end: number;
}

function targetOf(all: readonly Token[], kind: Classified['kind']): Target {
  const before = { select: 'FROM', insert: 'INTO', update: 'UPDATE', delete: 'FROM', unknown: '' }[kind];
  const at = all.findIndex((token) => isWord(token, before));
  const name = at < 0 ? undefined : all[at + 1];
  if (name?.kind !== 'name' && name?.kind !== 'word') {
    return { names: {}, end: all.length };
  }
  const index = isSign(all[at + 2], '.') ? all[at + 3] : undefined;
  return index?.kind === 'name' || index?.kind === 'word'
    ? { names: { table: name.text, index: index.text }, end: at + 4 }
    : { names: { table: name.text }, end: at + 2 };
}

/** Slices where the WHERE clause can only hold for values of the partition key that it lists. */
function accessOf(rest: readonly Token[], source: Source): Pick<Classified, 'access' | 'isList'> {
  const where = rest.findIndex((token) => isWord(token, 'WHERE'));
  const [key, ...more] = source.partitionKeys;
  if (where < 0 || !key || more.length > 0 || source.sortKeys.length > 1) {
    return { access: 'scan' };
  }
  const end = rest.findIndex((token) => isWord(token, 'ORDER'));
  const conditions = new Conditions(rest.slice(where + 1, end < 0 ? undefined : end), key.name);
  return conditions.or() ? { access: 'slices', isList: conditions.isList } : { access: 'scan' };
}

/** Walks through a condition; each rule says whether the part that it read lists values of the partition key. */
class Conditions {
  /** An IN on the partition key was read. */
  isList = false;
  private at = 0;
  private readonly all: readonly Token[];
  private readonly key: string;

  constructor(all: readonly Token[], key: string) {
    this.all = all;
    this.key = key;
  }

  or(): boolean {
    let lists = this.and();
    while (this.takeWord('OR')) {
      // Every alternative must.
      lists = this.and() && lists;
    }
    return lists;
  }

  private and(): boolean {
    let lists = this.term();
    while (this.takeWord('AND')) {
      lists = this.term() || lists;
    }
    return lists;
  }

  private term(): boolean {
    if (this.takeWord('NOT')) {
      this.term();
      return false;
    }
    if (isSign(this.peek(), '(') && !this.isValueInBrackets()) {
      this.at++;
      const lists = this.or();
      this.takeSign(')');
      return lists;
    }
    return this.comparison();
  }

  private comparison(): boolean {
    const left = this.operand();
    if (this.takeSign('=')) {
      const right = this.operand();
      return (left === 'key' && right === 'value') || (left === 'value' && right === 'key');
    }
    if (this.takeWord('IN')) {
      const isList = this.list() && left === 'key';
      this.isList ||= isList;
      return isList;
    }
    if (this.takeWord('BETWEEN')) {
      this.operand();
      this.takeWord('AND');
      this.operand();
      return false;
    }
    if (this.takeWord('NOT')) {
      this.comparisonRest();
      return false;
    }
    if (this.takeWord('IS')) {
      this.takeWord('NOT');
      this.at++;
      return false;
    }
    if (this.peek()?.kind === 'sign' && /^(<>|<=|>=|!=|<|>)$/.test(this.peek()?.text ?? '')) {
      this.at++;
      this.operand();
    }
    return false;
  }

  /** What follows NOT between two operands: IN or BETWEEN. */
  private comparisonRest(): void {
    if (this.takeWord('IN')) {
      this.list();
    } else if (this.takeWord('BETWEEN')) {
      this.operand();
      this.takeWord('AND');
      this.operand();
    }
  }

  /** Whether a list has constants only. */
  private list(): boolean {
    const isOpen = this.takeSign('[') || this.takeSign('(');
    let constants = isOpen;
    while (isOpen && this.at < this.all.length && !isSign(this.peek(), ']') && !isSign(this.peek(), ')')) {
      constants = this.operand() === 'value' && constants;
      if (!this.takeSign(',')) {
        break;
      }
    }
    this.at++;
    return constants;
  }

  /** A constant, the partition key, or something else; arithmetic is something else. */
  private operand(): 'value' | 'key' | 'other' {
    const kind = this.simple();
    if (isSign(this.peek(), '+') || isSign(this.peek(), '-')) {
      this.at++;
      this.operand();
      return 'other';
    }
    return kind;
  }

  private simple(): 'value' | 'key' | 'other' {
    const token = this.peek();
    this.at++;
    switch (token?.kind) {
      case 'string':
      case 'number':
      case 'parameter':
        return 'value';
      case 'sign':
        if (token.text === '-' || token.text === '+') {
          return this.simple();
        }
        this.at--;
        this.skipBrackets();
        return 'value';
      case 'word':
        if (/^(true|false|null|missing)$/i.test(token.text)) {
          return 'value';
        }
        return this.path(token);
      case 'name':
        return this.path(token);
      default:
        return 'other';
    }
  }

  /** The rest of a path or a call behind its first name. */
  private path(first: Token): 'key' | 'other' {
    let isWhole = true;
    if (isSign(this.peek(), '(')) {
      this.skipBrackets();
      return 'other';
    }
    while (isSign(this.peek(), '.') || isSign(this.peek(), '[')) {
      isWhole = false;
      if (isSign(this.peek(), '[')) {
        this.skipBrackets();
      } else {
        this.at += 2;
      }
    }
    return isWhole && first.text === this.key ? 'key' : 'other';
  }

  private skipBrackets(): void {
    let depth = 0;
    do {
      const text = this.peek()?.kind === 'sign' ? this.peek()?.text : '';
      depth += /^(\(|\[|\{|<<)$/.test(text ?? '') ? 1 : /^(\)|\]|\}|>>)$/.test(text ?? '') ? -1 : 0;
      this.at++;
    } while (depth > 0 && this.at < this.all.length);
  }

  /** Whether the bracket here holds a value, as in ('a') = pk, rather than a condition. */
  private isValueInBrackets(): boolean {
    const after = this.all[this.at + 2];
    const inside = this.all[this.at + 1];
    return (inside?.kind === 'string' || inside?.kind === 'number' || inside?.kind === 'parameter') && isSign(after, ')');
  }

  private peek(): Token | undefined {
    return this.all[this.at];
  }

  private takeWord(word: string): boolean {
    const is = isWord(this.peek(), word);
    this.at += is ? 1 : 0;
    return is;
  }

  private takeSign(sign: string): boolean {
    const is = isSign(this.peek(), sign);
    this.at += is ? 1 : 0;
    return is;
  }
}
