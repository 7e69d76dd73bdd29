/** Writes the request of a plan, with its expressions. */
import type { ReadInput } from '../dynamo/types.ts';
import { attributeOf, type Item, type Key } from '../item/value.ts';
import { Aliases } from './aliases.ts';
import type { BuiltOperation } from './form.ts';
import type { CheckedChange, Plan } from './plan.ts';
import { termText, type Term } from '../query/conditions.ts';

/** The members that requests of all built operations have, in DynamoDB's JSON. */
export interface CallInput extends Omit<ReadInput, 'ExclusiveStartKey' | 'Select' | 'ReturnConsumedCapacity'> {
  Key?: Key;
  Item?: Item;
  ConditionExpression?: string;
  UpdateExpression?: string;
}

/** An operation and its request. */
export interface Call {
  operation: BuiltOperation;
  input: CallInput;
}

export function callOf(plan: Plan): Call {
  const aliases = new Aliases(plan.source);
  const input: CallInput = { TableName: plan.source.table.TableName };
  if (plan.source.index && (plan.operation === 'Query' || plan.operation === 'Scan')) {
    input.IndexName = plan.source.index.IndexName;
  }
  if (plan.operation === 'Query') {
    input.KeyConditionExpression = all(plan.key, aliases);
  } else if (plan.operation !== 'Scan' && plan.operation !== 'PutItem') {
    input.Key = Object.fromEntries(plan.key.flatMap((term) => (term.values[0] ? [[term.path[0], term.values[0]]] : [])));
  }
  if (plan.item) {
    input.Item = plan.item;
  }
  if (plan.changes.length > 0) {
    input.UpdateExpression = updateText(plan.changes, aliases);
  }
  const condition = conditionText(plan, aliases);
  if (condition !== '') {
    input[plan.operation === 'Query' || plan.operation === 'Scan' ? 'FilterExpression' : 'ConditionExpression'] = condition;
  }
  if (plan.projection.length > 0) {
    input.ProjectionExpression = plan.projection.map((path) => aliases.path(path)).join(', ');
  }
  if (Object.keys(aliases.names).length > 0) {
    input.ExpressionAttributeNames = aliases.names;
  }
  if (Object.keys(aliases.values).length > 0) {
    input.ExpressionAttributeValues = aliases.values;
  }
  if (plan.descending) {
    input.ScanIndexForward = false;
  }
  if (plan.consistent) {
    input.ConsistentRead = true;
  }
  if (plan.limit !== undefined) {
    input.Limit = plan.limit;
  }
  return { operation: plan.operation, input };
}

function all(terms: readonly Term[], aliases: Aliases): string {
  return terms.map((term) => termText(term, aliases)).join(' AND ');
}

/** The filter or condition; in a Scan the conditions on keys are part of it. */
function conditionText(plan: Plan, aliases: Aliases): string {
  const keys = plan.operation === 'Scan' ? plan.key : [];
  const texts = plan.terms.map((term) => termText(term, aliases));
  const joined = texts.join(` ${plan.join} `);
  if (keys.length === 0) {
    return joined;
  }
  const isGrouped = plan.join === 'OR' && texts.length > 1;
  return [all(keys, aliases), ...(joined === '' ? [] : [isGrouped ? `(${joined})` : joined])].join(' AND ');
}

function updateText(changes: readonly CheckedChange[], aliases: Aliases): string {
  const clauses: Record<'SET' | 'REMOVE' | 'ADD' | 'DELETE', string[]> = { SET: [], REMOVE: [], ADD: [], DELETE: [] };
  for (const { action, path, value } of changes) {
    const name = aliases.path(path);
    const operand = value === undefined ? '' : aliases.value(value, path);
    switch (action) {
      case 'set':
        clauses.SET.push(`${name} = ${operand}`);
        break;
      case 'set if absent':
        clauses.SET.push(`${name} = if_not_exists(${name}, ${operand})`);
        break;
      case 'increment':
        clauses.SET.push(`${name} = ${name} + ${operand}`);
        break;
      case 'append':
        clauses.SET.push(`${name} = list_append(${name}, ${operand})`);
        break;
      case 'prepend':
        clauses.SET.push(`${name} = list_append(${operand}, ${name})`);
        break;
      case 'remove':
        clauses.REMOVE.push(name);
        break;
      case 'add':
        clauses.ADD.push(`${name} ${operand}`);
        break;
      case 'delete':
        clauses.DELETE.push(`${name} ${operand}`);
        break;
    }
  }
  return Object.entries(clauses)
    .filter(([, parts]) => parts.length > 0)
    .map(([clause, parts]) => `${clause} ${parts.join(', ')}`)
    .join(' ');
}

/**
 * What the same question costs when it is asked otherwise: without the sort key's condition, so that the rest of the item
 * collection is read and dropped, and as a Scan whose filter does everything. Only a Query with a sort condition has both.
 */
export function alternativesOf(plan: Plan): { title: string; note: string; call: Call }[] {
  if (plan.operation !== 'Query') {
    return [];
  }
  const partition = plan.key.filter((term) => plan.source.partitionKeys.some((key) => key.name === term.path[0]));
  const scan: Plan = { ...plan, operation: 'Scan', descending: false };
  const wide: Plan = { ...plan, key: partition };
  return [
    { title: 'Key condition', note: 'Reads the slice and nothing else.', call: callOf(plan) },
    ...(partition.length < plan.key.length
      ? [{ title: 'Partition key, then a filter', note: 'Reads the whole item collection; what a filter on a copy of the sort key would leave is the same.', call: callOf(wide) }]
      : []),
    { title: 'Scan with a filter', note: `Reads the whole ${plan.source.index ? 'index' : 'table'}.`, call: callOf(scan) },
  ];
}

/** The items of the same collection that lie before a key, and the whole collection; of sources with one sort key. */
export function surroundingsOf(plan: Plan, first: Key): { before: Call; whole: Call } | undefined {
  const [sort, ...more] = plan.source.sortKeys;
  const value = sort && attributeOf(first, sort.name);
  if (plan.operation !== 'Query' || !sort || more.length > 0 || !value) {
    return undefined;
  }
  const partition = plan.key.filter((term) => plan.source.partitionKeys.some((key) => key.name === term.path[0]));
  const plain: Plan = { ...plan, key: partition, terms: [], projection: [], limit: undefined };
  return {
    before: callOf({ ...plain, key: [...partition, { path: [sort.name], operator: plan.descending ? '>' : '<', values: [value] }] }),
    whole: callOf(plain),
  };
}
