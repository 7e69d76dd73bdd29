/** Reads a table's description: which attributes are keys, what an index has. */
import { attributeOf, type Item, type Key } from '../item/value.ts';
import type { IndexDescription, KeySchemaElement, ProjectionType, ScalarType, TableDescription } from './types.ts';

/** A key attribute with its declared type. */
export interface KeyAttribute {
  name: string;
  type: ScalarType;
}

/** A table or one of its indexes, seen as something to read from. */
export interface Source {
  table: TableDescription;
  /** Absent for the table itself. */
  index: IndexDescription | undefined;
  kind: 'table' | 'local' | 'global';
  /** One attribute; up to four in a global index. */
  partitionKeys: KeyAttribute[];
  /** None, one, or up to four in a global index. */
  sortKeys: KeyAttribute[];
  projection: ProjectionType;
}

/** The table, or the index of that name; undefined if there is none. */
export function sourceOf(table: TableDescription, indexName?: string | null): Source | undefined {
  if (!indexName) {
    return source(table, undefined, 'table', table.KeySchema);
  }
  const local = table.LocalSecondaryIndexes?.find((index) => index.IndexName === indexName);
  if (local) {
    return source(table, local, 'local', local.KeySchema);
  }
  const global = table.GlobalSecondaryIndexes?.find((index) => index.IndexName === indexName);
  return global && source(table, global, 'global', global.KeySchema);
}

function source(
  table: TableDescription,
  index: IndexDescription | undefined,
  kind: Source['kind'],
  schema: KeySchemaElement[],
): Source {
  const attributes = (type: string) =>
    schema
      .filter((element) => element.KeyType === type)
      .map((element) => ({ name: element.AttributeName, type: typeOfKey(table, element.AttributeName) }));
  return {
    table,
    index,
    kind,
    partitionKeys: attributes('HASH'),
    sortKeys: attributes('RANGE'),
    projection: index?.Projection.ProjectionType ?? 'ALL',
  };
}

export function indexesOf(table: TableDescription): IndexDescription[] {
  return [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])];
}

/** The declared type of a key attribute. */
export function typeOfKey(table: TableDescription, name: string): ScalarType {
  return table.AttributeDefinitions.find((definition) => definition.AttributeName === name)?.AttributeType ?? 'S';
}

/** The names of the table's own key attributes: partition key, then sort key. */
export function keyNames(table: TableDescription): string[] {
  return table.KeySchema.map((element) => element.AttributeName);
}

/** The primary key within an item. */
export function keyOf(table: TableDescription, item: Item): Key {
  return Object.fromEntries(
    keyNames(table).flatMap((name) => {
      const value = attributeOf(item, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A primary key as text, equal exactly for equal keys in DynamoDB's canonical form. */
export function keyId(table: TableDescription, item: Item): string {
  return JSON.stringify(keyNames(table).map((name) => attributeOf(item, name)));
}

/** The attributes that an index has of an item; undefined stands for all. */
export function projectedNames(source: Source): Set<string> | undefined {
  if (source.projection === 'ALL') {
    return undefined;
  }
  return new Set([
    ...keyNames(source.table),
    ...[...source.partitionKeys, ...source.sortKeys].map((key) => key.name),
    ...(source.index?.Projection.NonKeyAttributes ?? []),
  ]);
}
