/** Reads a table or an index: key pills decide between Query and Scan, and the cost is known before it is paid. */
import { useEffect, useMemo } from 'react';
import { useCatalog } from '../../app/catalog.ts';
import { navigate, useRoute } from '../../app/router.ts';
import { editId, staged } from '../../app/staged.ts';
import { useStore } from '../../app/store.ts';
import { keyId, keyOf, type Source } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import { ItemPanel } from '../../edit/ItemPanel.tsx';
import type { BrowseQuery } from '../../query/query.ts';
import { ExportMenu } from '../../transfer/ExportMenu.tsx';
import { ItemGrid } from '../../ui/ItemGrid.tsx';
import { Empty, ErrorNote, Failure, Loading } from '../../ui/State.tsx';
import { AccessBadge } from './AccessBadge.tsx';
import { AddItems } from './AddItems.tsx';
import { FilterBar } from './FilterBar.tsx';
import { KeyPills } from '../../reading/KeyPills.tsx';
import { ReadingBar } from '../../reading/ReadingBar.tsx';
import { RunBar } from './RunBar.tsx';
import { SourceChoice } from '../../reading/SourceChoice.tsx';
import { SCREEN, useBrowsing, type Browsing } from './useBrowsing.ts';
import '../../reading/reading.css';
import './browse.css';

export default function Browse() {
  const catalog = useCatalog(useRoute().params.get('table'));
  const browsing = useBrowsing(catalog.tables);
  if (catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  if (catalog.status === 'failed' && catalog.tables.length === 0) {
    return <Failure title="The tables cannot be read" message={catalog.error?.message ?? ''} onRetry={() => void catalog.refresh()} />;
  }
  const { query, source } = browsing;
  return source ? <Browser tables={catalog.tables} browsing={browsing} source={source} /> : <NoSource query={query} tables={catalog.tables.map((one) => one.TableName)} />;
}

function Browser({ tables, browsing, source }: { tables: readonly TableDescription[]; browsing: Browsing; source: Source }) {
  const { query, request, reader, opened, open, change, run } = browsing;
  const { table } = source;
  const { reading } = reader;
  const edits = useStore(staged);
  const pending = useMemo(() => new Set(edits.map((edit) => edit.id)), [edits]);
  return (
    <div className="screen browse">
      <div className="screen-head">
        <h1>Browse</h1>
        <SourceChoice tables={tables} table={table} index={query.index} onChange={(next) => navigate(SCREEN, next)} />
        <AccessBadge request={request} state={browsing.prediction} />
        <span className="push" />
        <AddItems table={table} />
      </div>
      <div className="panel query-panel">
        <div className="conditions">
          <KeyPills source={source} conditions={query.key} onChange={(key) => change({ key })} onRun={() => run('page')} />
          <FilterBar filters={query.filter} onChange={(filter) => change({ filter })} onRun={() => run('page')} />
        </div>
        <RunBar query={query} source={source} problem={request?.problem} reader={reader} onChange={change} onRun={run} />
      </div>
      {reading.error && <ErrorNote error={reading.error} />}
      <ReadingBar reading={reading} reader={reader}>
        <ExportMenu items={reading.items} hasMore={reading.lastKey !== undefined} source={source} />
      </ReadingBar>
      <div className="split">
        <ItemGrid
          label={`Items of ${query.index ?? table.TableName}`}
          items={reading.items}
          source={source}
          rowId={(item) => keyId(table, item)}
          selected={opened && keyId(table, opened)}
          onSelect={(item) => opened && open(item)}
          onOpen={open}
          rowClass={(item) => (pending.has(editId(table.TableName, keyOf(table, item))) ? 'staged' : '')}
          empty={<NoItems status={reading.status} filtered={query.filter.length > 0} />}
        />
        {opened && <ItemPanel source={source} item={opened} onClose={() => open(undefined)} onCollection={(key) => change({ key })} />}
      </div>
    </div>
  );
}

function NoSource({ query, tables }: { query: BrowseQuery; tables: string[] }) {
  const [first] = tables;
  useEffect(() => {
    if (query.table === '' && first !== undefined) {
      navigate(SCREEN, { table: first }, { replace: true });
    }
  }, [query.table, first]);
  if (first === undefined) {
    return (
      <Empty title="There are no tables yet">
        <p>
          Create one under <a href="#/tables">Tables</a>, or start the server with <code>--demo</code> to have five with items in them.
        </p>
      </Empty>
    );
  }
  return query.table === '' ? (
    <Loading>Opening {first}…</Loading>
  ) : (
    <Empty title={`There is no ${query.index ? `index ${query.index} of ` : ''}table ${query.table}`}>
      <p>
        It may have been deleted. Choose another under <a href="#/tables">Tables</a>.
      </p>
    </Empty>
  );
}

function NoItems({ status, filtered }: { status: string; filtered: boolean }) {
  switch (status) {
    case 'idle':
      return (
        <Empty title="Nothing was read yet">
          <p>
            Fill the partition key to query one collection, or leave it empty to scan. Then press <kbd>Ctrl/⌘ Enter</kbd>.
          </p>
        </Empty>
      );
    case 'running':
      return <Loading>Reading…</Loading>;
    case 'complete':
      return (
        <Empty title="No item matches">
          <p>{filtered ? 'All that was read failed the filter. Loosen it, or check the spelling and type of its values.' : 'The slice is empty. Check the key values: they are compared exactly, upper and lower case too.'}</p>
        </Empty>
      );
    case 'failed':
      return <Empty title="Nothing was read">The message above says why.</Empty>;
    default:
      return (
        <Empty title="No match so far">
          <p>The pages that were read have none. Read on with “Next page” or “Until matches”.</p>
        </Empty>
      );
  }
}
