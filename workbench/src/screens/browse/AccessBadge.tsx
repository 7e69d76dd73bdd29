/** Query or Scan, and what it will read, before it reads. */
import { bytes, count, units } from '../../item/display.ts';
import type { Request } from '../../query/query.ts';
import type { PredictionState } from '../../reading/usePrediction.ts';

export function AccessBadge({ request, state }: { request: Request | undefined; state: PredictionState }) {
  if (!request || request.problem !== undefined) {
    return null;
  }
  const isQuery = request.operation === 'Query';
  const { prediction, problem, isPending } = state;
  const least = prediction && !prediction.exact ? 'at least ' : '';
  return (
    <div className={`access ${isQuery ? 'query' : 'scan'}`} role="status" aria-label="Predicted access" aria-busy={isPending}>
      <strong>{isQuery ? 'Query' : 'Scan'}</strong>
      {prediction && (
        <>
          <span>
            {least}
            <b>{count(prediction.items)}</b> item{prediction.items === 1 ? '' : 's'}
          </span>
          {request.input.FilterExpression !== undefined && (
            <span title="Items that the filter keeps; all of those that are read are paid for">
              <b>{count(prediction.matches)}</b> kept
            </span>
          )}
          <span>{bytes(prediction.bytes)}</span>
          <span title={request.input.ConsistentRead ? 'Strongly consistent: one unit for 4 KB' : 'Eventually consistent: half a unit for 4 KB'}>
            <b>{units(prediction.units)}</b> read units
          </span>
          <span>
            {count(prediction.pages)} page{prediction.pages === 1 ? '' : 's'}
          </span>
        </>
      )}
      {!prediction && <span className="muted" title={problem}>{problem ? 'cost unknown' : 'reckoning…'}</span>}
    </div>
  );
}
