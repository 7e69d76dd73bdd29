/** Java with the AWS SDK 2. */
import type { AttributeValue, Item } from '../item/value.ts';
import { indent, javaString, lowerFirst, type CodeOptions, type Emitter } from './text.ts';

/** A class with a method `run`, which gives the items, and a `main` that prints them. */
export const java: Emitter = ({ operation, input }, options) => {
  const members = Object.entries(input).map(([name, value]) => `\n        .${lowerFirst(name)}(${indent(member(value), '        ')})`);
  const request = `${operation}Request request = ${operation}Request.builder()${indent(members.join(''), '        ')}
                .build();`;
  const bytes = /SdkBytes/.test(request);
  return `${imports(operation, bytes, options)}
class Example {
    static List<Map<String, AttributeValue>> run(DynamoDbClient client) {
        ${request}
${body(operation)}
    }

    public static void main(String[] arguments) {
        try (DynamoDbClient client = DynamoDbClient.builder()
                ${options.endpoint === undefined ? '' : `.endpointOverride(URI.create(${javaString(options.endpoint)}))\n                `}.region(Region.of(${javaString(options.region)}))
                .build()) {
            run(client).forEach(System.out::println);
        }
    }
}
`;
};

function imports(operation: string, bytes: boolean, options: CodeOptions): string {
  const model = 'software.amazon.awssdk.services.dynamodb.model';
  const isPaged = operation === 'Query' || operation === 'Scan';
  const java = [...(options.endpoint === undefined ? [] : ['java.net.URI']), ...(isPaged ? ['java.util.ArrayList'] : []), ...(bytes ? ['java.util.Base64'] : []), 'java.util.List', 'java.util.Map'];
  const sdk = [
    ...(bytes ? ['software.amazon.awssdk.core.SdkBytes'] : []),
    'software.amazon.awssdk.regions.Region',
    'software.amazon.awssdk.services.dynamodb.DynamoDbClient',
    `${model}.AttributeValue`,
    `${model}.${operation}Request`,
    ...(isPaged ? [`${model}.${operation}Response`] : []),
  ];
  return [...java, ...sdk].map((name) => `import ${name};\n`).join('');
}

function body(operation: string): string {
  switch (operation) {
    case 'Query':
    case 'Scan':
      return `        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (${operation}Response page : client.${lowerFirst(operation)}Paginator(request)) {
            items.addAll(page.items());
        }
        return items;`;
    case 'GetItem':
      return `        Map<String, AttributeValue> item = client.getItem(request).item();
        return item.isEmpty() ? List.of() : List.of(item);`;
    default:
      return `        client.${lowerFirst(operation)}(request);
        return List.of();`;
  }
}

function member(value: unknown): string {
  if (typeof value === 'string') {
    return javaString(value);
  }
  return typeof value === 'object' ? map(value as Record<string, string | AttributeValue>, true) : String(value);
}

/** Map.of ends at ten pairs, so entries. */
function map(members: Record<string, string | AttributeValue>, isWide = false): string {
  const entries = Object.entries(members).map(([name, value]) => `Map.entry(${javaString(name)}, ${typeof value === 'string' ? javaString(value) : attributeValue(value)})`);
  if (entries.length === 0) {
    return 'Map.of()';
  }
  return isWide ? `Map.ofEntries(\n        ${entries.join(',\n        ')})` : `Map.ofEntries(${entries.join(', ')})`;
}

function bytes(base64: string): string {
  return `SdkBytes.fromByteArray(Base64.getDecoder().decode(${javaString(base64)}))`;
}

function attributeValue(value: AttributeValue): string {
  if ('S' in value) return `AttributeValue.fromS(${javaString(value.S)})`;
  if ('N' in value) return `AttributeValue.fromN(${javaString(value.N)})`;
  if ('B' in value) return `AttributeValue.fromB(${bytes(value.B)})`;
  if ('BOOL' in value) return `AttributeValue.fromBool(${value.BOOL})`;
  if ('NULL' in value) return 'AttributeValue.fromNul(true)';
  if ('SS' in value) return `AttributeValue.fromSs(List.of(${value.SS.map(javaString).join(', ')}))`;
  if ('NS' in value) return `AttributeValue.fromNs(List.of(${value.NS.map(javaString).join(', ')}))`;
  if ('BS' in value) return `AttributeValue.fromBs(List.of(${value.BS.map(bytes).join(', ')}))`;
  if ('L' in value) return `AttributeValue.fromL(List.of(${value.L.map(attributeValue).join(', ')}))`;
  return `AttributeValue.fromM(${map(value.M as Item)})`;
}
