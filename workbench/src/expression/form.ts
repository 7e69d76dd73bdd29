/** What a person fills in to build a request, as texts. */
import type { ValueType } from '../item/value.ts';
import type { KeyCondition, Operator } from '../query/conditions.ts';

export const BUILT_OPERATIONS = ['Query', 'Scan', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;
export type BuiltOperation = (typeof BUILT_OPERATIONS)[number];

/** One condition of a filter or of a write. */
export interface Clause {
  /** An attribute or a path, as parsePath reads it. */
  attribute: string;
  operator: Operator;
  type: ValueType;
  values: string[];
}

export const CHANGE_ACTIONS = ['set', 'set if absent', 'increment', 'append', 'prepend', 'remove', 'add', 'delete'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** One change of an update. */
export interface Change {
  action: ChangeAction;
  attribute: string;
  type: ValueType;
  value: string;
}

/** One attribute of an item to put. */
export interface Field {
  name: string;
  type: ValueType;
  value: string;
}

export interface BuilderForm {
  operation: BuiltOperation;
  table: string;
  index?: string | undefined;
  key: KeyCondition[];
  /** A filter where the operation reads several items, else the condition of the write. */
  clauses: Clause[];
  join: 'AND' | 'OR';
  projection: string[];
  fields: Field[];
  changes: Change[];
  descending: boolean;
  consistent: boolean;
  limit?: number | undefined;
}

export function isRead(operation: BuiltOperation): boolean {
  return operation === 'Query' || operation === 'Scan' || operation === 'GetItem';
}

/** The types whose values an operator compares with. */
export function clauseTypes(operator: Operator): readonly ValueType[] {
  switch (operator) {
    case '=':
    case '<>':
    case 'in':
      return ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'];
    case 'contains':
    case 'not contains':
      return ['S', 'N', 'B', 'BOOL', 'NULL', 'L', 'M'];
    case 'begins_with':
      return ['S', 'B'];
    case 'size =':
    case 'size <':
    case 'size >':
      return ['N'];
    case 'type':
      return ['S'];
    case 'exists':
    case 'not exists':
      return [];
    default:
      return ['S', 'N', 'B'];
  }
}

/** The types that an action takes. */
export function changeTypes(action: ChangeAction): readonly ValueType[] {
  switch (action) {
    case 'increment':
      return ['N'];
    case 'append':
    case 'prepend':
      return ['L'];
    case 'add':
      return ['N', 'SS', 'NS', 'BS'];
    case 'delete':
      return ['SS', 'NS', 'BS'];
    case 'remove':
      return [];
    default:
      return ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'];
  }
}
