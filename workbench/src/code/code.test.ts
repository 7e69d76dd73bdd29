import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceOf, type Source } from '../dynamo/schema.ts';
import type { TableDescription } from '../dynamo/types.ts';
import type { BuilderForm, Field } from '../expression/form.ts';
import { check, type Plan } from '../expression/plan.ts';
import { languages } from './languages.ts';
import { partiql } from './partiql.ts';
import { csharpString, goString, javaString, jsString, pythonString, rustString, shellString } from './text.ts';

const TABLE: TableDescription = {
  TableName: 'AuditLog',
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
};
const KEY = [
  { attribute: 'pk', operator: '=' as const, values: ['TENANT#acme'] },
  { attribute: 'sk', operator: 'begins_with' as const, values: ['EVENT#2026-06'] },
];
/** Everything that some language gives a meaning to. */
const NASTY = `"double" 'single' back\\slash \\u0041 $HOME \${x} $(id) \`id\` %s {0} #{x}\n\r\t\u0000\u0007\u007f\u0085\u2028\u202e é漢😀 */ // -- ; ?`;

function plan(patch: Partial<BuilderForm>): Plan {
  const form: BuilderForm = { operation: 'Query', table: 'AuditLog', key: KEY, clauses: [], join: 'AND', projection: [], fields: [], changes: [], descending: false, consistent: false, ...patch };
  const { plan: checked, problems } = check(form, sourceOf(TABLE) as Source);
  expect(problems).toEqual([]);
  return checked as Plan;
}

const FIELDS: Field[] = [
  { name: 'pk', type: 'S', value: NASTY },
  { name: 'sk', type: 'S', value: 's' },
  { name: 'n', type: 'N', value: '-12345678901234567890.12345' },
  { name: 'b', type: 'B', value: 'AP8Q' },
  { name: 'flag', type: 'BOOL', value: 'false' },
  { name: 'none', type: 'NULL', value: '' },
  { name: 'ss', type: 'SS', value: JSON.stringify([NASTY, 'x']) },
  { name: 'ns', type: 'NS', value: '[1, 98765432109876543210]' },
  { name: 'bs', type: 'BS', value: '["AQI=", "Aw=="]' },
  { name: 'l', type: 'L', value: '[1, "a", [], {}, {"__proto__": true}]' },
  { name: NASTY, type: 'M', value: '{"__proto__": {"deep": [null, 1.5]}}' },
];
const code = (language: string, from: Plan, endpoint?: string) => languages.find((one) => one.id === language)?.code(from, { region: 'eu-west-2', endpoint }) ?? '';

describe('the preset', () => {
  test('is a QueryCommand with typed values and the placeholders of its keys', () => {
    expect(code('js', plan({}))).toBe(`import { DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({ region: "eu-west-2" });

const items = [];
let startKey;
do {
  const page = await client.send(new QueryCommand({
    TableName: "AuditLog",
    KeyConditionExpression: "#hashKey = :hashKeyValue AND begins_with(#rangeKey, :rangeKeyValue)",
    ExpressionAttributeNames: {
      "#hashKey": "pk",
      "#rangeKey": "sk",
    },
    ExpressionAttributeValues: {
      ":hashKeyValue": {"S": "TENANT#acme"},
      ":rangeKeyValue": {"S": "EVENT#2026-06"},
    },
    ExclusiveStartKey: startKey,
  }));
  items.push(...page.Items);
  startKey = page.LastEvaluatedKey;
} while (startKey);
console.log(items);
`);
  });

  test('is a statement', () => {
    expect(partiql(plan({}))).toEqual({
      text: `SELECT *\nFROM "AuditLog"\nWHERE "pk" = 'TENANT#acme' AND begins_with("sk", 'EVENT#2026-06')`,
      parameters: [],
    });
  });

  test('is a loop over pages in Go, C# and Rust', () => {
    expect(code('go', plan({}))).toMatchSnapshot();
    expect(code('dotnet', plan({}))).toMatchSnapshot();
    expect(code('rust', plan({}))).toMatchSnapshot();
  });
});

describe('an item of all types', () => {
  test.each(['go', 'dotnet', 'rust'])('in %s', (language) => {
    expect(code(language, plan({ operation: 'PutItem', key: [], fields: FIELDS }), 'http://127.0.0.1:8000')).toMatchSnapshot();
  });
});

