import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { TableDescription } from '../dynamo/types.ts';
import type { Item } from '../item/value.ts';
import { putItemCommand, toCsv, toJsonLines } from './export.ts';
import { readItems, type Format, type ReadLine } from './import.ts';

const table: TableDescription = {
  TableName: 'T',
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
};

const items: Item[] = [
  { pk: { S: 'a,"b"\n' }, sk: { N: '12345678901234567890123456789012345678' }, s: { S: '' }, 'odd:N': { S: ' padded ' } },
  { pk: { S: 'ü' }, sk: { N: '-0.5' }, b: { B: 'AP8=' }, t: { BOOL: false }, n: { NULL: true }, mixed: { S: '1' } },
  { pk: { S: 'x' }, sk: { N: '3' }, ss: { SS: ['a,b', 'c"'] }, ns: { NS: ['1', '2.5'] }, l: { L: [{ M: { k: { N: '1' } } }] }, mixed: { N: '1' } },
];

async function all(lines: AsyncIterable<ReadLine>): Promise<ReadLine[]> {
  const read: ReadLine[] = [];
  for await (const line of lines) {
    read.push(line);
  }
  return read;
}

async function read(text: string, format: Format): Promise<ReadLine[]> {
  return all(readItems(new Blob([text]), format, table));
}

const read2 = async (text: string, format: Format) => (await read(text, format)).map((line) => line.item ?? line.problem);

describe('what is exported comes back the same', () => {
  test('as JSON lines', async () => {
    expect(await read2(toJsonLines(items), 'jsonl')).toEqual(items);
  });

  test('as CSV', async () => {
    expect(await read2(toCsv(items, ['pk', 'sk']), 'csv')).toEqual(items);
  });

  test('as CSV in pieces cut anywhere', async () => {
    const text = new TextEncoder().encode(toCsv(items, ['pk', 'sk']));
    const blob = new Blob([text]);
    Object.defineProperty(blob, 'stream', {
      value: () => new ReadableStream({ start(to) { for (const byte of text) { to.enqueue(Uint8Array.of(byte)); } to.close(); } }),
    });
    const lines = await all(readItems(blob, 'csv', table));
    expect(lines.map((line) => line.item)).toEqual(items);
  });
});

test('plain CSV of others takes key types from the table', async () => {
  expect(await read2('pk,sk,name\na,1,Ann\nb,2,\n', 'csv')).toEqual([
    { pk: { S: 'a' }, sk: { N: '1' }, name: { S: 'Ann' } },
    { pk: { S: 'b' }, sk: { N: '2' } },
  ]);
});

test('each bad line says what is wrong and where', async () => {
  const text = ['{"pk":{"S":"a"},"sk":{"N":"1"}}', 'nonsense', '', '{"pk":{"S":"a"}}', '{"pk":{"S":"a"},"sk":{"N":"1.0"}}'].join('\n');
  const lines = await read(text, 'jsonl');
  expect(lines.map((line) => line.line)).toEqual([1, 2, 4, 5]);
  expect(lines[1]?.problem).toMatch(/JSON value expected/);
  expect(lines[2]?.problem).toBe('sk: The sort key sk is missing.');
  expect(lines[3]?.problem).toBe('The same key as line 1.');
  expect((await read('pk,sk\na,1,2\n', 'csv'))[0]?.problem).toMatch(/3 cells, where the first line has 2/);
  expect((await read('pk,sk,x:NS\na,1,oops\n', 'csv'))[0]?.problem).toMatch(/^A cell cannot be read/);
});

test('reading can be cancelled', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(all(readItems(new Blob(['{}']), 'jsonl', table, { signal: controller.signal }))).rejects.toThrow(/abort/i);
});

test('the command survives a shell', () => {
  const item: Item = { pk: { S: `it's "$HOME" \`x\` \\ é` } };
  const command = putItemCommand('My Table', item, 'http://127.0.0.1:8000').replace(/^aws /, 'node -p "JSON.stringify(process.argv.slice(1))" -- ');
  const words = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' })) as string[];
  expect(words).toEqual(['dynamodb', 'put-item', '--endpoint-url', 'http://127.0.0.1:8000', '--table-name', 'My Table', '--item', JSON.stringify(item)]);
});

test('a cell holds one value: what ends it and begins another is refused', async () => {
  expect(await read2('pk,sk,flag:BOOL\na,1,"true},""x"":{""S"":""y"""\nb,2,true\n', 'csv')).toEqual([
    'A cell cannot be read: flag: “true},"x":{"S":"y"” is not JSON.',
    { pk: { S: 'b' }, sk: { N: '2' }, flag: { BOOL: true } },
  ]);
});

test('a line that is longer than any item is a problem, and the next one is read', async () => {
  const lines = await read2(`[${'1,'.repeat(3_000_000)}1]\n{"pk":{"S":"a"},"sk":{"N":"1"}}`, 'jsonl');
  expect(lines).toEqual([expect.stringContaining('longer than any item'), { pk: { S: 'a' }, sk: { N: '1' } }]);
});
