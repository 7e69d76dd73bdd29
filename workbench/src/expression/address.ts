/** A form in the parameters of the address, and back; anything that is malformed there is left out. */
import type { Params } from '../app/router.ts';
import { VALUE_TYPES } from '../item/value.ts';
import { OPERATORS } from '../query/conditions.ts';
import { fromParams as browsedFrom, toParams as browsedTo } from '../query/address.ts';
import { BUILT_OPERATIONS, CHANGE_ACTIONS, type BuilderForm, type Change, type Clause, type Field } from './form.ts';

export function formToParams(form: BuilderForm): Params {
  const shared = browsedTo({ table: form.table, index: form.index, key: form.key, filter: [], descending: form.descending, consistent: form.consistent, limit: form.limit });
  return {
    ...shared,
    op: form.operation === 'Query' ? undefined : form.operation,
    filter: listed(form.clauses.map((one) => [one.attribute, one.operator, one.type, ...one.values])),
    any: form.join === 'OR',
    projection: form.projection.length > 0 ? JSON.stringify(form.projection) : undefined,
    item: listed(form.fields.map((one) => [one.name, one.type, one.value])),
    change: listed(form.changes.map((one) => [one.action, one.attribute, one.type, one.value])),
  };
}

export function formFromParams(params: URLSearchParams): BuilderForm {
  const shared = browsedFrom(params);
  return {
    operation: BUILT_OPERATIONS.find((one) => one === params.get('op')) ?? 'Query',
    table: shared.table,
    index: shared.index,
    key: shared.key,
    clauses: lists(params.get('filter')).flatMap(readClause),
    join: params.get('any') === '1' ? 'OR' : 'AND',
    projection: strings(parsed(params.get('projection'))) ?? [],
    fields: lists(params.get('item')).flatMap(readField),
    changes: lists(params.get('change')).flatMap(readChange),
    descending: shared.descending,
    consistent: shared.consistent,
    limit: shared.limit,
  };
}

function listed(lists: string[][]): string | undefined {
  return lists.length > 0 ? JSON.stringify(lists) : undefined;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : undefined;
}

function lists(text: string | null): string[][] {
  const value = parsed(text);
  return Array.isArray(value) ? value.flatMap((one) => strings(one) ? [one as string[]] : []) : [];
}

const typeNamed = (name: string | undefined) => VALUE_TYPES.find((one) => one === name);

function readClause([attribute, operator, type, ...values]: string[]): Clause[] {
  const known = OPERATORS.find((one) => one === operator);
  const knownType = typeNamed(type);
  return attribute !== undefined && known && knownType ? [{ attribute, operator: known, type: knownType, values }] : [];
}

function readField([name, type, value]: string[]): Field[] {
  const known = typeNamed(type);
  return name !== undefined && known ? [{ name, type: known, value: value ?? '' }] : [];
}

function readChange([action, attribute, type, value]: string[]): Change[] {
  const known = CHANGE_ACTIONS.find((one) => one === action);
  const knownType = typeNamed(type);
  return attribute !== undefined && known && knownType ? [{ action: known, attribute, type: knownType, value: value ?? '' }] : [];
}