describe('strings', () => {
  test('read by the language itself are the same again', () => {
    expect((0, eval)(jsString(NASTY))).toBe(NASTY);
    expect(execFileSync('python3', ['-c', `import sys; sys.stdout.buffer.write((${pythonString(NASTY)}).encode())`]).toString()).toBe(NASTY);
    // A shell word cannot have the character NUL.
    const word = NASTY.replace('\u0000', '');
    expect(execFileSync('sh', ['-c', `printf %s ${shellString(word)}`]).toString()).toBe(word);
  });

  test('of compiled languages have no character that ends a line, turns the text or begins an escape', () => {
    for (const [literal, backslash] of [[javaString(NASTY), '\\000'], [goString(NASTY), '\\u0000'], [csharpString(NASTY), '\\u0000'], [rustString(NASTY), '\\u{0}']] as const) {
      expect(literal).toMatch(/^"[^\n\r\u0000-\u001f\u007f\u0085\u2028\u202e]*"$/);
      expect(literal).toContain(backslash);
      expect(literal).toContain('back\\\\slash \\\\u0041 $HOME ${x}');
    }
  });
});

describe('code', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stator-code-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const plans: [string, Plan][] = [
    ['Query', plan({ clauses: [{ attribute: 'status', operator: 'in', type: 'B', values: ['AQI=', 'Aw=='] }], projection: ['a', 'b[0].c'], descending: true, consistent: true, limit: 10 })],
    ['Scan', plan({ operation: 'Scan', key: [] })],
    ['GetItem', plan({ operation: 'GetItem', key: [KEY[0] as never, { attribute: 'sk', operator: '=', values: ['s'] }] })],
    ['PutItem', plan({ operation: 'PutItem', key: [], fields: FIELDS })],
    ['UpdateItem', plan({ operation: 'UpdateItem', key: [KEY[0] as never, { attribute: 'sk', operator: '=', values: ['s'] }], changes: [{ action: 'set', attribute: 'm', type: 'M', value: '{"a": {}}' }] })],
    ['DeleteItem', plan({ operation: 'DeleteItem', key: [KEY[0] as never, { attribute: 'sk', operator: '=', values: ['s'] }] })],
  ];
  const isThere = (command: string) => spawnSync(command, ['--version']).error === undefined;

  test.skipIf(!isThere('rustfmt'))('in Rust is read by rustfmt', () => {
    for (const [name, one] of plans) {
      const file = join(folder, `${name}.rs`);
      writeFileSync(file, code('rust', one));
      const { status, stderr } = spawnSync('rustfmt', ['--edition', '2021', file]);
      expect(`${status} ${stderr}`).toBe('0 ');
    }
  });

  test.skipIf(spawnSync('gofmt', ['-h']).error !== undefined)('in Go is as gofmt lays it out', () => {
    for (const [name, one] of plans) {
      const text = code('go', one);
      // gofmt gives up to align names of very different lengths, which the item has.
      const seen = (layout: string) => (name === 'PutItem' ? layout.replace(/: +&/g, ': &') : layout);
      expect(seen(spawnSync('gofmt', [], { input: text }).stdout.toString())).toBe(seen(text));
    }
  });

  test.each(['go', 'dotnet', 'rust', 'java', 'js', 'js-document'])('in %s closes what it opens', (language) => {
    for (const [, one] of plans) {
      const bare = code(language, one, 'http://127.0.0.1:8000').replace(/"(?:\\.|[^"\\])*"/g, '""');
      const open: string[] = [];
      for (const char of bare.replace(/=>|->/g, '').match(/[()[\]{}]/g) ?? []) {
        const opening = { ')': '(', ']': '[', '}': '{' }[char];
        if (opening === undefined) {
          open.push(char);
        } else {
          expect(open.pop()).toBe(opening);
        }
      }
      expect(open).toEqual([]);
    }
  });
});

describe('PartiQL', () => {
  test('has parameters where there is no literal, and doubles quotes', () => {
    const statement = partiql(plan({ operation: 'PutItem', key: [], fields: [{ name: 'pk', type: 'S', value: "it's" }, { name: 'sk', type: 'S', value: 's' }, { name: 'b', type: 'L', value: '[{"B": "AQI="}]' }] }));
    expect(statement).toMatchObject({ text: `INSERT INTO "AuditLog" VALUE {'pk': 'it''s', 'sk': 's', 'b': ?}`, parameters: [{ L: [{ B: 'AQI=' }] }] });
    const query = partiql(plan({ key: [{ attribute: 'pk', operator: '=', values: ["it's"] }], clauses: [{ attribute: 'b', operator: '=', type: 'B', values: ['AQI='] }], descending: true }));
    expect(query).toEqual({ text: `SELECT *\nFROM "AuditLog"\nWHERE "pk" = 'it''s' AND "b" = ?\nORDER BY "sk" DESC`, parameters: [{ B: 'AQI=' }] });
  });

  test('says what it cannot', () => {
    const change = { action: 'set if absent' as const, attribute: 'a', type: 'S' as const, value: 'x' };
    expect(partiql(plan({ operation: 'UpdateItem', key: [KEY[0] as never, { attribute: 'sk', operator: '=', values: ['s'] }], changes: [change] }))).toEqual({ impossible: 'PartiQL has no if_not_exists.' });
  });
});
