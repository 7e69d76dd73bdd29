/** What can be done with a result as a whole, and the ways to bring items in. */
import { useState } from 'react';
import { copy } from '../app/clipboard.ts';
import type { Source } from '../dynamo/schema.ts';
import { count } from '../item/display.ts';
import type { Item } from '../item/value.ts';
import { ItemEditor } from '../edit/ItemEditor.tsx';
import { Menu } from '../ui/Menu.tsx';
import { download, putItemCommand, toCsv, toJsonLines } from './export.ts';
import { ImportDialog } from './ImportDialog.tsx';

export interface ResultActionsProps {
  items: readonly Item[];
  source: Source;
  /** There is more than was read so far. */
  hasMore?: boolean;
}

/** More commands than this are no use in a clipboard. */
const COMMANDS_MAX = 1_000;

export function ResultActions({ items, source, hasMore = false }: ResultActionsProps) {
  const [opened, setOpened] = useState<'import' | 'new'>();
  const { table } = source;
  const name = [table.TableName, source.index?.IndexName].filter(Boolean).join('.');
  const keys = [...new Set([...table.KeySchema.map((element) => element.AttributeName), ...source.partitionKeys.map((key) => key.name), ...source.sortKeys.map((key) => key.name)])];
  const commands = () => items.slice(0, COMMANDS_MAX).map((item) => putItemCommand(table.TableName, item, window.location.origin)).join('\n');
  return (
    <>
      <Menu
        title="Export"
        disabled={items.length === 0}
        note={`${count(items.length)} item${items.length === 1 ? '' : 's'}${hasMore ? ' read so far; there are more' : ''}`}
        entries={[
          { title: 'JSON lines (DynamoDB JSON)', run: () => download(`${name}.jsonl`, 'application/jsonl', toJsonLines(items)) },
          { title: 'CSV', run: () => download(`${name}.csv`, 'text/csv', toCsv(items, keys)) },
          { title: 'Copy as PutItem for the AWS CLI', run: () => void copy(commands()), disabled: items.length > COMMANDS_MAX },
        ]}
      />
      <button type="button" onClick={() => setOpened('import')}>
        Import…
      </button>
      <button type="button" onClick={() => setOpened('new')}>
        New item
      </button>
      {opened === 'import' && <ImportDialog table={table} onClose={() => setOpened(undefined)} />}
      {opened === 'new' && <ItemEditor table={table} onClose={() => setOpened(undefined)} />}
    </>
  );
}
