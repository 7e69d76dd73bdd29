/** Every generated program is run against the server: it must return, or leave behind, what DynamoDB's API itself does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '../src/code/languages.ts';
import { partiql } from '../src/code/partiql.ts';
import { sourceOf, type Source } from '../src/dynamo/schema.ts';
import type { TableDescription } from '../src/dynamo/types.ts';
import type { BuilderForm } from '../src/expression/form.ts';
import { check, type Plan } from '../src/expression/plan.ts';
import { callOf } from '../src/expression/request.ts';
import type { Item, Key } from '../src/item/value.ts';
import { api } from './harness.ts';
import { runCli, runDocument, runJava, runJavaScript, runPython, sorted, vetGo, type Results, type Runner } from './snippets/runners.ts';

const TABLE = 'Snippets';
/** Apart from what is read, so that no scan sees what is written. */
const WRITTEN = 'SnippetsWritten';
const PATIENCE_MS = 150_000;
/** Everything that some language or shell gives a meaning to. */
const NASTY = `"double" 'single' back\\slash \\u0041 $HOME \${x} $(id) \`id\` %s {0} #{x} file://x\n\r\t\u0007 \u0085\u2028\u202e é漢😀 */ // -- ; ?`;
const BIG = '12345678901234567890.123456789012345678';

const SCHEMA = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'group'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })).concat({ AttributeName: 'rank', AttributeType: 'N' }),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
  GlobalSecondaryIndexes: [{ IndexName: 'by-rank', KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }, { AttributeName: 'rank', KeyType: 'RANGE' }], Projection: { ProjectionType: 'ALL' } }],
};

let folder = '';
const sources = new Map<string, Source>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stator-snippets-'));
  for (const TableName of [TABLE, WRITTEN]) {
    await api('CreateTable', { TableName, ...SCHEMA });
  }
  for (let i = 0; i < 7; i++) {
    await api('PutItem', { TableName: TABLE, Item: sample(i) });
  }
  for (const table of ['AuditLog', TABLE, WRITTEN]) {
    const { Table } = await api<{ Table: TableDescription }>('DescribeTable', { TableName: table });
    sources.set(table, sourceOf(Table) as Source);
    for (const index of Table.GlobalSecondaryIndexes ?? []) {
      sources.set(`${table}/${index.IndexName}`, sourceOf(Table, index.IndexName) as Source);
    }
  }
});

afterAll(async () => {
  await Promise.all([TABLE, WRITTEN].map((TableName) => api('DeleteTable', { TableName })));
  rmSync(folder, { recursive: true, force: true });
});

function sample(i: number): Item {
  return {
    pk: { S: NASTY },
    sk: { S: `item ${i}` },
    group: { S: `it's "${i % 2}"` },
    rank: { N: i === 3 ? BIG : String(i) },
    status: { S: i % 3 === 0 ? NASTY : 'open' },
    'dotted.name': { M: { inner: { L: [{ N: String(i) }, { NULL: true }, { BOOL: i % 2 === 0 }] } } },
    bytes: { B: Buffer.from([0, i, 255]).toString('base64') },
    tags: { SS: [NASTY, `tag ${i}`] },
    numbers: { NS: ['1.5', BIG] },
    chunks: { BS: ['AQI=', 'Aw=='] },
    empty: { M: {} },
  };
}

function plan(patch: Partial<BuilderForm>): Plan {
  const form: BuilderForm = { operation: 'Query', table: TABLE, key: [], clauses: [], join: 'AND', projection: [], fields: [], changes: [], descending: false, consistent: false, ...patch };
  const { plan: checked, problems } = check(form, sources.get(form.index ? `${form.table}/${form.index}` : form.table) as Source);
  expect(problems).toEqual([]);
  return checked as Plan;
}

const equal = (attribute: string, value: string) => ({ attribute, operator: '=' as const, values: [value] });

/** Requests that read, and how many items they find. */
const READS: Record<string, [Partial<BuilderForm>, number | undefined]> = {
  preset: [{ table: 'AuditLog', key: [equal('pk', 'TENANT#acme'), { attribute: 'sk', operator: 'begins_with', values: ['EVENT#2026-06'] }] }, undefined],
  pages: [{ key: [equal('pk', NASTY), { attribute: 'sk', operator: 'between', values: ['item 1', 'item 5'] }], descending: true, consistent: true, limit: 2, projection: ['sk', 'status', '"dotted.name".inner[0]'] }, 5],
  index: [{ index: 'by-rank', key: [equal('group', `it's "1"`), { attribute: 'rank', operator: '>=', values: ['3'] }], clauses: [{ attribute: 'numbers', operator: 'contains', type: 'N', values: [BIG] }] }, 2],
  filter: [
    {
      operation: 'Scan',
      join: 'OR',
      clauses: [
        { attribute: 'status', operator: 'in', type: 'S', values: ['absent', NASTY] },
        { attribute: 'bytes', operator: '=', type: 'B', values: ['AAT/'] },
        { attribute: 'chunks', operator: '=', type: 'BS', values: ['["Aw==", "AQI=", "BQ=="]'] },
        { attribute: 'numbers', operator: '=', type: 'NS', values: ['[1, 2]'] },
        { attribute: 'empty', operator: 'size >', type: 'N', values: ['0'] },
        { attribute: '"dotted.name"', operator: '=', type: 'M', values: ['{"inner": [5, null, false]}'] },
      ],
    },
    5,
  ],
  types: [{ operation: 'Scan', limit: 3, clauses: [{ attribute: 'empty', operator: 'type', type: 'S', values: ['M'] }, { attribute: 'tags', operator: 'not contains', type: 'S', values: ['tag 1'] }, { attribute: 'gone', operator: 'not exists', type: 'S', values: [] }, { attribute: 'empty', operator: '<>', type: 'L', values: ['[1]'] }] }, 6],
  get: [{ operation: 'GetItem', consistent: true, key: [equal('pk', NASTY), equal('sk', 'item 3')] }, 1],
  none: [{ operation: 'GetItem', key: [equal('pk', NASTY), equal('sk', 'absent')] }, 0],
};

