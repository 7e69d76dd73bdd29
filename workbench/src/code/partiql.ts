/** The same question as a PartiQL statement. */
import type { CheckedChange, Plan } from '../expression/plan.ts';
import type { Term } from '../query/conditions.ts';
import type { Path } from '../item/path.ts';
import type { AttributeValue } from '../item/value.ts';

/** A statement with its parameters, or why there is none. */
export type Statement = { text: string; parameters: AttributeValue[]; note?: string } | { impossible: string };

export function partiql(plan: Plan): Statement {
  const writer = new Writer();
  const { index, table } = plan.source;
  const target = name(table.TableName) + (index && (plan.operation === 'Query' || plan.operation === 'Scan') ? `.${name(index.IndexName)}` : '');
  try {
    const text = statement(plan, target, writer);
    const note = noteOf(plan);
    return { text, parameters: writer.parameters, ...(note ? { note } : {}) };
  } catch (error) {
    if (error instanceof Impossible) {
      return { impossible: error.message };
    }
    throw error;
  }
}

/** The statement as a program text: with its parameters as a comment, if it has any. */
export function partiqlText(plan: Plan): string {
  const statement = partiql(plan);
  if ('impossible' in statement) {
    return `-- ${statement.impossible}\n`;
  }
  const comments = [
    ...(statement.note ? [`-- ${statement.note}`] : []),
    ...(statement.parameters.length > 0 ? [`-- Parameters: ${JSON.stringify(statement.parameters)}`] : []),
  ];
  return `${[...comments, statement.text].join('\n')}\n`;
}

class Impossible extends Error {}

function statement(plan: Plan, target: string, writer: Writer): string {
  switch (plan.operation) {
    case 'Query':
    case 'Scan':
    case 'GetItem':
      return select(plan, target, writer);
    case 'PutItem':
      if (plan.terms.length > 0) {
        throw new Impossible('PartiQL’s INSERT has no condition: it always means that no item has this key yet.');
      }
      return `INSERT INTO ${target} VALUE {${Object.entries(plan.item ?? {}).map(([member, one]) => `${text(member)}: ${writer.value(one)}`).join(', ')}}`;
    case 'UpdateItem':
      return `UPDATE ${target}${updates(plan.changes, writer)}\nWHERE ${where(plan, writer)}`;
    case 'DeleteItem':
      return `DELETE FROM ${target}\nWHERE ${where(plan, writer)}`;
  }
}

function select(plan: Plan, target: string, writer: Writer): string {
  const columns = plan.projection.length > 0 ? plan.projection.map(path).join(', ') : '*';
  const condition = where(plan, writer);
  const [sort] = plan.source.sortKeys;
  const order = plan.descending && sort ? `\nORDER BY ${name(sort.name)} DESC` : '';
  return `SELECT ${columns}\nFROM ${target}${condition === '' ? '' : `\nWHERE ${condition}`}${order}`;
}

function noteOf(plan: Plan): string | undefined {
  switch (plan.operation) {
    case 'PutItem':
      return 'Unlike PutItem, INSERT fails if there is an item with this key.';
    case 'UpdateItem':
      return 'Unlike UpdateItem, UPDATE fails if there is no item with this key.';
    default:
      return undefined;
  }
}

function where(plan: Plan, writer: Writer): string {
  const keys = plan.key.map((term) => termText(term, writer));
  const terms = plan.terms.map((term) => termText(term, writer));
  const joined = terms.join(` ${plan.join} `);
  return [...keys, ...(joined === '' ? [] : [plan.join === 'OR' && terms.length > 1 ? `(${joined})` : joined])].join(' AND ');
}

function termText({ path: at, operator, values }: Term, writer: Writer): string {
  const text = path(at);
  const [first = '', second = ''] = operator === 'in' ? [] : values.map((value) => writer.value(value));
  switch (operator) {
    case 'between':
      return `${text} BETWEEN ${first} AND ${second}`;
    case 'in':
      return `${text} IN [${values.map((value) => writer.value(value)).join(', ')}]`;
    case 'begins_with':
    case 'contains':
      return `${operator}(${text}, ${first})`;
    case 'not contains':
      return `NOT contains(${text}, ${first})`;
    case 'exists':
      return `${text} IS NOT MISSING`;
    case 'not exists':
      return `${text} IS MISSING`;
    case 'type':
      return `attribute_type(${text}, ${first})`;
    case 'size =':
    case 'size <':
    case 'size >':
      return `size(${text}) ${operator.slice(5)} ${first}`;
    default:
      return `${text} ${operator} ${first}`;
  }
}

function updates(changes: readonly CheckedChange[], writer: Writer): string {
  return changes
    .map(({ action, path: at, value }) => {
      const text = path(at);
      const operand = value === undefined ? '' : writer.value(value);
      switch (action) {
        case 'set':
          return `\nSET ${text} = ${operand}`;
        case 'increment':
          return `\nSET ${text} = ${text} + ${operand}`;
        case 'append':
          return `\nSET ${text} = list_append(${text}, ${operand})`;
        case 'prepend':
          return `\nSET ${text} = list_append(${operand}, ${text})`;
        case 'remove':
          return `\nREMOVE ${text}`;
        case 'add':
          if (value && 'N' in value) {
            throw new Impossible('PartiQL has no ADD that starts at zero: increment an attribute that is there.');
          }
          return `\nSET ${text} = set_add(${text}, ${operand})`;
        case 'delete':
          return `\nSET ${text} = set_delete(${text}, ${operand})`;
        case 'set if absent':
          throw new Impossible('PartiQL has no if_not_exists.');
      }
    })
    .join('');
}

function name(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function path(elements: Path): string {
  return elements.map((element, i) => (typeof element === 'number' ? `[${element}]` : `${i === 0 ? '' : '.'}${name(element)}`)).join('');
}

/** Writes values as literals, and as parameters those that have none. */
class Writer {
  readonly parameters: AttributeValue[] = [];

  value(value: AttributeValue): string {
    return hasLiteral(value) ? literal(value) : this.parameter(value);
  }

  private parameter(value: AttributeValue): string {
    this.parameters.push(value);
    return '?';
  }
}

/** Binary has no literal. */
function hasLiteral(value: AttributeValue): boolean {
  if ('L' in value) return value.L.every(hasLiteral);
  if ('M' in value) return Object.values(value.M).every(hasLiteral);
  return !('B' in value) && !('BS' in value);
}

function literal(value: AttributeValue): string {
  if ('S' in value) return text(value.S);
  if ('N' in value) return value.N;
  if ('BOOL' in value) return String(value.BOOL);
  if ('SS' in value) return `<<${value.SS.map(text).join(', ')}>>`;
  if ('NS' in value) return `<<${value.NS.join(', ')}>>`;
  if ('L' in value) return `[${value.L.map(literal).join(', ')}]`;
  if ('M' in value) return `{${Object.entries(value.M).map(([member, one]) => `${text(member)}: ${literal(one)}`).join(', ')}}`;
  return 'NULL';
}

function text(content: string): string {
  return `'${content.replaceAll("'", "''")}'`;
}
