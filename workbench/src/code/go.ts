/** Go with the AWS SDK v2, laid out as gofmt does. */
import type { AttributeValue } from '../item/value.ts';
import { bytesIn, goString, indent, type Emitter } from './text.ts';

const POINTERS = new Set(['ScanIndexForward', 'ConsistentRead', 'Limit']);

export const go: Emitter = ({ operation, input }, options) => {
  const fields = Object.entries(input).map(([name, value]) => [name, member(name, value)] as const);
  const literal = `&dynamodb.${operation}Input{${aligned(fields)}\n}`;
  const client = options.endpoint === undefined
    ? 'client := dynamodb.NewFromConfig(cfg)'
    : `client := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) {\n\t\to.BaseEndpoint = aws.String(${goString(options.endpoint)})\n\t})`;
  const usesTypes = operation === 'Query' || operation === 'Scan' || /types\./.test(literal);
  return `package main

import (
	"context"
${operation === 'Query' || operation === 'Scan' || operation === 'GetItem' ? '\t"fmt"\n' : ''}	"log"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
${usesTypes ? '\t"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"\n' : ''})

func main() {
	ctx := context.Background()
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(${goString(options.region)}))
	if err != nil {
		log.Fatal(err)
	}
	${client}

${body(operation, indent(literal, '\t'))}
}
`;
};

function body(operation: string, literal: string): string {
  switch (operation) {
    case 'Query':
    case 'Scan':
      return `	pages := dynamodb.New${operation}Paginator(client, ${literal})
	var items []map[string]types.AttributeValue
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			log.Fatal(err)
		}
		items = append(items, page.Items...)
	}
	fmt.Println(items)`;
    case 'GetItem':
      return `	found, err := client.GetItem(ctx, ${literal})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Item)`;
    default:
      return `	_, err = client.${operation}(ctx, ${literal})
	if err != nil {
		log.Fatal(err)
	}`;
  }
}

function member(name: string, value: unknown): string {
  if (typeof value === 'string') {
    return `aws.String(${goString(value)})`;
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value as Record<string, string | AttributeValue>);
    const isNames = name === 'ExpressionAttributeNames';
    const lines = entries.map(([key, one]) => [goString(key), typeof one === 'string' ? goString(one) : attributeValue(one)] as const);
    return `map[string]${isNames ? 'string' : 'types.AttributeValue'}{${aligned(lines)}\n}`;
  }
  if (name === 'Limit') {
    return `aws.Int32(${String(value)})`;
  }
  return name === 'ConsistentRead' || POINTERS.has(name) ? `aws.Bool(${String(value)})` : String(value);
}

/**
 * One entry a line, where gofmt aligns the values of neighbouring lines, and starts again after an entry of several lines.
 */
function aligned(entries: readonly (readonly [string, string])[]): string {
  const lines: string[] = [];
  for (let from = 0; from < entries.length; ) {
    let to = from;
    while (to < entries.length - 1 && !(entries[to]?.[1] ?? '').includes('\n') && !(entries[to + 1]?.[1] ?? '').includes('\n')) {
      to++;
    }
    const block = entries.slice(from, to + 1);
    const width = Math.max(...block.map(([name]) => [...name].length));
    for (const [name, value] of block) {
      lines.push(`\n\t${name}:${' '.repeat(width - [...name].length + 1)}${indent(value, '\t')},`);
    }
    from = to + 1;
  }
  return lines.join('');
}

function bytes(base64: string): string {
  return `[]byte{${bytesIn(base64).map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')}}`;
}

function attributeValue(value: AttributeValue): string {
  const of = (type: string, content: string) => `&types.AttributeValueMember${type}{Value: ${content}}`;
  if ('S' in value) return of('S', goString(value.S));
  if ('N' in value) return of('N', goString(value.N));
  if ('B' in value) return of('B', bytes(value.B));
  if ('BOOL' in value) return of('BOOL', String(value.BOOL));
  if ('NULL' in value) return of('NULL', 'true');
  if ('SS' in value) return of('SS', `[]string{${value.SS.map(goString).join(', ')}}`);
  if ('NS' in value) return of('NS', `[]string{${value.NS.map(goString).join(', ')}}`);
  if ('BS' in value) return of('BS', `[][]byte{${value.BS.map((one) => bytes(one).slice('[]byte'.length)).join(', ')}}`);
  if ('L' in value) return of('L', `[]types.AttributeValue{${value.L.map(attributeValue).join(', ')}}`);
  return of('M', `map[string]types.AttributeValue{${Object.entries(value.M).map(([name, one]) => `${goString(name)}: ${attributeValue(one)}`).join(', ')}}`);
}
