import { afterEach, describe, expect, test } from 'vitest';
import { call, DynamoError } from './client.ts';
import { measured } from './measurements.ts';
import { batchWrite, pages, tableNames, type BatchProgress } from './pages.ts';

interface Sent {
  operation: string;
  input: Record<string, unknown>;
  headers: Record<string, string>;
}

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Answers each request by a function, and keeps what was sent. */
function serve(answer: (sent: Sent, number: number) => { status?: number; body: unknown }): Sent[] {
  const all: Sent[] = [];
  globalThis.fetch = (_, init) => {
    init?.signal?.throwIfAborted();
    const headers = init?.headers as Record<string, string>;
    const sent = { operation: headers['X-Amz-Target']?.split('.')[1] ?? '', input: JSON.parse(init?.body as string) as Sent['input'], headers };
    all.push(sent);
    const { status = 200, body } = answer(sent, all.length);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  return all;
}

describe('a call', () => {
  test('has the headers that a server asks for', async () => {
    const [sent] = [serve(() => ({ body: { TableNames: [] } }))];
    await call('ListTables', {});
    expect(sent[0]?.headers['X-Amz-Target']).toBe('DynamoDB_20120810.ListTables');
    expect(sent[0]?.headers.Authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=workbench\/\d{8}\/local\/dynamodb\/aws4_request, SignedHeaders=\S+, Signature=\w{64}$/);
    expect(sent[0]?.headers['X-Amz-Date']).toMatch(/^\d{8}T\d{6}Z$/);
  });

  test('fails with DynamoDB’s text, type and reasons', async () => {
    serve(() => ({
      status: 400,
      body: { __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException', Message: 'cancelled', CancellationReasons: [{ Code: 'None' }, { Code: 'X' }] },
    }));
    const error = (await call('ListTables', {}).catch((failure: unknown) => failure)) as DynamoError;
    expect(error).toBeInstanceOf(DynamoError);
    expect(error).toMatchObject({ type: 'TransactionCanceledException', message: 'cancelled', status: 400, retryable: false, reasons: [{ Code: 'None' }, { Code: 'X' }] });
  });

  test('that nobody answers says what to do; one that was cancelled is no error of the server', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(call('ListTables', {})).rejects.toThrow(/Start it with .\/stator serve/);
    serve(() => ({ body: {} }));
    await expect(call('ListTables', {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
  });

  test('with its cost is measured', async () => {
    serve(() => ({ body: { Count: 3, ScannedCount: 9, ConsumedCapacity: { TableName: 'T', CapacityUnits: 1.5 } } }));
    await call('Query', { TableName: 'T', IndexName: 'i', ConsistentRead: true });
    expect(measured()[0]).toMatchObject({ operation: 'Query', table: 'T', index: 'i', units: 1.5, items: 3, scanned: 9, consistent: true });
  });

  test('is measured as a read or a write, statements by their first word', async () => {
    const kindOf = async (Statement: string) => {
      serve(() => ({ body: { Items: [], ConsumedCapacity: { TableName: 'T', CapacityUnits: 1 } } }));
      await call('ExecuteStatement', { Statement });
      return measured()[0]?.kind;
    };
    expect(await kindOf('  -- update\n/* insert */ SELECT * FROM T')).toBe('read');
    expect(await kindOf('INSERT INTO T VALUE {\'pk\': \'select\'}')).toBe('write');
    expect(await kindOf('delete FROM T WHERE pk = \'a\'')).toBe('write');
  });
});

describe('pages', () => {
  test('follow the last key to the end, and only as far as they are taken', async () => {
    const sent = serve((_, number) => ({ body: { Items: [], Count: 0, ScannedCount: 5, ...(number < 3 ? { LastEvaluatedKey: { pk: { S: String(number) } } } : {}) } }));
    const counts: number[] = [];
    for await (const one of pages('Scan', { TableName: 'T' })) {
      counts.push(one.scannedCount);
    }
    expect(counts).toEqual([5, 5, 5]);
    expect(sent.map((one) => one.input.ExclusiveStartKey)).toEqual([undefined, { pk: { S: '1' } }, { pk: { S: '2' } }]);
    for await (const one of pages('Scan', { TableName: 'T' })) {
      expect(one.lastKey).toBeUndefined();
      break;
    }
    expect(sent).toHaveLength(4);
  });

  test('of table names are joined', async () => {
    serve(({ input }) => ({ body: input.ExclusiveStartTableName ? { TableNames: ['c'] } : { TableNames: ['a', 'b'], LastEvaluatedTableName: 'b' } }));
    expect(await tableNames()).toEqual(['a', 'b', 'c']);
  });
});

describe('a batch of writes', () => {
  const requests = (count: number) => Array.from({ length: count }, (_, i) => ({ DeleteRequest: { Key: { pk: { S: String(i) } } } }));
  const last = async (progress: AsyncIterable<BatchProgress>) => {
    let end: BatchProgress | undefined;
    for await (end of progress);
    return end;
  };

  test('goes out in 25s; what comes back is sent again, and so is what was throttled', async () => {
    const keys: string[] = [];
    const sent = serve(({ input }, number) => {
      const batch = (input.RequestItems as Record<string, ReturnType<typeof requests>>).T ?? [];
      if (number === 2) {
        return { status: 400, body: { __type: 'x#ProvisionedThroughputExceededException', message: 'slow down' } };
      }
      const done = number === 1 ? batch.slice(0, 20) : batch;
      keys.push(...done.map((one) => one.DeleteRequest.Key.pk.S));
      return { body: { UnprocessedItems: done.length < batch.length ? { T: batch.slice(20) } : {}, ConsumedCapacity: [{ CapacityUnits: done.length }] } };
    });
    expect(await last(batchWrite('T', requests(60)))).toEqual({ written: 60, units: 60, retries: 2 });
    expect(keys).toEqual(requests(60).map((one) => one.DeleteRequest.Key.pk.S));
    expect(sent.map((one) => (one.input.RequestItems as { T: unknown[] }).T.length)).toEqual([25, 5, 5, 25, 10]);
  });

  test('ends at an error that will not go away', async () => {
    serve(() => ({ status: 400, body: { __type: 'x#ValidationException', message: 'no' } }));
    await expect(last(batchWrite('T', requests(3)))).rejects.toThrow('no');
  });
});
