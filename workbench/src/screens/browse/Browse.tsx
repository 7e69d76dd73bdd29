/** Reads a table or an index: key pills decide between Query and Scan, and the cost is known before it is paid. */
import { useEffect, useMemo, useState } from 'react';
import { tableNamed, useCatalog } from '../../app/catalog.ts';
import { navigate, useRoute } from '../../app/router.ts';
import { useShortcuts } from '../../app/shortcuts.ts';
import { editId, staged } from '../../app/staged.ts';
import { useStore } from '../../app/store.ts';
import { keyId, keyOf, sourceOf } from '../../dynamo/schema.ts';
import type { Item } from '../../item/value.ts';
import { fromParams, toParams } from '../../query/address.ts';
import { requestOf, type BrowseQuery } from '../../query/query.ts';
import { usePrediction } from '../../query/usePrediction.ts';
import { useReader, type Until } from '../../query/useReader.ts';
import { ItemPanel } from '../../edit/ItemPanel.tsx';
import { ResultActions } from '../../transfer/ResultActions.tsx';
import { ItemGrid } from '../../ui/ItemGrid.tsx';
import { Empty, ErrorNote, Failure, Loading } from '../../ui/State.tsx';
import { KeyPills } from './KeyPills.tsx';
import { FilterBar } from './FilterBar.tsx';
import { AccessBadge } from './AccessBadge.tsx';
import { ReadingBar } from './ReadingBar.tsx';
import { RunBar } from './RunBar.tsx';
import { SourceChoice } from './SourceChoice.tsx';
import './browse.css';

const SCREEN = 'browse';

export default function Browse() {
  const route = useRoute();
  const catalog = useCatalog();
  const query = useMemo(() => fromParams(route.params), [route.params]);
  const table = tableNamed(catalog.tables, query.table);
  const source = useMemo(() => table && sourceOf(table, query.index), [table, query.index]);
  const request = useMemo(() => source && requestOf(source, query), [source, query]);
  const prediction = usePrediction(request);
  const reader = useReader();
  const [opened, setOpened] = useState<Item>();
  const edits = useStore(staged);
  const pending = useMemo(() => new Set(edits.map((edit) => edit.id)), [edits]);
  const change = (patch: Partial<BrowseQuery>) => {
    navigate(SCREEN, toParams({ ...query, ...patch }), { replace: patch.table === undefined && patch.index === undefined });
  };
  const isReady = request !== undefined && request.problem === undefined;
  const run = (until: Until) => {
    if (isReady) {
      setOpened(undefined);
      navigate(SCREEN, { ...toParams(query), run: true }, { replace: route.params.get('run') !== '1' });
      reader.start(request.operation, request.input, until);
    }
  };
  useShortcuts([
    { keys: 'mod+Enter', title: 'Run the query', run: () => run('page') },
    { keys: 'Escape', title: 'Stop reading, or close the item', run: () => (reader.reading.status === 'running' ? reader.cancel() : setOpened(undefined)) },
  ]);
  const { reset } = reader;
  useEffect(() => {
    reset();
    setOpened(undefined);
  }, [query.table, query.index, reset]);
  useRunFromAddress(isReady && route.params.get('run') === '1' && reader.reading.status === 'idle', () => run('page'));

  if (catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  if (catalog.status === 'failed' && catalog.tables.length === 0) {
    return <Failure title="The tables cannot be read" message={catalog.error?.message ?? ''} onRetry={() => void catalog.refresh()} />;
  }
  if (!source || !table) {
    return <NoSource query={query} tables={catalog.tables.map((one) => one.TableName)} />;
  }
  const { reading } = reader;
  return (
    <div className="screen browse">
      <div className="screen-head">
        <h1>Browse</h1>
        <SourceChoice tables={catalog.tables} table={table} index={query.index} onChange={(next) => navigate(SCREEN, next)} />
        <AccessBadge request={request} state={prediction} />
      </div>
      <div className="panel query-panel">
        <KeyPills source={source} conditions={query.key} onChange={(key) => change({ key })} onRun={() => run('page')} />
        <FilterBar filters={query.filter} onChange={(filter) => change({ filter })} onRun={() => run('page')} />
        <RunBar query={query} source={source} problem={request?.problem} reader={reader} onChange={change} onRun={run} />
      </div>
      {reading.error && <ErrorNote error={reading.error} />}
      <ReadingBar reading={reading} reader={reader}>
        <ResultActions items={reading.items} hasMore={reading.lastKey !== undefined} source={source} />
      </ReadingBar>
      <div className="split">
        <ItemGrid
          label={`Items of ${query.index ?? table.TableName}`}
          items={reading.items}
          source={source}
          rowId={(item) => keyId(table, item)}
          selected={opened && keyId(table, opened)}
          onSelect={(item) => opened && setOpened(item)}
          onOpen={setOpened}
          rowClass={(item) => (pending.has(editId(table.TableName, keyOf(table, item))) ? 'staged' : '')}
          empty={<NoItems status={reading.status} filtered={query.filter.length > 0} />}
        />
        {opened && <ItemPanel source={source} item={opened} onClose={() => setOpened(undefined)} onCollection={(key) => change({ key })} />}
      </div>
    </div>
  );
}

/** A link with run=1 shows its result at once. It only reads. */
function useRunFromAddress(isAsked: boolean, run: () => void): void {
  useEffect(() => {
    if (isAsked) {
      run();
    }
    // Only the wish itself counts, not each new function.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked]);
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
