/** Reads pages one after the other and keeps what came, for a screen to show while it grows. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { pages, type ReadOperation, type ResultPage } from '../dynamo/pages.ts';
import type { ReadInput } from '../dynamo/types.ts';
import type { Item, Key } from '../item/value.ts';

/** The figures of a page, without its items. */
export type PageFigures = Omit<ResultPage, 'items'>;

export interface Reading {
  status: 'idle' | 'running' | 'paused' | 'complete' | 'cancelled' | 'failed';
  items: Item[];
  pages: PageFigures[];
  count: number;
  scannedCount: number;
  units: number;
  /** Where the next page would start. */
  lastKey?: Key | undefined;
  error?: Error | undefined;
  /** The request that was run first, without a start key. */
  request?: { operation: ReadOperation; input: ReadInput } | undefined;
}

/** When to stop: after one page, when there are that many matches more, or at the end. */
export type Until = 'page' | 'end' | { matches: number };

const NOTHING: Reading = { status: 'idle', items: [], pages: [], count: 0, scannedCount: 0, units: 0 };

export interface Reader {
  reading: Reading;
  /** Forgets what there was and reads from the start. */
  start: (operation: ReadOperation, input: ReadInput, until: Until) => void;
  /** Reads on from where it stopped. */
  more: (until: Until) => void;
  cancel: () => void;
  reset: () => void;
}

export function useReader(): Reader {
  const [reading, setReading] = useState<Reading>(NOTHING);
  const latest = useRef(reading);
  const running = useRef<AbortController | undefined>(undefined);
  const show = useCallback((next: Reading) => {
    latest.current = next;
    setReading(next);
  }, []);
  const run = useCallback(
    async (request: NonNullable<Reading['request']>, until: Until, from: Reading) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      let state: Reading = { ...from, status: 'running', error: undefined, request };
      show(state);
      const goal = typeof until === 'object' ? from.count + until.matches : Infinity;
      const input = from.lastKey ? { ...request.input, ExclusiveStartKey: from.lastKey } : request.input;
      try {
        for await (const { items, ...figures } of pages(request.operation, input, { signal: controller.signal })) {
          if (controller.signal.aborted) {
            return;
          }
          state = added(state, items, figures);
          if (state.lastKey === undefined || until === 'page' || state.count >= goal) {
            break;
          }
          show(state);
        }
        show({ ...state, status: state.lastKey === undefined ? 'complete' : 'paused' });
      } catch (error) {
        if (running.current === controller) {
          show({ ...latest.current, status: controller.signal.aborted ? 'cancelled' : 'failed', error: controller.signal.aborted ? undefined : (error as Error) });
        }
      }
    },
    [show],
  );
  useEffect(() => () => running.current?.abort(), []);
  return {
    reading,
    start: useCallback((operation, input, until) => void run({ operation, input }, until, NOTHING), [run]),
    more: useCallback(
      (until) => {
        const { request, lastKey } = latest.current;
        if (request && lastKey) {
          void run(request, until, latest.current);
        }
      },
      [run],
    ),
    cancel: useCallback(() => {
      running.current?.abort();
      if (latest.current.status === 'running') {
        show({ ...latest.current, status: 'cancelled' });
      }
    }, [show]),
    reset: useCallback(() => {
      running.current?.abort();
      show(NOTHING);
    }, [show]),
  };
}

function added(state: Reading, items: Item[], figures: PageFigures): Reading {
  return {
    ...state,
    items: items.length > 0 ? state.items.concat(items) : state.items,
    pages: [...state.pages, figures],
    count: state.count + figures.count,
    scannedCount: state.scannedCount + figures.scannedCount,
    units: state.units + figures.units,
    lastKey: figures.lastKey,
  };
}
