/** What the form for a new table holds, what is wrong with it, and the request that it becomes. */
import type { AttributeDefinition, CreateTableInput, GlobalIndexInput, KeySchemaElement, Projection, ProjectionType, ScalarType, TableDescription } from '../../dynamo/types.ts';

export interface KeyDraft {
  name: string;
  type: ScalarType;
}

export interface IndexDraft {
  kind: 'local' | 'global';
  name: string;
  /** Of a global index, one to four; a local one has the table's. */
  partitionKeys: KeyDraft[];
  /** Of a local index exactly one; of a global one up to four. */
  sortKeys: KeyDraft[];
  projection: ProjectionType;
  /** Names of INCLUDE, separated by commas. */
  included: string;
  read: string;
  write: string;
}

export interface TableDraft {
  name: string;
  partitionKey: KeyDraft;
  sortKey: KeyDraft | undefined;
  indexes: IndexDraft[];
  isProvisioned: boolean;
  read: string;
  write: string;
  stream: string;
  isProtected: boolean;
}

export const STREAM_VIEWS = ['NEW_AND_OLD_IMAGES', 'NEW_IMAGE', 'OLD_IMAGE', 'KEYS_ONLY'] as const;
export const KEYS_PER_ROLE_MAX = 4;

export const NEW_TABLE: TableDraft = {
  name: '',
  partitionKey: { name: 'PK', type: 'S' },
  sortKey: { name: 'SK', type: 'S' },
  indexes: [],
  isProvisioned: false,
  read: '5',
  write: '5',
  stream: '',
  isProtected: false,
};

export function newIndex(kind: IndexDraft['kind']): IndexDraft {
  return {
    kind,
    name: '',
    partitionKeys: kind === 'global' ? [{ name: '', type: 'S' }] : [],
    sortKeys: kind === 'local' ? [{ name: '', type: 'S' }] : [],
    projection: 'ALL',
    included: '',
    read: '5',
    write: '5',
  };
}

const NAME = /^[A-Za-z0-9_.-]{3,255}$/;
const NAME_RULE = '3 to 255 of letters, digits, “_”, “-” and “.”';

/** The problems of a draft, one sentence each; none if DynamoDB may be asked. */
export function problemsOf(draft: TableDraft): string[] {
  const problems: string[] = [];
  if (!NAME.test(draft.name)) {
    problems.push(`The table’s name is ${NAME_RULE}.`);
  }
  const keys = [draft.partitionKey, ...(draft.sortKey ? [draft.sortKey] : [])];
  problems.push(...keyProblems('The table', keys));
  const names = draft.indexes.map((index) => index.name);
  for (const index of draft.indexes) {
    problems.push(...indexProblems(index));
    if (index.kind === 'local' && !draft.sortKey) {
      problems.push(`A local index needs a table with a sort key; ${index.name || 'this one'} cannot be.`);
    }
  }
  if (new Set(names).size < names.length) {
    problems.push('Two indexes have the same name.');
  }
  if (draft.isProvisioned && ![draft.read, draft.write].every(isCapacity)) {
    problems.push('Provisioned capacity is a whole number of units, at least 1.');
  }
  problems.push(...typeConflicts([...keys, ...draft.indexes.flatMap((index) => [...index.partitionKeys, ...index.sortKeys])]));
  return problems;
}

/** The problems of one index. */
export function indexProblems(index: IndexDraft): string[] {
  const title = index.name ? `Index ${index.name}` : 'An index';
  const problems = NAME.test(index.name) ? [] : [`The name of an index is ${NAME_RULE}.`];
  problems.push(...keyProblems(title, [...index.partitionKeys, ...index.sortKeys]));
  if (index.projection === 'INCLUDE' && includedNames(index).length === 0) {
    problems.push(`${title} includes attributes, but names none.`);
  }
  return problems;
}

