/** All tables with what they hold; creates, changes and deletes them. */
import { useCallback, useEffect, useState } from 'react';
import { liveTables, type LiveTable } from '../../api/client.ts';
import { refreshCatalog, useCatalog } from '../../app/catalog.ts';
import { link, navigate, useRoute } from '../../app/router.ts';
import { useShortcuts } from '../../app/shortcuts.ts';
import { toast } from '../../app/toasts.tsx';
import { call } from '../../dynamo/client.ts';
import { indexesOf } from '../../dynamo/schema.ts';
import type { TableDescription, TimeToLiveDescription } from '../../dynamo/types.ts';
import { bytes, count } from '../../item/display.ts';
import { Badge, Empty, ErrorNote, Failure, Loading } from '../../ui/State.tsx';
import { isProvisioned, viewName } from './tableText.ts';
import { CreateTable } from './CreateTable.tsx';
import { DeleteTable } from './DeleteTable.tsx';
import { TableDetails } from './TableDetails.tsx';
import './tables.css';

const SCREEN = 'tables';
const REFRESH_MS = 5_000;
/** While something is being created or deleted, its state is asked for more often. */
const SETTLING_MS = 500;

export default function Tables() {
  const catalog = useCatalog();
  const { params } = useRoute();
  const live = useLive(catalog.tables);
  const [filter, setFilter] = useState('');
  const [dialog, setDialog] = useState<{ kind: 'create' } | { kind: 'delete'; table: TableDescription }>();
  useShortcuts([
    { keys: 'c', title: 'Create a table', run: () => setDialog({ kind: 'create' }) },
    { keys: '/', title: 'Search a table', run: () => document.getElementById('table-filter')?.focus() },
  ]);
  const isSettling = catalog.tables.some((table) => table.TableStatus !== 'ACTIVE' || indexesOf(table).some((index) => (index.IndexStatus ?? 'ACTIVE') !== 'ACTIVE'));
  useEffect(() => {
    const timer = isSettling ? setTimeout(() => void refreshCatalog(), SETTLING_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isSettling, catalog.tables]);
  const done = (text: string) => {
    setDialog(undefined);
    toast(text);
    void catalog.refresh();
  };
  if (catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  if (catalog.status === 'failed' && catalog.tables.length === 0) {
    return <Failure title="The tables cannot be read" message={catalog.error?.message ?? ''} onRetry={() => void catalog.refresh()} />;
  }
  const shown = catalog.tables.filter((table) => table.TableName.toLowerCase().includes(filter.toLowerCase()));
  const opened = catalog.tables.find((table) => table.TableName === params.get('table'));
  return (
    <div className="screen scrolls">
      <div className="screen-head">
        <h1>Tables</h1>
        <span className="muted">{count(catalog.tables.length)}</span>
        <input id="table-filter" type="search" placeholder="Search by name" aria-label="Search by name" value={filter} onChange={(event) => setFilter(event.target.value)} />
        <span className="push" />
        <button type="button" onClick={() => void catalog.refresh()}>
          Refresh
        </button>
        <button type="button" className="primary" onClick={() => setDialog({ kind: 'create' })}>
          Create table
        </button>
      </div>
      {catalog.error && <ErrorNote error={catalog.error} />}
      {catalog.tables.length === 0 ? (
        <Empty title="There are no tables yet">
          <p>
            Create one here or with any DynamoDB client. <code>./stator serve --demo</code> starts with five that have items in them.
          </p>
        </Empty>
      ) : (
        <List tables={shown} opened={opened} live={live} onDelete={(table) => setDialog({ kind: 'delete', table })} />
      )}
      {opened && <TableDetails key={opened.TableName} table={opened} live={live.sizes.get(opened.TableName)} timeToLive={live.timeToLive.get(opened.TableName)} onChanged={done} onDelete={() => setDialog({ kind: 'delete', table: opened })} />}
      {dialog?.kind === 'create' && <CreateTable onClose={() => setDialog(undefined)} onDone={(name) => { done(`Table ${name} was created.`); navigate(SCREEN, { table: name }); }} />}
      {dialog?.kind === 'delete' && (
        <DeleteTable
          table={dialog.table}
          items={live.sizes.get(dialog.table.TableName)?.items ?? dialog.table.ItemCount}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            navigate(SCREEN, {}, { replace: true });
            done(`Table ${dialog.table.TableName} was deleted.`);
          }}
        />
      )}
    </div>
  );
}

interface ListProps {
  tables: readonly TableDescription[];
  opened: TableDescription | undefined;
  live: Live;
  onDelete: (table: TableDescription) => void;
}

