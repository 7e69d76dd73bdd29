/** Reads ranges of one item collection by its sort key. */
import { page } from '../../dynamo/pages.ts';
import type { Source } from '../../dynamo/schema.ts';
import type { ReadInput } from '../../dynamo/types.ts';
import { attributeOf, type Item } from '../../item/value.ts';
import { parseTyped } from '../../item/typed.ts';
import { Placeholders, type BrowseQuery } from '../../query/query.ts';
import type { ReadRange } from './levels.ts';

/** A slice of the collection: all of it, what begins with a prefix, or a range with both ends included. */
export interface Slice {
  prefix?: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** The Query for a slice. */
export function sliceInput(source: Source, query: BrowseQuery, slice: Slice): ReadInput {
  const placeholders = new Placeholders();
  const conditions = source.partitionKeys.map((key) => {
    const text = query.key.find((one) => one.attribute === key.name)?.values[0] ?? '';
    const parsed = parseTyped(text, key.type);
    return `${placeholders.name(key.name)} = ${placeholders.value(parsed.problem === undefined ? parsed.value : { S: text })}`;
  });
  const sortKey = source.sortKeys[0]?.name ?? '';
  const value = (text: string) => placeholders.value({ S: text });
  if (slice.prefix) {
    conditions.push(`begins_with(${placeholders.name(sortKey)}, ${value(slice.prefix)})`);
  } else if (slice.from !== undefined && slice.to !== undefined) {
    conditions.push(`${placeholders.name(sortKey)} BETWEEN ${value(slice.from)} AND ${value(slice.to)}`);
  } else if (slice.from !== undefined) {
    conditions.push(`${placeholders.name(sortKey)} >= ${value(slice.from)}`);
  }
  return {
    TableName: source.table.TableName,
    ...(source.index ? { IndexName: source.index.IndexName } : {}),
    KeyConditionExpression: conditions.join(' AND '),
    ...placeholders.members(),
  };
}

/** The text of an item's sort key. */
export function sortKeyOf(source: Source, item: Item): string {
  const value = attributeOf(item, source.sortKeys[0]?.name ?? '');
  return value && 'S' in value ? value.S : '';
}

export function rangeReader(source: Source, query: BrowseQuery, signal: AbortSignal): ReadRange<Item> {
  return async ({ from, to, limit }) => {
    const result = await page('Query', { ...sliceInput(source, query, { from, to }), Limit: limit }, { signal });
    return { rows: result.items, hasMore: result.lastKey !== undefined, units: result.units };
  };
}
