/** What a request would cost, asked again whenever it changes and has rested for a moment. */
import { useEffect, useState } from 'react';
import { predict, type Prediction } from '../api/client.ts';
import type { Request } from '../query/query.ts';

export interface PredictionState {
  prediction?: Prediction;
  problem?: string;
  isPending: boolean;
}

const REST_MS = 180;

/** The prediction for a request; while a new one is on its way, the last one stays and is marked as pending. */
export function usePrediction(request: Request | undefined): PredictionState {
  const [state, setState] = useState<PredictionState>({ isPending: false });
  const text = request && !('problem' in request && request.problem) ? JSON.stringify(request) : '';
  useEffect(() => {
    if (text === '') {
      setState({ isPending: false });
      return undefined;
    }
    const controller = new AbortController();
    setState((before) => ({ ...before, isPending: true }));
    const timer = setTimeout(() => {
      const { operation, input } = JSON.parse(text) as Extract<Request, { operation: unknown }>;
      predict(operation, input, controller.signal).then(
        (prediction) => setState({ prediction, isPending: false }),
        (error: Error) => {
          if (!controller.signal.aborted) {
            setState({ problem: error.message, isPending: false });
          }
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return state;
}