/** Requests that write, each to an item of the language's own, which is there before unless it is put. */
const WRITES: Record<string, (key: Key) => Partial<BuilderForm>> = {
  put: (key) => ({
    operation: 'PutItem',
    table: WRITTEN,
    fields: [
      { name: 'pk', type: 'S', value: (key.pk as { S: string }).S },
      { name: 'sk', type: 'S', value: (key.sk as { S: string }).S },
      { name: NASTY, type: 'S', value: NASTY },
      { name: 'n', type: 'N', value: BIG },
      { name: 'small', type: 'N', value: '-0.5' },
      { name: 'b', type: 'B', value: 'AP8Q' },
      { name: 'no', type: 'BOOL', value: 'false' },
      { name: 'none', type: 'NULL', value: '' },
      { name: 'ss', type: 'SS', value: JSON.stringify([NASTY, '']) },
      { name: 'ns', type: 'NS', value: `[1, ${BIG}]` },
      { name: 'bs', type: 'BS', value: '["AQI=", "Aw=="]' },
      { name: 'l', type: 'L', value: `["a", 1, true, null, [], {}, {"SS": ["x"]}, {"B": "AQI="}, ${BIG}]` },
      { name: 'm', type: 'M', value: JSON.stringify({ '"': 1, nested: { $: [NASTY] } }) },
    ],
    clauses: [{ attribute: 'pk', operator: 'not exists', type: 'S', values: [] }],
  }),
  update: (key) => ({
    operation: 'UpdateItem',
    table: WRITTEN,
    key: [equal('pk', (key.pk as { S: string }).S), equal('sk', (key.sk as { S: string }).S)],
    changes: [
      { action: 'set', attribute: 'status', type: 'S', value: NASTY },
      { action: 'set', attribute: '"dotted.name".inner[1]', type: 'M', value: `{"deep": [${BIG}]}` },
      { action: 'set if absent', attribute: 'fresh', type: 'NS', value: '[1]' },
      { action: 'increment', attribute: 'rank', type: 'N', value: '0.5' },
      { action: 'add', attribute: 'tags', type: 'SS', value: '["added"]' },
      { action: 'delete', attribute: 'numbers', type: 'NS', value: '[1.5]' },
      { action: 'remove', attribute: 'empty', type: 'S', value: '' },
    ],
    clauses: [{ attribute: 'bytes', operator: '>=', type: 'B', values: ['AA=='] }],
  }),
  delete: (key) => ({ operation: 'DeleteItem', table: WRITTEN, key: [equal('pk', (key.pk as { S: string }).S), equal('sk', (key.sk as { S: string }).S)], clauses: [{ attribute: 'status', operator: '<>', type: 'S', values: ['locked'] }] }),
};

