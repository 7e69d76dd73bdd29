/** Takes a result out: as a file or as commands. */
import { copy } from '../app/clipboard.ts';
import { projectedNames, type Source } from '../dynamo/schema.ts';
import { count } from '../item/display.ts';
import type { Item } from '../item/value.ts';
import { Menu } from '../ui/Menu.tsx';
import { download, putItemCommand, toCsv, toJsonLines } from './export.ts';

export interface ExportMenuProps {
  items: readonly Item[];
  source: Source;
  /** There is more than was read so far. */
  hasMore?: boolean;
}

/** More commands than this are no use in a clipboard. */
const COMMANDS_MAX = 1_000;

export function ExportMenu({ items, source, hasMore = false }: ExportMenuProps) {
  const { table } = source;
  const isPartial = projectedNames(source) !== undefined;
  const name = [table.TableName, source.index?.IndexName].filter(Boolean).join('.');
  const keys = [...table.KeySchema.map((element) => element.AttributeName), ...[...source.partitionKeys, ...source.sortKeys].map((key) => key.name)];
  const commands = () => items.map((item) => putItemCommand(table.TableName, item, window.location.origin)).join('\n');
  return (
    <Menu
      title="Export"
      disabled={items.length === 0}
      note={`${count(items.length)} item${items.length === 1 ? '' : 's'}${hasMore ? ' read so far; there are more' : ''}${isPartial ? '. The index has only a part of each: put into a table, they replace whole items' : ''}`}
      entries={[
        { title: 'JSON lines (DynamoDB JSON)', run: () => download(`${name}.jsonl`, 'application/jsonl', toJsonLines(items)) },
        { title: 'CSV', run: () => download(`${name}.csv`, 'text/csv', toCsv(items, [...new Set(keys)])) },
        { title: 'Copy as PutItem for the AWS CLI', run: () => void copy(commands()), disabled: isPartial || items.length > COMMANDS_MAX },
      ]}
    />
  );
}
