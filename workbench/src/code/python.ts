/** Python with boto3's table resource, which takes and gives Python's own values. */
import type { AttributeValue } from '../item/value.ts';
import { indent, lowerFirst, pythonString, separated, type Emitter } from './text.ts';

export const python: Emitter = ({ operation, input }, options) => {
  const { TableName, ...rest } = input;
  const members = Object.entries(rest).map(([name, value]) => `\n    ${pythonString(name)}: ${indent(member(value), '    ')},`);
  const request = `request = {${members.join('')}\n}`;
  const imports = [
    ...(/b64decode/.test(request) ? ['from base64 import b64decode'] : []),
    ...(/Decimal\(/.test(request) ? ['from decimal import Decimal'] : []),
  ];
  const settings = [...(options.endpoint === undefined ? [] : [`endpoint_url=${pythonString(options.endpoint)}`]), `region_name=${pythonString(options.region)}`];
  return `${imports.map((line) => `${line}\n`).join('')}${imports.length > 0 ? '\n' : ''}import boto3

table = boto3.resource("dynamodb", ${settings.join(', ')}).Table(${pythonString(TableName)})

${request}
${body(operation)}`;
};

function body(operation: string): string {
  switch (operation) {
    case 'Query':
    case 'Scan':
      return `items = []
while True:
    page = table.${lowerFirst(operation)}(**request)
    items.extend(page["Items"])
    if "LastEvaluatedKey" not in page:
        break
    request["ExclusiveStartKey"] = page["LastEvaluatedKey"]
print(items)
`;
    case 'GetItem':
      return `item = table.get_item(**request).get("Item")
print(item)
`;
    default:
      return `table.${separated(operation, '_')}(**request)
`;
  }
}

function member(value: unknown): string {
  if (typeof value === 'string') {
    return pythonString(value);
  }
  if (typeof value === 'boolean') {
    return value ? 'True' : 'False';
  }
  if (typeof value !== 'object') {
    return String(value);
  }
  const entries = Object.entries(value as Record<string, string | AttributeValue>);
  return `{${entries.map(([name, one]) => `\n    ${pythonString(name)}: ${typeof one === 'string' ? pythonString(one) : native(one)},`).join('')}\n}`;
}

const decimal = (text: string) => `Decimal(${pythonString(text)})`;
const bytes = (base64: string) => `b64decode(${pythonString(base64)})`;

function native(value: AttributeValue): string {
  if ('S' in value) return pythonString(value.S);
  if ('N' in value) return decimal(value.N);
  if ('B' in value) return bytes(value.B);
  if ('BOOL' in value) return value.BOOL ? 'True' : 'False';
  if ('NULL' in value) return 'None';
  if ('SS' in value) return `{${value.SS.map(pythonString).join(', ')}}`;
  if ('NS' in value) return `{${value.NS.map(decimal).join(', ')}}`;
  if ('BS' in value) return `{${value.BS.map(bytes).join(', ')}}`;
  if ('L' in value) return `[${value.L.map(native).join(', ')}]`;
  return `{${Object.entries(value.M).map(([name, one]) => `${pythonString(name)}: ${native(one)}`).join(', ')}}`;
}
