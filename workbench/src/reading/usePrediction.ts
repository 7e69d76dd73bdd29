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

/**
 * The prediction for a request; while a new one is on its way, the last one stays and is marked as pending.
 *
 * @param occasions the same request is asked about again when one of them changes, since the data may have
 */
export function usePrediction(request: Request | undefined, ...occasions: [unknown?, unknown?]): PredictionState {
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
    // Their number is always the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text, occasions[0], occasions[1]]);
  return state;
}