function keyProblems(title: string, keys: KeyDraft[]): string[] {
  if (keys.some((key) => key.name === '')) {
    return [`${title} has a key without a name.`];
  }
  return new Set(keys.map((key) => key.name)).size < keys.length ? [`${title} has the same attribute twice in its key.`] : [];
}

function typeConflicts(keys: KeyDraft[]): string[] {
  const conflicts = keys.filter((key) => key.name !== '' && keys.some((other) => other.name === key.name && other.type !== key.type));
  return [...new Set(conflicts.map((key) => key.name))].map((name) => `${name} is used with two types; an attribute has one.`);
}

function isCapacity(text: string): boolean {
  return /^[1-9]\d*$/.test(text);
}

function includedNames(index: IndexDraft): string[] {
  return [...new Set(index.included.split(',').map((name) => name.trim()).filter(Boolean))];
}

function projectionOf(index: IndexDraft): Projection {
  return {
    ProjectionType: index.projection,
    ...(index.projection === 'INCLUDE' ? { NonKeyAttributes: includedNames(index) } : {}),
  };
}

function schemaOf(partitionKeys: KeyDraft[], sortKeys: KeyDraft[]): KeySchemaElement[] {
  return [
    ...partitionKeys.map((key) => ({ AttributeName: key.name, KeyType: 'HASH' as const })),
    ...sortKeys.map((key) => ({ AttributeName: key.name, KeyType: 'RANGE' as const })),
  ];
}

function throughput(draft: { read: string; write: string }) {
  return { ReadCapacityUnits: Number(draft.read), WriteCapacityUnits: Number(draft.write) };
}

function definitions(keys: KeyDraft[]): AttributeDefinition[] {
  return [...new Map(keys.map((key) => [key.name, { AttributeName: key.name, AttributeType: key.type }])).values()];
}

/** A global index as CreateTable and UpdateTable take it. */
export function globalIndex(index: IndexDraft, isProvisioned: boolean): GlobalIndexInput {
  return {
    IndexName: index.name,
    KeySchema: schemaOf(index.partitionKeys, index.sortKeys),
    Projection: projectionOf(index),
    ...(isProvisioned ? { ProvisionedThroughput: throughput(index) } : {}),
  };
}

/** The definitions that UpdateTable needs for a new index of a table. */
export function definitionsFor(table: TableDescription, index: IndexDraft): AttributeDefinition[] {
  const known = table.AttributeDefinitions.map((one) => ({ name: one.AttributeName, type: one.AttributeType }));
  return definitions([...known, ...index.partitionKeys, ...index.sortKeys]);
}

/** The request for a draft without problems. */
export function createTableInput(draft: TableDraft): CreateTableInput {
  const local = draft.indexes.filter((index) => index.kind === 'local');
  const global = draft.indexes.filter((index) => index.kind === 'global');
  const sortKeys = draft.sortKey ? [draft.sortKey] : [];
  return {
    TableName: draft.name,
    AttributeDefinitions: definitions([
      draft.partitionKey,
      ...sortKeys,
      ...draft.indexes.flatMap((index) => [...index.partitionKeys, ...index.sortKeys]),
    ]),
    KeySchema: schemaOf([draft.partitionKey], sortKeys),
    BillingMode: draft.isProvisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST',
    ...(draft.isProvisioned ? { ProvisionedThroughput: throughput(draft) } : {}),
    ...(local.length > 0
      ? {
          LocalSecondaryIndexes: local.map((index) => ({
            IndexName: index.name,
            KeySchema: schemaOf([draft.partitionKey], index.sortKeys),
            Projection: projectionOf(index),
          })),
        }
      : {}),
    ...(global.length > 0 ? { GlobalSecondaryIndexes: global.map((index) => globalIndex(index, draft.isProvisioned)) } : {}),
    ...(draft.stream ? { StreamSpecification: { StreamEnabled: true, StreamViewType: draft.stream } } : {}),
    ...(draft.isProtected ? { DeletionProtectionEnabled: true } : {}),
  };
}
