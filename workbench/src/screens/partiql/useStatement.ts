/** Runs a statement page by page and keeps what came. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../dynamo/client.ts';
import { unitsOf } from '../../dynamo/measurements.ts';
import type { AttributeValue, Item } from '../../item/value.ts';

export interface StatementRequest {
  statement: string;
  parameters: AttributeValue[];
  consistent: boolean;
  /** Items that a page evaluates at most. */
  limit?: number | undefined;
  /** DynamoDB gives its items ten by ten, so that a page here is several of those. */
  isList?: boolean | undefined;
}

export interface StatementResult {
  status: 'idle' | 'running' | 'paused' | 'complete' | 'cancelled' | 'failed';
  items: Item[];
  pages: number;
  units: number;
  milliseconds: number;
  nextToken?: string | undefined;
  error?: Error | undefined;
  /** What was run. */
  request?: StatementRequest;
}

/** Of statements with IN: DynamoDB ends a page at ten items, and nobody wants to click that often. */
const LISTED_AT_ONCE = 100;
/** While pages come faster than one can see, not each of them is drawn. */
const DRAWN_EVERY_MS = 100;

const NOTHING: StatementResult = { status: 'idle', items: [], pages: 0, units: 0, milliseconds: 0 };

export interface StatementRunner {
  result: StatementResult;
  run: (request: StatementRequest) => void;
  /** Goes on behind the last page. */
  more: (until: 'page' | 'end') => void;
  cancel: () => void;
}

export function useStatement(): StatementRunner {
  const [result, setResult] = useState<StatementResult>(NOTHING);
  const latest = useRef(result);
  const running = useRef<AbortController>(undefined);
  const show = useCallback((next: StatementResult) => {
    latest.current = next;
    setResult(next);
  }, []);
  const go = useCallback(
    async (request: StatementRequest, until: 'page' | 'end', from: StatementResult) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      let state: StatementResult = { ...from, status: 'running', error: undefined, request };
      show(state);
      try {
        let drawn = performance.now();
        const goal = until === 'end' ? Infinity : request.isList && request.limit === undefined ? from.items.length + LISTED_AT_ONCE : 0;
        do {
          state = await nextPage(state, request, controller.signal);
          latest.current = state;
          if (performance.now() - drawn > DRAWN_EVERY_MS) {
            show(state);
            drawn = performance.now();
          }
        } while (state.nextToken !== undefined && state.items.length < goal && !controller.signal.aborted);
        show({ ...state, status: state.nextToken === undefined ? 'complete' : 'paused' });
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
    result,
    run: useCallback((request) => void go(request, 'page', NOTHING), [go]),
    more: useCallback(
      (until) => {
        const { request, nextToken } = latest.current;
        if (request && nextToken !== undefined) {
          void go(request, until, latest.current);
        }
      },
      [go],
    ),
    cancel: useCallback(() => running.current?.abort(), []),
  };
}

async function nextPage(state: StatementResult, request: StatementRequest, signal: AbortSignal): Promise<StatementResult> {
  const started = performance.now();
  const output = await call(
    'ExecuteStatement',
    {
      Statement: request.statement,
      ReturnConsumedCapacity: 'TOTAL',
      ...(request.parameters.length > 0 ? { Parameters: request.parameters } : {}),
      ...(request.consistent ? { ConsistentRead: true } : {}),
      ...(request.limit === undefined ? {} : { Limit: request.limit }),
      ...(state.nextToken === undefined ? {} : { NextToken: state.nextToken }),
    },
    { signal },
  );
  return {
    ...state,
    items: output.Items && output.Items.length > 0 ? state.items.concat(output.Items) : state.items,
    pages: state.pages + 1,
    units: state.units + unitsOf(output.ConsumedCapacity),
    milliseconds: state.milliseconds + performance.now() - started,
    nextToken: output.NextToken,
  };
}
