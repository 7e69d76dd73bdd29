/** Results as files and commands. */
import type { Item } from '../item/value.ts';
import { columnsOf, csvHeader, csvLine } from './csv.ts';

export function toJsonLines(items: readonly Item[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

export function toCsv(items: readonly Item[], keys: readonly string[]): string {
  const columns = columnsOf(items, keys);
  return `${[csvHeader(columns), ...items.map((item) => csvLine(columns, item))].join('\r\n')}\r\n`;
}

/** The input of PutItem for one item. */
export function putItemJson(table: string, item: Item): string {
  return JSON.stringify({ TableName: table, Item: item }, null, 2);
}

/** A command for a POSIX shell that puts one item. */
export function putItemCommand(table: string, item: Item, endpoint: string): string {
  return `aws dynamodb put-item --endpoint-url ${shellQuoted(endpoint)} --table-name ${shellQuoted(table)} --item ${shellQuoted(JSON.stringify(item))}`;
}

/** Within single quotes a shell changes nothing; a single quote itself has to stand outside of them. */
export function shellQuoted(text: string): string {
  return /^[A-Za-z0-9_.:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Has the browser save a text as a file. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