function List({ tables, opened, live, onDelete }: ListProps) {
  return (
    <div className="panel table-wrap">
      <table className="listing" aria-label="Tables">
        <thead>
          <tr>
            <th>Name</th>
            <th>Partition key</th>
            <th>Sort key</th>
            <th className="number">Items</th>
            <th className="number">Size</th>
            <th>Indexes</th>
            <th>TTL</th>
            <th>Stream</th>
            <th>Billing</th>
            <th>Status</th>
            <th>
              <span className="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <Row key={table.TableName} table={table} isOpened={table === opened} size={live.sizes.get(table.TableName)} timeToLive={live.timeToLive.get(table.TableName)} onDelete={() => onDelete(table)} />
          ))}
          {tables.length === 0 && (
            <tr>
              <td colSpan={11} className="muted">
                No table has that in its name.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  table: TableDescription;
  isOpened: boolean;
  size: LiveTable | undefined;
  timeToLive: TimeToLiveDescription | undefined;
  onDelete: () => void;
}

function Row({ table, isOpened, size, timeToLive, onDelete }: RowProps) {
  const key = (type: string) => table.KeySchema.find((element) => element.KeyType === type)?.AttributeName;
  const typed = (name: string | undefined) =>
    name && (
      <>
        <code>{name}</code> <small className="muted">{table.AttributeDefinitions.find((one) => one.AttributeName === name)?.AttributeType}</small>
      </>
    );
  const local = table.LocalSecondaryIndexes?.length ?? 0;
  const global = table.GlobalSecondaryIndexes?.length ?? 0;
  return (
    <tr className={isOpened ? 'opened' : undefined}>
      <td>
        <a href={link(SCREEN, { table: isOpened ? null : table.TableName })} aria-expanded={isOpened}>
          {table.TableName}
        </a>
      </td>
      <td>{typed(key('HASH'))}</td>
      <td>{typed(key('RANGE')) ?? <span className="muted">none</span>}</td>
      <td className="number">{count(size?.items ?? table.ItemCount ?? 0)}</td>
      <td className="number">{bytes(size?.bytes ?? table.TableSizeBytes ?? 0)}</td>
      <td>
        {global > 0 && <Badge>{global} global</Badge>} {local > 0 && <Badge>{local} local</Badge>}
        {global + local === 0 && <span className="muted">none</span>}
      </td>
      <td>{timeToLive?.TimeToLiveStatus === 'ENABLED' ? <Badge tone="good">{timeToLive.AttributeName}</Badge> : <span className="muted">off</span>}</td>
      <td>{table.StreamSpecification?.StreamEnabled ? <Badge tone="good">{viewName(table.StreamSpecification.StreamViewType)}</Badge> : <span className="muted">off</span>}</td>
      <td>{billingOf(table)}</td>
      <td>
        <Badge tone={table.TableStatus === 'ACTIVE' ? 'good' : 'warn'}>{table.TableStatus.toLowerCase()}</Badge>
      </td>
      <td className="actions">
        <a className="button" href={link('browse', { table: table.TableName })} aria-label={`Browse ${table.TableName}`}>
          Browse
        </a>
        <button type="button" className="quiet" aria-label={`Delete ${table.TableName}`} onClick={onDelete}>
          Delete
        </button>
      </td>
    </tr>
  );
}

function billingOf(table: TableDescription): string {
  const { ReadCapacityUnits: read = 0, WriteCapacityUnits: write = 0 } = table.ProvisionedThroughput ?? {};
  return isProvisioned(table) ? `${count(read)} read, ${count(write)} write` : 'on demand';
}

interface Live {
  sizes: Map<string, LiveTable>;
  timeToLive: Map<string, TimeToLiveDescription>;
}

/** What changes without the table's description: sizes, asked again every few seconds, and time to live. */
function useLive(tables: readonly TableDescription[]): Live {
  const [sizes, setSizes] = useState<Live['sizes']>(new Map());
  const [timeToLive, setTimeToLive] = useState<Live['timeToLive']>(new Map());
  const readSizes = useCallback((signal: AbortSignal) => {
    // A server without the workbench's API leaves the figures of DescribeTable.
    liveTables(signal).then(
      (all) => {
        setSizes(new Map(all.map((one) => [one.name, one])));
        // Another client made or deleted a table.
        if (all.length !== tables.length || all.some((one) => !tables.some((table) => table.TableName === one.name))) {
          void refreshCatalog();
        }
      },
      () => undefined,
    );
  }, [tables]);
  useEffect(() => {
    const controller = new AbortController();
    readSizes(controller.signal);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') {
        readSizes(controller.signal);
      }
    }, REFRESH_MS);
    for (const { TableName } of tables) {
      call('DescribeTimeToLive', { TableName }, { signal: controller.signal }).then(
        (output) => setTimeToLive((before) => new Map(before).set(TableName, output.TimeToLiveDescription)),
        () => undefined,
      );
    }
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [tables, readSizes]);
  return { sizes, timeToLive };
}
