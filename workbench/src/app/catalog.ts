/** The tables of the server with their descriptions, loaded once and again on request. */
import { useEffect } from 'react';
import { DynamoError } from '../dynamo/client.ts';
import { describeTable, tableNames } from '../dynamo/pages.ts';
import type { TableDescription } from '../dynamo/types.ts';
import { store, useStore } from './store.ts';

export interface Catalog {
  status: 'loading' | 'ready' | 'failed';
  tables: TableDescription[];
  error?: Error;
}

const DESCRIBED_AT_ONCE = 6;
const catalog = store<Catalog>({ status: 'loading', tables: [] });
let running: Promise<void> | undefined;
let isAskedAgain = false;

/** Reads all descriptions again; what is shown stays until they are there. */
export function refreshCatalog(): Promise<void> {
  // What is being read may be older than the change that somebody asks for.
  isAskedAgain = running !== undefined;
  running ??= loadWhileAsked().finally(() => {
    running = undefined;
  });
  return running;
}

async function loadWhileAsked(): Promise<void> {
  do {
    isAskedAgain = false;
    await load();
  } while (isAskedAgain);
}

async function load(): Promise<void> {
  try {
    const names = await tableNames();
    const tables: TableDescription[] = [];
    for (let i = 0; i < names.length; i += DESCRIBED_AT_ONCE) {
      const described = await Promise.allSettled(
        names.slice(i, i + DESCRIBED_AT_ONCE).map((name) => describeTable(name)),
      );
      for (const one of described) {
        if (one.status === 'fulfilled') {
          tables.push(one.value);
        } else if (!isGone(one.reason)) {
          throw one.reason;
        }
      }
    }
    catalog.set({ status: 'ready', tables });
  } catch (error) {
    catalog.set((before) => ({ status: 'failed', tables: before.tables, error: error as Error }));
  }
}

/** A table may be gone between the two requests; any other refusal must not make it look so. */
function isGone(reason: unknown): boolean {
  return reason instanceof DynamoError && reason.type === 'ResourceNotFoundException';
}

/**
 * The tables; loads them when the first component asks, and again when one is wanted that is not among them: another client
 * may have made it meanwhile.
 */
export function useCatalog(wanted?: string | null): Catalog & { refresh: () => Promise<void> } {
  const current = useStore(catalog);
  const isReady = current.status === 'ready';
  useEffect(() => {
    if (wanted && isReady && !tableNamed(catalog.get().tables, wanted)) {
      void refreshCatalog();
    }
  }, [wanted, isReady]);
  useEffect(() => {
    if (catalog.get().status === 'loading' && running === undefined) {
      void refreshCatalog();
    }
  }, []);
  return { ...current, refresh: refreshCatalog };
}

export function tableNamed(tables: readonly TableDescription[], name: string | null | undefined): TableDescription | undefined {
  return tables.find((table) => table.TableName === name);
}
