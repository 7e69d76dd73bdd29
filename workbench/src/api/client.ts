/** The workbench's own API: what only the engine knows. */
import type { ReadOperation } from '../dynamo/pages.ts';
import type { ReadInput } from '../dynamo/types.ts';
import type { Key } from '../item/value.ts';

/** What a read would touch, reckoned by the engine without running it. */
export interface Prediction {
  access: ReadOperation;
  /** Items that are read and paid for. */
  items: number;
  /** Items that the filter keeps. */
  matches: number;
  bytes: number;
  units: number;
  pages: number;
  /** False: the slice is larger than the engine wanted to look at, so the numbers are "at least". */
  exact: boolean;
  first?: Key;
  last?: Key;
}

export interface LiveIndex {
  name: string;
  items: number;
  bytes: number;
}

export interface LiveTable extends LiveIndex {
  indexes: LiveIndex[];
}

/** Predicts a Query or a Scan. */
export async function predict(operation: ReadOperation, input: ReadInput, signal?: AbortSignal): Promise<Prediction> {
  return (await ask('/workbench/api/predict', signal, { operation, input })) as Prediction;
}

/** Exact item counts and sizes of all tables, now. */
export async function liveTables(signal?: AbortSignal): Promise<LiveTable[]> {
  return ((await ask('/workbench/api/tables', signal)) as { tables: LiveTable[] }).tables;
}

async function ask(path: string, signal: AbortSignal | undefined, body?: unknown): Promise<unknown> {
  const response = await fetch(path, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(messageOf(text) ?? `The server answered with status ${response.status}.`);
  }
  return JSON.parse(text);
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { message?: string }).message;
  } catch {
    return undefined;
  }
}
