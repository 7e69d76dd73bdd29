/** What may come next in a statement: words, tables, indexes, attributes. */
import { indexesOf } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import { isSign, isWord, tokens } from './lexer.ts';

export interface Suggestion {
  label: string;
  /** What is written, quotes included. */
  insert: string;
  kind: 'keyword' | 'table' | 'index' | 'attribute' | 'function';
  detail?: string;
}

export interface Suggestions {
  /** Where the text that they replace begins. */
  from: number;
  options: Suggestion[];
}

const KEYWORDS = ['SELECT', 'FROM', 'WHERE', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'IS', 'MISSING', 'NULL', 'ORDER BY', 'ASC', 'DESC', 'INSERT INTO', 'VALUE', 'UPDATE', 'SET', 'REMOVE', 'DELETE FROM', 'RETURNING ALL OLD *'];
const FUNCTIONS = ['begins_with', 'contains', 'size', 'attribute_type', 'list_append', 'set_add', 'set_delete'];

/** @param attributes the names that are known of a table, from samples and keys */
export function suggest(text: string, at: number, tables: readonly TableDescription[], attributes: (table: string) => readonly string[]): Suggestions | undefined {
  const before = text.slice(0, at);
  const typed = /"?[\w.-]*$/.exec(before)?.[0] ?? '';
  const isDotted = /"\."?[\w-]*$/.test(before);
  const prefix = isDotted ? (/"?[\w-]*$/.exec(before)?.[0] ?? '') : typed;
  const from = at - prefix.length;
  const earlier = tokens(text.slice(0, from));
  const last = earlier.at(-1);
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  if (isSign(last, '.') && earlier.at(-2)?.kind === 'name') {
    const table = tables.find((one) => one.TableName === earlier.at(-2)?.text);
    return table && { from, options: indexesOf(table).map((index) => ({ label: index.IndexName, insert: quoted(index.IndexName), kind: 'index' })) };
  }
  if (['FROM', 'INTO', 'UPDATE'].some((word) => isWord(last, word))) {
    return { from, options: tables.map((table) => ({ label: table.TableName, insert: quoted(table.TableName), kind: 'table', detail: table.KeySchema.map((key) => key.AttributeName).join(', ') })) };
  }
  if (insideString(before)) {
    return undefined;
  }
  const table = tableIn(text, tables);
  const keys = new Set(table?.KeySchema.map((key) => key.AttributeName));
  const names: Suggestion[] = (table ? attributes(table.TableName) : []).map((name) => ({ label: name, insert: quoted(name), kind: 'attribute', ...(keys.has(name) ? { detail: 'key' } : {}) }));
  const words: Suggestion[] = prefix.startsWith('"')
    ? []
    : [...FUNCTIONS.map((name) => ({ label: name, insert: `${name}(`, kind: 'function' as const })), ...KEYWORDS.map((word) => ({ label: word, insert: `${word} `, kind: 'keyword' as const }))];
  return { from, options: [...names, ...words] };
}

function insideString(before: string): boolean {
  return (before.replaceAll("''", '').match(/'/g)?.length ?? 0) % 2 === 1;
}

function tableIn(text: string, tables: readonly TableDescription[]): TableDescription | undefined {
  const all = tokens(text);
  return tables.find((table) => all.some((token) => (token.kind === 'name' || token.kind === 'word') && token.text === table.TableName));
}
