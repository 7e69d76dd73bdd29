/**
 * Items as CSV and back, without loss. A column holds one type: strings as they are, other types named behind the
 * attribute, as in price:N. A column of several types is name:JSON and holds DynamoDB JSON. An empty cell is no attribute,
 * a quoted empty one ("") is the empty string.
 */
import { isJson, parseItem } from '../item/json.ts';
import { attributeOf, contentOf, typeOf, VALUE_TYPES, type AttributeValue, type Item, type ValueType } from '../item/value.ts';
import type { ScalarType } from '../dynamo/types.ts';

type ColumnType = ValueType | 'JSON';

export interface Column {
  name: string;
  type: ColumnType;
}

/** The columns for items: the given names first, then all others as they appear. */
export function columnsOf(items: Iterable<Item>, first: readonly string[]): Column[] {
  const types = new Map<string, Set<ValueType>>(first.map((name) => [name, new Set()]));
  for (const item of items) {
    for (const name in item) {
      const seen = types.get(name) ?? new Set();
      types.set(name, seen.add(typeOf(item[name] as AttributeValue)));
    }
  }
  return [...types].map(([name, seen]) => ({ name, type: seen.size > 1 ? 'JSON' : ([...seen][0] ?? 'S') }));
}

const SUFFIX = new RegExp(`^(.*):(${[...VALUE_TYPES, 'JSON'].join('|')})$`, 's');

/** The first line. A string's name needs no type, unless it looks as if it had one. */
export function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name, type }) => quoted(type === 'S' && !SUFFIX.test(name) ? name : `${name}:${type}`, false)).join(',');
}

/** One item as a line. */
export function csvLine(columns: readonly Column[], item: Item): string {
  return columns
    .map(({ name, type }) => {
      const value = attributeOf(item, name);
      return value === undefined ? '' : quoted(cellText(value, type), true);
    })
    .join(',');
}

function cellText(value: AttributeValue, type: ColumnType): string {
  const content = contentOf(value);
  if (type === 'JSON') {
    return JSON.stringify(value);
  }
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function quoted(text: string, isCell: boolean): string {
  return /[",\r\n]/.test(text) || (isCell && (text === '' || text !== text.trim())) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The columns that a first line names; keys of the table have their type though it is not written. */
export function readHeader(cells: readonly Cell[], keyTypes: ReadonlyMap<string, ScalarType>): Column[] {
  return cells.map(({ text }) => {
    const match = SUFFIX.exec(text);
    return match ? { name: match[1] ?? '', type: match[2] as ColumnType } : { name: text, type: keyTypes.get(text) ?? 'S' };
  });
}

/** The item of one line, or what is wrong with it. */
export function readLine(columns: readonly Column[], cells: readonly Cell[]): { item: Item; problem?: undefined } | { problem: string } {
  if (cells.length !== columns.length) {
    return { problem: `${cells.length} cells, where the first line has ${columns.length}.` };
  }
  const json: string[] = [];
  for (const [i, cell] of cells.entries()) {
    const column = columns[i] as Column;
    if (cell.text !== '' || cell.isQuoted) {
      if (!TEXT_TYPES.has(column.type) && !isJson(cell.text)) {
        return { problem: `A cell cannot be read: ${column.name}: “${cell.text.slice(0, 40)}” is not JSON.` };
      }
      json.push(`${JSON.stringify(column.name)}:${cellJson(cell.text, column.type)}`);
    }
  }
  // The same reader as for JSON lines, so that both check alike.
  const read = parseItem(`{${json.join(',')}}`);
  return read.problem === undefined ? read : { problem: `A cell cannot be read: ${read.problem}` };
}

/** Types whose cells are plain text. */
const TEXT_TYPES: ReadonlySet<ColumnType> = new Set(['S', 'N', 'B']);

function cellJson(text: string, type: ColumnType): string {
  switch (type) {
    case 'JSON':
      return text;
    default:
      return `{"${type}":${TEXT_TYPES.has(type) ? JSON.stringify(text) : text}}`;
  }
}

export interface Cell {
  text: string;
  isQuoted: boolean;
}

/** Splits text that comes in pieces into lines of cells; quotes may hold commas, quotes and line breaks. */
export class CsvSplitter {
  private cells: Cell[] = [];
  private text = '';
  private isQuoted = false;
  private isInQuotes = false;
  private hasQuoteBefore = false;
  /** The line of the text where the present record began. */
  private line = 1;
  private recordLine = 1;

  /** The records that the piece completes, each with the line it began on. */
  *feed(piece: string): Generator<{ cells: Cell[]; line: number }, void, void> {
    for (const c of piece) {
      if (c === '\n') {
        this.line++;
      }
      if (this.isInQuotes) {
        if (c !== '"') {
          this.text += c;
          continue;
        }
        this.isInQuotes = false;
        this.hasQuoteBefore = true;
        continue;
      }
      if (c === '"' && this.hasQuoteBefore) {
        this.text += '"';
        this.isInQuotes = true;
      } else if (c === '"' && this.text === '') {
        this.isInQuotes = true;
        this.isQuoted = true;
      } else if (c === ',') {
        this.endCell();
      } else if (c === '\n') {
        const record = this.endRecord();
        if (record) {
          yield record;
        }
      } else if (c !== '\r') {
        this.text += c;
      }
      this.hasQuoteBefore = false;
    }
  }

  /** The record that has no line break behind it, if there is one. */
  *end(): Generator<{ cells: Cell[]; line: number }, void, void> {
    const record = this.endRecord();
    if (record) {
      yield record;
    }
  }

  private endCell(): void {
    this.cells.push({ text: this.text, isQuoted: this.isQuoted });
    this.text = '';
    this.isQuoted = false;
  }

  private endRecord(): { cells: Cell[]; line: number } | undefined {
    const isBlank = this.cells.length === 0 && this.text === '' && !this.isQuoted;
    const line = this.recordLine;
    this.recordLine = this.line;
    if (isBlank) {
      return undefined;
    }
    this.endCell();
    const { cells } = this;
    this.cells = [];
    return { cells, line };
  }
}
