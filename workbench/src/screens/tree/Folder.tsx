/** The chosen folder: its key condition and its cost, as one level and as a whole subtree, and the items of the latter. */
import { useEffect, useMemo, useState } from 'react';
import { keyId, type Source } from '../../dynamo/schema.ts';
import { bytes, count, units } from '../../item/display.ts';
import type { Item } from '../../item/value.ts';
import { readable, type BrowseQuery } from '../../query/query.ts';
import { usePrediction } from '../../reading/usePrediction.ts';
import { useReader } from '../../reading/useReader.ts';
import { ItemGrid } from '../../ui/ItemGrid.tsx';
import { Empty, ErrorNote, Loading } from '../../ui/State.tsx';
import { ReadingBar } from '../../reading/ReadingBar.tsx';
import { rangeReader, sliceInput, sortKeyOf } from './collection.ts';
import { behind, listLevel, type Level } from './levels.ts';

export interface FolderProps {
  source: Source;
  query: BrowseQuery;
  path: string;
  delimiter: string;
  isWhole: boolean;
  onMode: (isWhole: boolean) => void;
  onOpen: (item: Item) => void;
}

export function Folder({ source, query, path, delimiter, isWhole, onMode, onOpen }: FolderProps) {
  const input = useMemo(() => sliceInput(source, query, path === '' ? {} : { prefix: path }), [source, query, path]);
  const levelInput = useMemo(() => sliceInput(source, query, path === '' ? {} : { from: path, to: behind(path) }), [source, query, path]);
  const { prediction, problem } = usePrediction(useMemo(() => ({ operation: 'Query' as const, input }), [input]));
  const level = useLevel(source, query, path, delimiter);
  const reader = useReader();
  const { reading } = reader;
  const { table } = source;
  const items = isWhole ? reading.items : (level.value?.entries.flatMap((entry) => (entry.kind === 'item' ? [entry.row] : [])) ?? []);
  const folders = level.value?.entries.filter((entry) => entry.kind === 'folder').length ?? 0;
  return (
    <section className="folder-view" aria-label="Folder">
      <div className="folder-ways" role="radiogroup" aria-label="What to show">
        <button type="button" role="radio" aria-checked={!isWhole} className="way" onClick={() => onMode(false)}>
          <strong>One level</strong>
          <span className="muted">
            {level.value
              ? `${count(folders)} folder${folders === 1 ? '' : 's'}, ${count(level.value.entries.length - folders)} items${level.value.next !== undefined ? ' so far' : ''}`
              : 'reading…'}
          </span>
          {level.value && (
            <span>
              <b>{units(level.value.units)}</b> units in {count(level.value.requests)} request{level.value.requests === 1 ? '' : 's, each starting behind the last folder'}
            </span>
          )}
          <code>{readable(levelInput.KeyConditionExpression, levelInput)}</code>
        </button>
        <button type="button" role="radio" aria-checked={isWhole} className="way" onClick={() => onMode(true)}>
          <strong>Whole subtree</strong>
          {prediction ? (
            <>
              <span className="muted">
                {prediction.exact ? '' : 'at least '}
                {count(prediction.items)} item{prediction.items === 1 ? '' : 's'}, {bytes(prediction.bytes)}
              </span>
              <span>
                <b>{units(prediction.units)}</b> units in {count(prediction.pages)} page{prediction.pages === 1 ? '' : 's'}
              </span>
            </>
          ) : (
            <span className="muted">{problem ? 'cost unknown' : 'reckoning…'}</span>
          )}
          <code>{readable(input.KeyConditionExpression, input)}</code>
        </button>
      </div>
      {isWhole && (
        <div className="row">
          <button type="button" className="primary" disabled={reading.status === 'running'} onClick={() => reader.start('Query', input, 'end')}>
            Read the subtree
          </button>
        </div>
      )}
      {isWhole && <ReadingBar reading={reading} reader={reader} />}
      {(isWhole ? reading.error : level.error) !== undefined && <ErrorNote error={isWhole ? reading.error : level.error} />}
      <ItemGrid
        label={isWhole ? 'Items of the subtree' : 'Items of this level'}
        items={items}
        source={source}
        rowId={(item) => keyId(table, item)}
        onOpen={onOpen}
        empty={<Nothing isWhole={isWhole} status={reading.status} isLoading={level.value === undefined} folders={folders} />}
      />
    </section>
  );
}

function Nothing({ isWhole, status, isLoading, folders }: { isWhole: boolean; status: string; isLoading: boolean; folders: number }) {
  if (isWhole) {
    return status === 'idle' ? <Empty title="Not read yet">“Read the subtree” reads every page of the key condition above.</Empty> : status === 'running' ? <Loading>Reading…</Loading> : <Empty title="The subtree is empty" />;
  }
  return isLoading ? <Loading>Reading…</Loading> : <Empty title="No items directly here">{folders > 0 ? 'Open one of its folders on the left.' : ''}</Empty>;
}

const ENTRIES_AT_ONCE = 200;

/** The first entries of the level. The tree on the left lists them too; both ask, so that each can be shown alone. */
function useLevel(source: Source, query: BrowseQuery, path: string, delimiter: string): { value?: Level<Item>; error?: unknown } {
  const [level, setLevel] = useState<{ value?: Level<Item>; error?: unknown }>({});
  const partition = JSON.stringify(query.key);
  useEffect(() => {
    const controller = new AbortController();
    listLevel(rangeReader(source, query, controller.signal), (item) => sortKeyOf(source, item), path, delimiter, { most: ENTRIES_AT_ONCE }).then(
      (value) => setLevel({ value }),
      (error: unknown) => {
        if (!controller.signal.aborted) {
          setLevel({ error });
        }
      },
    );
    return () => controller.abort();
    // The partition key says all that counts of the query.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [source, partition, path, delimiter]);
  return level;
}
