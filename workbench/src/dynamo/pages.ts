/** Operations that take several requests: pages of a read, batches that come back half done. */
import type { Item, Key } from '../item/value.ts';
import { call, DynamoError, type CallOptions } from './client.ts';
import { unitsOf } from './measurements.ts';
import type { Operations, ReadInput, TableDescription, WriteRequest } from './types.ts';

/** One page of items, as every screen's results have it. */
export interface ResultPage {
  items: Item[];
  /** Items after the filter. */
  count: number;
  /** Items before the filter: what was paid for. */
  scannedCount: number;
  units: number;
  milliseconds: number;
  /** Where the next page starts; absent after the last. */
  lastKey?: Key;
  /** The same for PartiQL. */
  nextToken?: string;
}

export type ReadOperation = 'Query' | 'Scan';

/** One request of a read. */
export async function page(operation: ReadOperation, input: ReadInput, options: CallOptions = {}): Promise<ResultPage> {
  const started = performance.now();
  const output = await call(operation, { ReturnConsumedCapacity: 'TOTAL', ...input }, options);
  return {
    items: output.Items ?? [],
    count: output.Count,
    scannedCount: output.ScannedCount,
    units: unitsOf(output.ConsumedCapacity),
    milliseconds: performance.now() - started,
    ...(output.LastEvaluatedKey ? { lastKey: output.LastEvaluatedKey } : {}),
  };
}

/** All pages of a read from its start key on, requested as they are taken. */
export async function* pages(
  operation: ReadOperation,
  input: ReadInput,
  options: CallOptions = {},
): AsyncGenerator<ResultPage, void, void> {
  let start = input.ExclusiveStartKey;
  do {
    const next: ResultPage = await page(operation, start ? { ...input, ExclusiveStartKey: start } : input, options);
    yield next;
    start = next.lastKey;
  } while (start !== undefined);
}

/** The names of all tables, in their order. */
export async function tableNames(options: CallOptions = {}): Promise<string[]> {
  const names: string[] = [];
  let last: string | undefined;
  do {
    const output: Operations['ListTables'][1] = await call(
      'ListTables',
      last === undefined ? {} : { ExclusiveStartTableName: last },
      options,
    );
    names.push(...output.TableNames);
    last = output.LastEvaluatedTableName;
  } while (last !== undefined);
  return names;
}

export async function describeTable(name: string, options: CallOptions = {}): Promise<TableDescription> {
  return (await call('DescribeTable', { TableName: name }, options)).Table;
}

const BATCH_WRITE_MAX = 25;
const BATCH_WRITE_BYTES_MAX = 16 * 1024 * 1024;
const BACKOFF_MS = 50;
const BACKOFF_MS_MAX = 2_000;

export interface BatchProgress {
  written: number;
  units: number;
  /** How often something came back unprocessed. */
  retries: number;
}

/**
 * Puts and deletes in batches of 25, where what comes back unprocessed is sent again after a pause that grows, until all is
 * written or the signal fires. Yields after each request how far it got.
 *
 * Requires: no two requests for the same key within 25 neighbours.
 */
export async function* batchWrite(
  table: string,
  requests: Iterable<WriteRequest> | AsyncIterable<WriteRequest>,
  options: CallOptions = {},
): AsyncGenerator<BatchProgress, void, void> {
  const progress: BatchProgress = { written: 0, units: 0, retries: 0 };
  let batch: WriteRequest[] = [];
  let bytes = 0;
  for await (const request of requests) {
    const size = JSON.stringify(request).length;
    if (batch.length === BATCH_WRITE_MAX || (batch.length > 0 && bytes + size > BATCH_WRITE_BYTES_MAX)) {
      yield* writeAll(table, batch, progress, options);
      batch = [];
      bytes = 0;
    }
    batch.push(request);
    bytes += size;
  }
  if (batch.length > 0) {
    yield* writeAll(table, batch, progress, options);
  }
}

async function* writeAll(
  table: string,
  batch: WriteRequest[],
  progress: BatchProgress,
  options: CallOptions,
): AsyncGenerator<BatchProgress, void, void> {
  let open = batch;
  let pause = BACKOFF_MS;
  while (open.length > 0) {
    let left: WriteRequest[];
    try {
      const output = await call(
        'BatchWriteItem',
        { RequestItems: { [table]: open }, ReturnConsumedCapacity: 'TOTAL' },
        options,
      );
      left = output.UnprocessedItems?.[table] ?? [];
      progress.written += open.length - left.length;
      progress.units += unitsOf(output.ConsumedCapacity);
    } catch (error) {
      if (!(error instanceof DynamoError) || !error.retryable || error.status === 0) {
        throw error;
      }
      left = open;
    }
    open = left;
    if (open.length > 0) {
      progress.retries++;
      yield { ...progress };
      await delay(pause, options.signal);
      pause = Math.min(pause * 2, BACKOFF_MS_MAX);
    }
  }
  yield { ...progress };
}

/** Waits; ends early with the signal's reason if that fires. */
export function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
