/** What the browser shows and does: the query of the address, its request and prediction, and what was read. */
import { useEffect, useMemo, useState } from 'react';
import { refreshCatalog } from '../../app/catalog.ts';
import { navigate, useRoute } from '../../app/router.ts';
import { useShortcuts } from '../../app/shortcuts.ts';
import { DynamoError } from '../../dynamo/client.ts';
import { sourceOf, type Source } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import type { Item } from '../../item/value.ts';
import { fromParams, toParams } from '../../query/address.ts';
import { requestOf, type BrowseQuery, type Request } from '../../query/query.ts';
import { usePrediction, type PredictionState } from '../../reading/usePrediction.ts';
import { useReader, type Reader, type Until } from '../../reading/useReader.ts';

export const SCREEN = 'browse';

export interface Browsing {
  query: BrowseQuery;
  /** Absent while there is no such table or index. */
  source: Source | undefined;
  request: Request | undefined;
  prediction: PredictionState;
  reader: Reader;
  /** The item that is shown beside the grid. */
  opened: Item | undefined;
  open: (item: Item | undefined) => void;
  change: (patch: Partial<BrowseQuery>) => void;
  run: (until: Until) => void;
}

export function useBrowsing(tables: readonly TableDescription[]): Browsing {
  const { params } = useRoute();
  const query = useMemo(() => fromParams(params), [params]);
  const table = tables.find((one) => one.TableName === query.table);
  const source = useMemo(() => table && sourceOf(table, query.index), [table, query.index]);
  const request = useMemo(() => source && requestOf(source, query), [source, query]);
  const reader = useReader();
  const prediction = usePrediction(request, tables, reader.reading.request);
  const [opened, open] = useState<Item>();
  const { reading, reset } = reader;
  const isReady = request !== undefined && request.problem === undefined;
  const isAskedByAddress = params.get('run') === '1';
  const run = (until: Until) => {
    if (isReady) {
      open(undefined);
      navigate(SCREEN, { ...toParams(query), run: true }, { replace: !isAskedByAddress });
      reader.start(request.operation, request.input, until);
    }
  };
  useShortcuts([
    { keys: 'mod+Enter', title: 'Run the query', run: () => run('page') },
    { keys: 'Escape', title: 'Stop reading, or close the item', run: () => (reading.status === 'running' ? reader.cancel() : open(undefined)) },
  ]);
  useEffect(() => {
    reset();
    open(undefined);
  }, [query.table, query.index, reset]);
  // Somebody deleted the table, or the server has other tables than before.
  const isGone = reading.error instanceof DynamoError && reading.error.type === 'ResourceNotFoundException';
  useEffect(() => {
    if (isGone) {
      void refreshCatalog();
    }
  }, [isGone]);
  // A link, a refresh or the back button with run=1 shows its result at once. It only reads.
  const isShown = isReady && JSON.stringify(reading.request?.input) === JSON.stringify(request.input);
  const isDue = isReady && isAskedByAddress && !isShown;
  useEffect(() => {
    if (isDue) {
      run('page');
    }
    // Only the wish itself counts, not each new function.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue]);
  return {
    query,
    source,
    request,
    prediction,
    reader,
    opened,
    open,
    change: (patch) => navigate(SCREEN, toParams({ ...query, ...patch }), { replace: true }),
    run,
  };
}
