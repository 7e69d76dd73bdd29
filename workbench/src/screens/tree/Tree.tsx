/** A delimited sort key as folders: one level at a time, or a whole subtree by one key condition. */
import { useEffect, useMemo, useState } from 'react';
import { tableNamed, useCatalog } from '../../app/catalog.ts';
import { navigate, useRoute } from '../../app/router.ts';
import { call } from '../../dynamo/client.ts';
import { sourceOf, type Source } from '../../dynamo/schema.ts';
import { attributeOf, textOf, type Item } from '../../item/value.ts';
import { ItemPanel } from '../../edit/ItemPanel.tsx';
import { fromParams, toParams } from '../../query/address.ts';
import { accessOf, type BrowseQuery } from '../../query/query.ts';
import { Empty, ErrorNote, Failure, Loading } from '../../ui/State.tsx';
import { KeyPills } from '../../reading/KeyPills.tsx';
import { SourceChoice } from '../../reading/SourceChoice.tsx';
import { sliceInput, sortKeyOf } from './collection.ts';
import { Folder } from './Folder.tsx';
import { Folders } from './Folders.tsx';
import { DELIMITERS, guessDelimiter } from './levels.ts';
import '../../reading/reading.css';
import './tree.css';

const SCREEN = 'tree';
const SAMPLE_ITEMS = 100;

export default function Tree() {
  const { params } = useRoute();
  const catalog = useCatalog(params.get('table'));
  const query = useMemo(() => fromParams(params), [params]);
  const table = query.table === '' ? catalog.tables[0] : tableNamed(catalog.tables, query.table);
  const source = useMemo(() => table && sourceOf(table, query.index), [table, query.index]);
  const isSet = source !== undefined && accessOf(source, query) === 'Query';
  const guessed = useGuess(source, query, isSet);
  const [opened, setOpened] = useState<Item>();
  const delimiter = params.get('delim') ?? guessed.delimiter;
  const path = params.get('path') ?? '';
  const collection = JSON.stringify([query.table, query.index, query.key]);
  useEffect(() => setOpened(undefined), [collection, path]);
  if (catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  if (!source || !table) {
    return catalog.error ? (
      <Failure title="The tables cannot be read" message={catalog.error.message} onRetry={() => void catalog.refresh()} />
    ) : (
      <Empty title={query.table === '' ? 'There are no tables yet' : `There is no ${query.index ? `index ${query.index} of ` : ''}table ${query.table}`}>Choose or create one under Tables.</Empty>
    );
  }
  const change = (patch: Partial<BrowseQuery>, more: { delim?: string | undefined; path?: string | undefined } = {}) =>
    navigate(SCREEN, { ...toParams({ ...query, table: table.TableName, ...patch }), delim: params.get('delim'), mode: params.get('mode'), ...more }, { replace: true });
  const [sortKey] = source.sortKeys;
  const isText = sortKey?.type === 'S' && source.sortKeys.length === 1;
  const partition = { ...source, sortKeys: [] };
  return (
    <div className="screen tree-screen">
      <div className="screen-head">
        <h1>Tree</h1>
        <SourceChoice tables={catalog.tables} table={table} index={query.index} onChange={(next) => navigate(SCREEN, next)} />
        <KeyPills source={partition} conditions={query.key} onChange={(key) => change({ key }, { path: undefined })} onRun={() => undefined} />
        {isSet && isText && (
          <label className="row">
            <span className="muted">split {sortKey?.name} at</span>
            <select className="mono" aria-label="Delimiter" value={delimiter ?? ''} onChange={(event) => change({}, { delim: event.target.value, path: undefined })}>
              {[...new Set([...DELIMITERS, ...(delimiter ? [delimiter] : [])])].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {!isText && (
        <Empty title="No text to split">
          <p>A tree needs one sort key of type String. {sortKey ? `${sortKey.name} is none.` : 'This one has no sort key.'} Choose another table or index.</p>
        </Empty>
      )}
      {isText && !isSet && <Suggestions source={source} onChoose={(key) => change({ key }, { path: undefined })} />}
      {isText && isSet && guessed.error !== undefined && <ErrorNote error={guessed.error} />}
      {isText && isSet && delimiter !== undefined && (
        <div className="split">
          <Folders
            key={collection + delimiter}
            source={source}
            query={query}
            delimiter={delimiter}
            path={path}
            onPath={(next) => navigate(SCREEN, { ...toParams(query), delim: params.get('delim'), mode: params.get('mode'), path: next })}
            onOpen={setOpened}
          />
          <Folder
            key={`${collection}${path}`}
            source={source}
            query={query}
            path={path}
            delimiter={delimiter}
            isWhole={params.get('mode') === 'subtree'}
            onMode={(isWhole) => navigate(SCREEN, { ...toParams(query), delim: params.get('delim'), path, mode: isWhole ? 'subtree' : undefined }, { replace: true })}
            onOpen={setOpened}
          />
          {opened && <ItemPanel source={source} item={opened} onClose={() => setOpened(undefined)} />}
        </div>
      )}
    </div>
  );
}

/** The delimiter that the first keys of the collection have. */
function useGuess(source: Source | undefined, query: BrowseQuery, isSet: boolean): { delimiter?: string; error?: unknown } {
  const [guess, setGuess] = useState<{ delimiter?: string; error?: unknown }>({});
  const asked = isSet && source ? JSON.stringify(query) : '';
  useEffect(() => {
    setGuess({});
    if (asked === '' || !source?.sortKeys[0]) {
      return undefined;
    }
    const controller = new AbortController();
    call('Query', { ...sliceInput(source, query, {}), Limit: SAMPLE_ITEMS }, { signal: controller.signal })
      .then((output) => {
        const keys = (output.Items ?? []).flatMap((item) => (sortKeyOf(source, item) === '' ? [] : [sortKeyOf(source, item)]));
        setGuess({ delimiter: guessDelimiter(keys) });
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) {
          setGuess({ delimiter: '/', error });
        }
      });
    return () => controller.abort();
    // The text says all that counts of the query.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, source]);
  return guess;
}

const SUGGESTED_MAX = 24;

/** Partition keys to choose from, found by one page of a scan that the user asks for. */
function Suggestions({ source, onChoose }: { source: Source; onChoose: (key: BrowseQuery['key']) => void }) {
  const [found, setFound] = useState<string[][]>();
  const [error, setError] = useState<unknown>();
  const names = source.partitionKeys.map((key) => key.name);
  const look = async () => {
    try {
      const output = await call('Scan', { TableName: source.table.TableName, ...(source.index ? { IndexName: source.index.IndexName } : {}), ReturnConsumedCapacity: 'TOTAL' });
      const values = (output.Items ?? []).map((item) => JSON.stringify(names.map((name) => textOf(attributeOf(item, name)))));
      setFound([...new Set(values)].slice(0, SUGGESTED_MAX).map((text) => JSON.parse(text) as string[]));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Empty title={`Which ${names.join(' and ')}?`}>
      <p>A tree shows one item collection. Fill its partition key above, or look which there are.</p>
      <p className="row suggestions">
        {found ? (
          found.map((values) => (
            <button key={values.join()} type="button" className="mono" onClick={() => onChoose(values.map((value, i) => ({ attribute: names[i] ?? '', operator: '=', values: [value] })))}>
              {values.join(', ')}
            </button>
          ))
        ) : (
          <button type="button" onClick={() => void look()}>
            Look for partition keys (scans one page)
          </button>
        )}
        {found?.length === 0 && <span>There are no items yet.</span>}
      </p>
      {error !== undefined && <ErrorNote error={error} />}
    </Empty>
  );
}
