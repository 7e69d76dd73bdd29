/** C# with the AWS SDK for .NET. */
import type { AttributeValue } from '../item/value.ts';
import { csharpString, indent, type Emitter } from './text.ts';

export const dotnet: Emitter = ({ operation, input }, options) => {
  const members = Object.entries(input).map(([name, value]) => `\n    ${name} = ${indent(member(value), '    ')},`);
  const request = `var request = new ${operation}Request\n{${members.join('')}\n};`;
  const settings =
    options.endpoint === undefined
      ? `RegionEndpoint.GetBySystemName(${csharpString(options.region)})`
      : `new AmazonDynamoDBConfig { ServiceURL = ${csharpString(options.endpoint)}, AuthenticationRegion = ${csharpString(options.region)} }`;
  return `using Amazon;
using Amazon.DynamoDBv2;
using Amazon.DynamoDBv2.Model;

using var client = new AmazonDynamoDBClient(${settings});

${request}
${body(operation)}`;
};

function body(operation: string): string {
  switch (operation) {
    case 'Query':
    case 'Scan':
      return `var items = new List<Dictionary<string, AttributeValue>>();
do
{
    var page = await client.${operation}Async(request);
    items.AddRange(page.Items);
    request.ExclusiveStartKey = page.LastEvaluatedKey;
} while (request.ExclusiveStartKey is { Count: > 0 });
Console.WriteLine($"{items.Count} items");
`;
    case 'GetItem':
      return `var found = await client.GetItemAsync(request);
Console.WriteLine(found.Item is { Count: > 0 } ? string.Join(", ", found.Item.Keys) : "no such item");
`;
    default:
      return `await client.${operation}Async(request);
`;
  }
}

function member(value: unknown): string {
  if (typeof value === 'string') {
    return csharpString(value);
  }
  if (typeof value !== 'object') {
    return String(value);
  }
  const entries = Object.entries(value as Record<string, string | AttributeValue>);
  const isNames = entries.every(([, one]) => typeof one === 'string');
  const lines = entries.map(([name, one]) => `\n    [${csharpString(name)}] = ${typeof one === 'string' ? csharpString(one) : attributeValue(one)},`);
  return `new Dictionary<string, ${isNames && entries.length > 0 ? 'string' : 'AttributeValue'}>\n{${lines.join('')}\n}`;
}

const strings = (texts: string[]) => `new List<string> { ${texts.map(csharpString).join(', ')} }`;
const stream = (base64: string) => `new MemoryStream(Convert.FromBase64String(${csharpString(base64)}))`;

function attributeValue(value: AttributeValue): string {
  const of = (type: string, content: string) => `new AttributeValue { ${type} = ${content} }`;
  if ('S' in value) return of('S', csharpString(value.S));
  if ('N' in value) return of('N', csharpString(value.N));
  if ('B' in value) return of('B', stream(value.B));
  if ('BOOL' in value) return of('BOOL', String(value.BOOL));
  if ('NULL' in value) return of('NULL', 'true');
  if ('SS' in value) return of('SS', strings(value.SS));
  if ('NS' in value) return of('NS', strings(value.NS));
  if ('BS' in value) return of('BS', `new List<MemoryStream> { ${value.BS.map(stream).join(', ')} }`);
  if ('L' in value) return of('L', value.L.length === 0 ? 'new List<AttributeValue>()' : `new List<AttributeValue> { ${value.L.map(attributeValue).join(', ')} }`);
  const entries = Object.entries(value.M).map(([name, one]) => `[${csharpString(name)}] = ${attributeValue(one)}`);
  return of('M', entries.length === 0 ? 'new Dictionary<string, AttributeValue>()' : `new Dictionary<string, AttributeValue> { ${entries.join(', ')} }`);
}
