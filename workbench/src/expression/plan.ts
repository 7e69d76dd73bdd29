/** Checks a form against its table, and says for each place what is wrong, as DynamoDB would say it later. */
import { keyNames, typeOfKey, type KeyAttribute, type Source } from '../dynamo/schema.ts';
import type { AttributeValue, Item } from '../item/value.ts';
import { VALUE_TYPES } from '../item/value.ts';
import { isFilled, keyTerm, noPath, rangeProblem, valueCount, type Term } from '../query/conditions.ts';
import { changeTypes, clauseTypes, type BuilderForm, type BuiltOperation, type Change, type ChangeAction, type Clause } from './form.ts';
import { parsePath, type Path } from '../item/path.ts';
import { parseTyped } from '../item/typed.ts';

export interface CheckedChange {
  action: ChangeAction;
  path: Path;
  /** Absent for remove. */
  value?: AttributeValue;
}

/** A request in parts, from which its expressions in every language are written. */
export interface Plan {
  operation: BuiltOperation;
  source: Source;
  /** The conditions on key attributes, in the order of the key. */
  key: Term[];
  terms: Term[];
  join: 'AND' | 'OR';
  projection: Path[];
  item?: Item;
  changes: CheckedChange[];
  descending: boolean;
  consistent: boolean;
  limit?: number | undefined;
}

/** What is wrong, and with which part: `key:pk`, `clause:0`, `change:0`, `field:0`, `projection` or `form`. */
export interface Problem {
  place: string;
  text: string;
}

export interface Checked {
  /** Present if there is no problem. */
  plan?: Plan;
  problems: Problem[];
}

export function check(form: BuilderForm, source: Source): Checked {
  const problems: Problem[] = [];
  const report = (place: string, text: string) => problems.push({ place, text });
  const plan: Plan = {
    operation: form.operation,
    source,
    key: checkKey(form, source, report),
    terms: form.clauses.flatMap((clause, i) => checkClause(clause, (text) => report(`clause:${i}`, text))),
    join: form.join,
    projection: form.operation === 'PutItem' || form.operation === 'UpdateItem' || form.operation === 'DeleteItem' ? [] : checkProjection(form, report),
    changes: form.operation === 'UpdateItem' ? checkChanges(form, source, report) : [],
    descending: form.operation === 'Query' && form.descending,
    consistent: form.consistent && source.kind !== 'global' && (form.operation === 'Query' || form.operation === 'Scan' || form.operation === 'GetItem'),
    limit: form.operation === 'Query' || form.operation === 'Scan' ? form.limit : undefined,
  };
  if (form.operation === 'GetItem') {
    plan.terms = [];
  }
  if (form.operation === 'PutItem') {
    plan.item = checkItem(form, source, report);
  }
  if (form.operation === 'Query') {
    checkFilterAvoidsKeys(plan, source, report);
  }
  return problems.length === 0 ? { plan, problems } : { problems };
}

type Report = (place: string, text: string) => void;

function checkKey(form: BuilderForm, source: Source, report: Report): Term[] {
  switch (form.operation) {
    case 'PutItem':
      return [];
    case 'Query':
      return checkQueryKey(form, source, report);
    case 'Scan':
      return [...source.partitionKeys, ...source.sortKeys].flatMap((key) => checkedKey(form, key, report));
    default:
      return keyNames(source.table).flatMap((name) => {
        const key = { name, type: typeOfKey(source.table, name) };
        const condition = form.key.find((one) => one.attribute === name);
        if (condition?.operator !== '=' || !isFilled(condition)) {
          report(`key:${name}`, `${form.operation} needs the whole key: fill ${name}.`);
          return [];
        }
        return checkedKey(form, key, report);
      });
  }
}

function checkQueryKey(form: BuilderForm, source: Source, report: Report): Term[] {
  const terms: Term[] = [];
  for (const key of source.partitionKeys) {
    const condition = form.key.find((one) => one.attribute === key.name);
    if (condition?.operator !== '=' || !isFilled(condition)) {
      report(`key:${key.name}`, `A Query needs the partition key: fill ${key.name}, or build a Scan.`);
    } else {
      terms.push(...checkedKey(form, key, report));
    }
  }
  let open: string | undefined;
  for (const key of source.sortKeys) {
    const term = checkedKey(form, key, report);
    if (term.length > 0 && open !== undefined) {
      report(`key:${key.name}`, `A condition on ${key.name} needs ${open} = a value: sort keys are used from left to right.`);
    }
    if (term[0]?.operator !== '=') {
      open ??= key.name;
    }
    terms.push(...term);
  }
  return terms;
}

function checkedKey(form: BuilderForm, key: KeyAttribute, report: Report): Term[] {
  const found = keyTerm(key, form.key);
  if (found?.problem !== undefined) {
    report(`key:${key.name}`, found.problem);
  }
  return found?.problem === undefined && found ? [found.term] : [];
}

