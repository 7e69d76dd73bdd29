/** Rust with the AWS SDK. */
import type { CallInput } from '../expression/request.ts';
import type { AttributeValue } from '../item/value.ts';
import { bytesIn, rustString, separated, type Emitter } from './text.ts';

export const rust: Emitter = ({ operation, input }, options) => {
  const values = [input.ExpressionAttributeValues, input.Key, input.Item].filter((item) => item !== undefined);
  const text = JSON.stringify(values);
  const uses = [
    ...(/"M":\{/.test(text) ? ['use std::collections::HashMap;\n\n'] : []),
    'use aws_config::{BehaviorVersion, Region};\n',
    ...(/"(B|BS)":/.test(text) ? ['use aws_sdk_dynamodb::primitives::Blob;\n'] : []),
    ...(values.length > 0 ? ['use aws_sdk_dynamodb::types::AttributeValue;\n'] : []),
    'use aws_sdk_dynamodb::Client;\n',
  ];
  const endpoint = options.endpoint === undefined ? '' : `\n        .endpoint_url(${rustString(options.endpoint)})`;
  return `${uses.join('')}
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = aws_config::defaults(BehaviorVersion::latest())
        .region(Region::new(${rustString(options.region)}))${endpoint}
        .load()
        .await;
    let client = Client::new(&config);

${body(operation, calls(input))}
    Ok(())
}
`;
};

function body(operation: string, request: string[]): string {
  const chain = `client\n        .${separated(operation, '_')}()${request.map((call) => `\n        .${call}`).join('')}`;
  switch (operation) {
    case 'Query':
    case 'Scan':
      return `    let mut pages = ${chain}
        .into_paginator()
        .send();
    let mut items = Vec::new();
    while let Some(page) = pages.next().await {
        items.extend(page?.items.unwrap_or_default());
    }
    println!("{items:?}");`;
    case 'GetItem':
      return `    let found = ${chain}
        .send()
        .await?;
    println!("{:?}", found.item);`;
    default:
      return `    ${chain}
        .send()
        .await?;`;
  }
}

/** One call of the builder for each member, and for each entry of a map. */
function calls(input: CallInput): string[] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
    const setter = separated(name, '_');
    if (typeof value === 'string') {
      return [`${setter}(${rustString(value)})`];
    }
    if (typeof value !== 'object') {
      return [`${setter}(${String(value)})`];
    }
    return Object.entries(value as Record<string, string | AttributeValue>).map(
      ([key, one]) => `${setter}(${rustString(key)}, ${typeof one === 'string' ? rustString(one) : attributeValue(one)})`,
    );
  });
}

const owned = (text: string) => `${rustString(text)}.to_string()`;
const blob = (base64: string) => `Blob::new(vec![${bytesIn(base64).map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')}])`;

function attributeValue(value: AttributeValue): string {
  const of = (type: string, content: string) => `AttributeValue::${type}(${content})`;
  if ('S' in value) return of('S', owned(value.S));
  if ('N' in value) return of('N', owned(value.N));
  if ('B' in value) return of('B', blob(value.B));
  if ('BOOL' in value) return of('Bool', String(value.BOOL));
  if ('NULL' in value) return of('Null', 'true');
  if ('SS' in value) return of('Ss', `vec![${value.SS.map(owned).join(', ')}]`);
  if ('NS' in value) return of('Ns', `vec![${value.NS.map(owned).join(', ')}]`);
  if ('BS' in value) return of('Bs', `vec![${value.BS.map(blob).join(', ')}]`);
  if ('L' in value) return of('L', `vec![${value.L.map(attributeValue).join(', ')}]`);
  return of('M', `HashMap::from([${Object.entries(value.M).map(([name, one]) => `(${owned(name)}, ${attributeValue(one)})`).join(', ')}])`);
}