/** What the API itself answers, all pages of it. */
async function expected(from: Plan): Promise<Item[]> {
  const { operation, input } = callOf(from);
  const items: Item[] = [];
  let start: Key | undefined;
  do {
    const page: { Items?: Item[]; Item?: Item; LastEvaluatedKey?: Key } = await api(operation, start ? { ...input, ExclusiveStartKey: start } : input);
    items.push(...(page.Items ?? (page.Item ? [page.Item] : [])));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

const keyOf = (language: string, name: string): Key => ({ pk: { S: `writes of ${language}` }, sk: { S: name } });

async function itemAt(key: Key): Promise<Item | undefined> {
  return (await api<{ Item?: Item }>('GetItem', { TableName: WRITTEN, Key: key, ConsistentRead: true })).Item;
}

/** An item to write to, and the same elsewhere that the API writes to. */
async function prepare(name: string, key: Key): Promise<void> {
  if (name !== 'put') {
    await api('PutItem', { TableName: WRITTEN, Item: { ...sample(1), ...key } });
  }
}

describe.each<[string, Runner]>([
  ['js', runJavaScript],
  ['js-document', runDocument],
  ['java', runJava],
  ['python', runPython],
  ['cli', runCli],
])('programs in %s', (id, run) => {
  const language = languages.find((one) => one.id === id);
  let results: Results;

  beforeAll(async () => {
    const programs = new Map<string, string>();
    const options = { endpoint: inject('endpoint'), region: 'eu-west-2' };
    for (const [name, [form]] of Object.entries(READS)) {
      programs.set(name, language?.code(plan(form), options) ?? '');
    }
    for (const [name, form] of Object.entries(WRITES)) {
      await prepare(name, keyOf(id, name));
      programs.set(name, language?.code(plan(form(keyOf(id, name))), options) ?? '');
    }
    results = await run(programs, join(folder, id), inject('endpoint'));
  }, PATIENCE_MS);

  test.each(Object.keys(READS))('%s returns the items that the API returns', async (name) => {
    const [form, count] = READS[name] as [Partial<BuilderForm>, number | undefined];
    const items = await expected(plan(form));
    expect(items.length).toBe(count ?? items.length);
    expect(name === 'none' || items.length > 0).toBe(true);
    expect(results.get(name)?.map(sorted)).toEqual(items.map(sorted));
  });

  test.each(Object.keys(WRITES))('%s leaves the item that the API leaves', async (name) => {
    const elsewhere = keyOf('the API', `${id} ${name}`);
    await prepare(name, elsewhere);
    const { operation, input } = callOf(plan((WRITES[name] as (key: Key) => Partial<BuilderForm>)(elsewhere)));
    await api(operation, input);
    const there = await itemAt(elsewhere);
    const here = await itemAt(keyOf(id, name));
    expect(here === undefined).toBe(name === 'delete');
    expect(here && sorted({ ...here, ...elsewhere })).toEqual(there && sorted(there));
  });
});

test('programs in Go are ones to the compiler', async () => {
  const all = [...Object.entries(READS).map(([name, [form]]) => [name, plan(form)] as const), ...Object.entries(WRITES).map(([name, form]) => [name, plan(form(keyOf('go', name)))] as const)];
  // Without an endpoint of its own: Debian's SDK is older than that option.
  const programs = new Map(all.map(([name, one]) => [name, languages.find(({ id }) => id === 'go')?.code(one, { region: 'eu-west-2' }) ?? '']));
  expect(await vetGo(programs, join(folder, 'go'))).toBe('');
}, PATIENCE_MS);

describe('PartiQL', () => {
  test.each(Object.keys(READS))('%s returns the items that the API returns', async (name) => {
    const [form] = READS[name] as [Partial<BuilderForm>, number];
    const from = plan(form);
    const statement = partiql(from);
    if ('impossible' in statement) {
      throw new Error(statement.impossible);
    }
    const items: Item[] = [];
    let NextToken: string | undefined;
    do {
      const page: { Items: Item[]; NextToken?: string } = await api('ExecuteStatement', {
        Statement: statement.text,
        ...(statement.parameters.length > 0 ? { Parameters: statement.parameters } : {}),
        ...(NextToken ? { NextToken } : {}),
      });
      items.push(...page.Items);
      NextToken = page.NextToken;
    } while (NextToken);
    // PartiQL gives a projected element the name of its path's end.
    const seen = (item: Item) => (name === 'pages' ? [item.sk, item.status] : sorted(item));
    expect(items.map(seen)).toEqual((await expected(from)).map(seen));
  });

  test('an insert leaves the item, an update changes it, a delete removes it', async () => {
    const key = keyOf('PartiQL', 'all');
    const execute = async (from: Plan) => {
      const statement = partiql(from);
      if ('impossible' in statement) {
        throw new Error(statement.impossible);
      }
      await api('ExecuteStatement', { Statement: statement.text, ...(statement.parameters.length > 0 ? { Parameters: statement.parameters } : {}) });
    };
    const put = WRITES.put as (key: Key) => Partial<BuilderForm>;
    await execute(plan({ ...put(key), clauses: [] }));
    expect(sorted((await itemAt(key)) as Item)).toEqual(sorted(callOf(plan(put(key))).input.Item as Item));
    await execute(plan({ operation: 'UpdateItem', table: WRITTEN, key: [equal('pk', 'writes of PartiQL'), equal('sk', 'all')], changes: [{ action: 'set', attribute: 'no', type: 'S', value: NASTY }, { action: 'remove', attribute: 'm', type: 'S', value: '' }, { action: 'add', attribute: 'ss', type: 'SS', value: '["more"]' }, { action: 'increment', attribute: 'small', type: 'N', value: '1' }] }));
    const changed = await itemAt(key);
    expect(changed).toMatchObject({ no: { S: NASTY }, small: { N: '0.5' } });
    expect(changed?.m).toBeUndefined();
    expect((changed?.ss as { SS: string[] }).SS).toContain('more');
    await execute(plan({ ...(WRITES.delete as typeof put)(key), clauses: [] }));
    expect(await itemAt(key)).toBeUndefined();
  });
});