function checkClause(clause: Clause, report: (text: string) => void): Term[] {
  if (clause.attribute === '' && clause.values.every((value) => value === '')) {
    return [];
  }
  const path = parsePath(clause.attribute);
  if (!path) {
    report(clause.attribute === '' ? 'Name the attribute.' : noPath(clause.attribute));
    return [];
  }
  const { operator } = clause;
  const types = clauseTypes(operator);
  if (types.length > 0 && !types.includes(clause.type)) {
    report(`${operator} does not compare with values of type ${clause.type}.`);
    return [];
  }
  const texts = operator === 'in' ? clause.values : clause.values.slice(0, valueCount(operator));
  if (texts.length < (operator === 'in' ? 1 : valueCount(operator))) {
    report('A value is missing.');
    return [];
  }
  const values: AttributeValue[] = [];
  for (const text of texts) {
    const parsed = parseTyped(text, clause.type);
    if (parsed.problem !== undefined) {
      report(parsed.problem);
      return [];
    }
    values.push(parsed.value);
  }
  if (operator === 'type' && !VALUE_TYPES.some((type) => type === texts[0])) {
    report(`The type is one of ${VALUE_TYPES.join(', ')}.`);
  }
  if (operator === 'in' && values.length > 100) {
    report('IN takes 100 values at most.');
  }
  const reversed = rangeProblem(operator, values);
  if (reversed !== undefined) {
    report(reversed);
  }
  return [{ path, operator, values }];
}

function checkProjection(form: BuilderForm, report: Report): Path[] {
  return form.projection.filter((text) => text.trim() !== '').flatMap((text) => {
    const path = parsePath(text.trim());
    if (!path) {
      report('projection', `“${text}” is not a path.`);
    }
    return path ? [path] : [];
  });
}

function checkChanges(form: BuilderForm, source: Source, report: Report): CheckedChange[] {
  const filled = form.changes.map((change, i) => ({ change, i })).filter(({ change }) => change.attribute !== '' || change.value !== '');
  if (filled.length === 0) {
    report('form', 'An update changes something: add a change.');
  }
  const keys = keyNames(source.table);
  const seen = new Set<string>();
  return filled.flatMap(({ change, i }) => {
    const path = parsePath(change.attribute);
    if (!path) {
      report(`change:${i}`, change.attribute === '' ? 'Name the attribute.' : noPath(change.attribute));
      return [];
    }
    if (keys.includes(path[0])) {
      report(`change:${i}`, `${path[0]} is part of the key, which no update changes: put a new item and delete this one.`);
    }
    if ((change.action === 'add' || change.action === 'delete') && path.length > 1) {
      report(`change:${i}`, `${change.action.toUpperCase()} works on whole attributes, not inside of them.`);
    }
    const name = JSON.stringify(path);
    if (seen.has(name)) {
      report(`change:${i}`, 'Two changes of one path overlap.');
    }
    seen.add(name);
    return checkedChange(change, path, (text) => report(`change:${i}`, text));
  });
}

function checkedChange(change: Change, path: Path, report: (text: string) => void): CheckedChange[] {
  const types = changeTypes(change.action);
  if (types.length === 0) {
    return [{ action: change.action, path }];
  }
  if (!types.includes(change.type)) {
    report(`“${change.action}” takes ${types.join(', ')}, not ${change.type}.`);
    return [];
  }
  const parsed = parseTyped(change.value, change.type);
  if (parsed.problem !== undefined) {
    report(parsed.problem);
    return [];
  }
  return [{ action: change.action, path, value: parsed.value }];
}

function checkItem(form: BuilderForm, source: Source, report: Report): Item {
  const item: Item = Object.create(null) as Item;
  form.fields.forEach((field, i) => {
    if (field.name === '' && field.value === '') {
      return;
    }
    if (field.name === '') {
      report(`field:${i}`, 'Name the attribute.');
      return;
    }
    const parsed = parseTyped(field.value, field.type);
    if (parsed.problem !== undefined) {
      report(`field:${i}`, parsed.problem);
    } else if (field.name in item) {
      report(`field:${i}`, `${field.name} is there twice.`);
    } else {
      item[field.name] = parsed.value;
    }
  });
  for (const name of keyNames(source.table)) {
    const type = typeOfKey(source.table, name);
    const value = item[name];
    if (!value) {
      report('form', `The item needs its key: add ${name} (${type}).`);
    } else if (!(type in value)) {
      report('form', `${name} is a key of type ${type}.`);
    } else if (value && ('S' in value ? value.S === '' : 'B' in value && value.B === '')) {
      report('form', `The key ${name} cannot be empty.`);
    }
  }
  return item;
}

function checkFilterAvoidsKeys(plan: Plan, source: Source, report: Report): void {
  const keys = [...source.partitionKeys, ...source.sortKeys].map((key) => key.name);
  plan.terms.forEach((term, i) => {
    if (keys.includes(term.path[0])) {
      report(`clause:${i}`, `${term.path[0]} is a key of what is queried, and DynamoDB refuses it in a filter: use the key condition.`);
    }
  });
}
