/** Reads items from a file of JSON lines or CSV, piece by piece, and says of each line whether it can be written. */
import { keyId } from '../dynamo/schema.ts';
import type { ScalarType, TableDescription } from '../dynamo/types.ts';
import { parseItem } from '../item/json.ts';
import { itemProblems } from '../item/validate.ts';
import { typeOf, type Item } from '../item/value.ts';
import { normalNumber } from '../item/number.ts';
import { CsvSplitter, readHeader, readLine, type Column } from './csv.ts';

export type Format = 'jsonl' | 'csv';

/** One line of a file: its item or its problem. */
export type ReadLine = { line: number; item: Item; problem?: undefined } | { line: number; problem: string; item?: undefined };

/** CSV by the name's ending, JSON lines otherwise. */
export function formatOf(fileName: string): Format {
  return /\.csv$/i.test(fileName) ? 'csv' : 'jsonl';
}

/**
 * Reads a file against a table. An item whose key an earlier line has too is a problem, since one of the two would be lost.
 *
 * @param onBytes is told how many bytes were read, for the progress
 */
export async function* readItems(
  file: Blob,
  format: Format,
  table: TableDescription,
  options: { signal?: AbortSignal; onBytes?: (bytes: number) => void } = {},
): AsyncGenerator<ReadLine, void, void> {
  const lines = new Map<string, number>();
  const raw = format === 'csv' ? csvItems(pieces(file, options), table) : jsonItems(pieces(file, options));
  for await (const read of raw) {
    if (read.item === undefined) {
      yield read;
      continue;
    }
    const [problem] = itemProblems(table, read.item);
    if (problem) {
      yield { line: read.line, problem: `${problem.path.length > 0 ? `${problem.path.join('.')}: ` : ''}${problem.text}` };
      continue;
    }
    const id = normalId(table, read.item);
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      yield { line: read.line, problem: `The same key as line ${earlier}.` };
      continue;
    }
    lines.set(id, read.line);
    yield read;
  }
}

/** Keys that are equal to DynamoDB have equal ids, 1 and 1.0 among them. */
function normalId(table: TableDescription, item: Item): string {
  const normal = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, typeOf(value) === 'N' && 'N' in value ? { N: normalNumber(value.N) } : value]),
  );
  return keyId(table, normal);
}

async function* pieces(
  file: Blob,
  { signal, onBytes }: { signal?: AbortSignal; onBytes?: (bytes: number) => void },
): AsyncGenerator<string, void, void> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      bytes += value.length;
      onBytes?.(bytes);
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel();
  }
}

/** An item of 400 KB has at most six times as much as JSON, where each character is an escape. */
const LINE_CHARACTERS_MAX = 4 * 1024 * 1024;

async function* jsonItems(text: AsyncIterable<string>): AsyncGenerator<ReadLine, void, void> {
  /** The pieces of the line that has no end yet; a line that is too long is not kept. */
  let rest: string[] = [];
  let length = 0;
  let line = 0;
  const add = (part: string) => {
    length += part.length;
    if (length <= LINE_CHARACTERS_MAX) {
      rest.push(part);
    }
  };
  const end = (): ReadLine[] => {
    const isTooLong = length > LINE_CHARACTERS_MAX;
    const source = rest.join('');
    rest = [];
    length = 0;
    return isTooLong ? [{ line: ++line, problem: 'The line is longer than any item. One item a line is wanted, not one array of all.' }] : read(source);
  };
  const read = (source: string): ReadLine[] => {
    line++;
    if (source.trim() === '') {
      return [];
    }
    const parsed = parseItem(source);
    return [parsed.problem === undefined ? { line, item: parsed.item } : { line, problem: parsed.problem }];
  };
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n');
    add(first);
    for (const part of others) {
      yield* end();
      add(part);
    }
  }
  yield* end();
}

async function* csvItems(text: AsyncIterable<string>, table: TableDescription): AsyncGenerator<ReadLine, void, void> {
  const splitter = new CsvSplitter();
  const keyTypes = new Map<string, ScalarType>(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  let columns: Column[] | undefined;
  const read = function* (records: Iterable<{ cells: Parameters<typeof readLine>[1]; line: number }>): Generator<ReadLine, void, void> {
    for (const { cells, line } of records) {
      if (columns === undefined) {
        columns = readHeader(cells, keyTypes);
        continue;
      }
      const parsed = readLine(columns, cells);
      yield parsed.problem === undefined ? { line, item: parsed.item } : { line, problem: parsed.problem };
    }
  };
  for await (const piece of text) {
    yield* read(splitter.feed(piece));
  }
  yield* read(splitter.end());
}
