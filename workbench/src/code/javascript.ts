/** JavaScript with the AWS SDK v3: its client, and its document client. */
import type { Call, CallInput } from '../expression/request.ts';
import { normalNumber } from '../item/number.ts';
import type { AttributeValue, Item } from '../item/value.ts';
import { indent, jsString, type CodeOptions, type Emitter } from './text.ts';

interface Dialect {
  /** The class of the call's command. */
  command: (call: Call) => string;
  imports: (call: Call) => string[];
  client: (options: CodeOptions) => string;
  value: (value: AttributeValue) => string;
}

const DOCUMENT_COMMANDS = { Query: 'QueryCommand', Scan: 'ScanCommand', GetItem: 'GetCommand', PutItem: 'PutCommand', UpdateItem: 'UpdateCommand', DeleteItem: 'DeleteCommand' };

export const javascriptClient: Emitter = (call, options) =>
  program(call, options, {
    command: ({ operation }) => `${operation}Command`,
    imports: ({ operation }) => [`import { DynamoDBClient, ${operation}Command } from "@aws-sdk/client-dynamodb";`],
    client: (to) => `const client = new DynamoDBClient(${settings(to)});`,
    value: typedValue,
  });

export const javascriptDocument: Emitter = (call, options) =>
  program(call, options, {
    command: ({ operation }) => DOCUMENT_COMMANDS[operation],
    imports: ({ operation }) => [
      'import { DynamoDBClient } from "@aws-sdk/client-dynamodb";',
      `import { ${[DOCUMENT_COMMANDS[operation], 'DynamoDBDocumentClient', 'NumberValue'].sort().join(', ')} } from "@aws-sdk/lib-dynamodb";`,
    ],
    client: (to) => `// Numbers that JavaScript would round come as NumberValue.
const wrapNumbers = (text) => (String(Number(text)) === text ? Number(text) : NumberValue.from(text));
const client = DynamoDBDocumentClient.from(new DynamoDBClient(${settings(to)}), { unmarshallOptions: { wrapNumbers } });`,
    value: nativeValue,
  });

function settings({ endpoint, region }: CodeOptions): string {
  return endpoint === undefined ? `{ region: ${jsString(region)} }` : `{ endpoint: ${jsString(endpoint)}, region: ${jsString(region)} }`;
}

function program(call: Call, options: CodeOptions, dialect: Dialect): string {
  const head = `${dialect.imports(call).join('\n')}\n\n${dialect.client(options)}\n\n`;
  const command = (more: string) => `await client.send(new ${dialect.command(call)}(${request(call.input, dialect, more)}))`;
  switch (call.operation) {
    case 'Query':
    case 'Scan':
      return `${head}const items = [];
let startKey;
do {
  const page = ${indent(command('\n  ExclusiveStartKey: startKey,'), '  ')};
  items.push(...page.Items);
  startKey = page.LastEvaluatedKey;
} while (startKey);
console.log(items);
`;
    case 'GetItem':
      return `${head}const { Item: item } = ${command('')};
console.log(item);
`;
    default:
      return `${head}${command('')};
`;
  }
}

/** The request as an object literal; `more` are further lines of members. */
function request(input: CallInput, dialect: Dialect, more: string): string {
  const members = Object.entries(input).map(([name, value]) => `\n  ${name}: ${indent(member(value, dialect), '  ')},`);
  return `{${members.join('')}${more}\n}`;
}

function member(value: unknown, dialect: Dialect): string {
  if (typeof value === 'string') {
    return jsString(value);
  }
  if (typeof value !== 'object') {
    return String(value);
  }
  const entries = Object.entries(value as Record<string, string | AttributeValue>);
  const lines = entries.map(([name, one]) => `\n  ${property(name)}: ${typeof one === 'string' ? jsString(one) : dialect.value(one)},`);
  return `{${lines.join('')}\n}`;
}

/** A plain "__proto__" would set the prototype. */
function property(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : jsString(name);
}

function map(item: Item, value: (value: AttributeValue) => string): string {
  return `{${Object.entries(item).map(([name, one]) => `${property(name)}: ${value(one)}`).join(', ')}}`;
}

function buffer(base64: string): string {
  return `Buffer.from(${jsString(base64)}, "base64")`;
}

function typedValue(value: AttributeValue): string {
  if ('B' in value) return `{"B": ${buffer(value.B)}}`;
  if ('BS' in value) return `{"BS": [${value.BS.map(buffer).join(', ')}]}`;
  if ('L' in value) return `{"L": [${value.L.map(typedValue).join(', ')}]}`;
  if ('M' in value) return `{"M": ${map(value.M, typedValue)}}`;
  if ('SS' in value) return `{"SS": [${value.SS.map(jsString).join(', ')}]}`;
  if ('NS' in value) return `{"NS": [${value.NS.map(jsString).join(', ')}]}`;
  if ('BOOL' in value) return `{"BOOL": ${value.BOOL}}`;
  if ('NULL' in value) return '{"NULL": true}';
  return 'S' in value ? `{"S": ${jsString(value.S)}}` : `{"N": ${jsString(value.N)}}`;
}

function nativeValue(value: AttributeValue): string {
  if ('S' in value) return jsString(value.S);
  if ('N' in value) return nativeNumber(value.N);
  if ('B' in value) return buffer(value.B);
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('SS' in value) return `new Set([${value.SS.map(jsString).join(', ')}])`;
  // A set is of one kind, so one number that needs more makes all of them objects.
  if ('NS' in value) return `new Set([${value.NS.map(value.NS.every(isExact) ? nativeNumber : numberValue).join(', ')}])`;
  if ('BS' in value) return `new Set([${value.BS.map(buffer).join(', ')}])`;
  if ('L' in value) return `[${value.L.map(nativeValue).join(', ')}]`;
  return map(value.M, nativeValue);
}

/** Whether a JavaScript number is the same number. */
function isExact(text: string): boolean {
  const number = Number(text);
  return normalNumber(String(number)) === normalNumber(text) && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

function nativeNumber(text: string): string {
  return isExact(text) ? String(Number(text)) : numberValue(text);
}

function numberValue(text: string): string {
  return `NumberValue.from(${jsString(text)})`;
}
