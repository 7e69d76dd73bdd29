/** What the request reads: the slice with its two ends, and what the same question costs when it is asked otherwise. */
import type { Prediction } from '../../api/client.ts';
import type { Plan } from '../../expression/plan.ts';
import { alternativesOf, callOf, surroundingsOf, type Call } from '../../expression/request.ts';
import type { ReadInput } from '../../dynamo/types.ts';
import { bytes, count, inline, units } from '../../item/display.ts';
import { itemBytes, writeUnits } from '../../item/size.ts';
import type { Key } from '../../item/value.ts';
import { usePrediction, type PredictionState } from '../../reading/usePrediction.ts';

export function SlicePanel({ plan }: { plan: Plan }) {
  switch (plan.operation) {
    case 'Query':
      return <Ways plan={plan} />;
    case 'Scan':
      return <Slice call={callOf(plan)} />;
    case 'PutItem':
      return <Write plan={plan} />;
    default:
      return null;
  }
}

/** A call of a Query or Scan as the engine is asked about it. */
function usePredicted(call: Call): PredictionState {
  return usePrediction({ operation: call.operation === 'Query' ? 'Query' : 'Scan', input: call.input as ReadInput });
}

function Slice({ call }: { call: Call }) {
  const state = usePredicted(call);
  return (
    <section className="panel part" aria-label="Slice" aria-busy={state.isPending}>
      <h2>What it reads</h2>
      <SliceFigures state={state} />
    </section>
  );
}

function SliceFigures({ state: { prediction, problem } }: { state: PredictionState }) {
  if (problem !== undefined) {
    return <p className="problem">{problem}</p>;
  }
  if (!prediction) {
    return <p className="hint">Reckoning…</p>;
  }
  return (
    <>
      <dl className="figures" aria-label="Predicted">
        <Figure name="Items read" value={atLeast(prediction) + count(prediction.items)} />
        {prediction.matches !== prediction.items && <Figure name="kept by the filter" value={atLeast(prediction) + count(prediction.matches)} />}
        <Figure name="Size" value={bytes(prediction.bytes)} />
        <Figure name="Read units" value={atLeast(prediction) + units(prediction.units)} />
        <Figure name="Pages" value={count(prediction.pages)} />
      </dl>
      <Ends prediction={prediction} />
    </>
  );
}

function atLeast(prediction: Prediction): string {
  return prediction.exact ? '' : '≥ ';
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Ends({ prediction }: { prediction: Prediction }) {
  if (prediction.items === 0) {
    return <p className="hint">The slice is empty; that costs the least units of a read all the same.</p>;
  }
  return (
    <div className="ends">
      <span className="muted">first</span>
      <KeyText value={prediction.first} />
      <span className="muted">last</span>
      <KeyText value={prediction.last} />
    </div>
  );
}

function KeyText({ value }: { value: Key | undefined }) {
  return <span className="mono end">{value ? Object.entries(value).map(([name, one]) => `${name} ${inline(one)}`).join('  ·  ') : 'not reached'}</span>;
}

function Ways({ plan }: { plan: Plan }) {
  const ways = alternativesOf(plan);
  const [first] = ways;
  const own = usePredicted(first?.call ?? callOf(plan));
  return (
    <section className="panel part" aria-label="Slice" aria-busy={own.isPending}>
      <h2>What it reads</h2>
      <SliceFigures state={own} />
      {own.prediction?.first && <CollectionBar plan={plan} prediction={own.prediction} first={own.prediction.first} />}
      <table className="ways" aria-label="The same question, asked otherwise">
        <thead>
          <tr>
            <th>The same question as</th>
            <th className="number">Items read</th>
            <th className="number">Units</th>
            <th className="number">Pages</th>
            <th className="bar-head">Cost</th>
          </tr>
        </thead>
        <tbody>
          {ways.map((way) => (
            <WayRow key={way.title} title={way.title} note={way.note} call={way.call} cheapest={own.prediction?.units} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Where in its item collection the slice begins and ends. */
function CollectionBar({ plan, prediction, first }: { plan: Plan; prediction: Prediction; first: Key }) {
  const around = surroundingsOf(plan, first);
  return around && <Bar slice={prediction} before={around.before} whole={around.whole} />;
}

function Bar({ slice, before, whole }: { slice: Prediction; before: Call; whole: Call }) {
  const earlier = usePredicted(before).prediction;
  const all = usePredicted(whole).prediction;
  if (!earlier?.exact || !all?.exact || !slice.exact || all.items < earlier.items + slice.items) {
    return null;
  }
  const later = all.items - earlier.items - slice.items;
  const percent = (items: number) => `${(items / all.items) * 100}%`;
  return (
    <div className="collection" role="img" aria-label={`Of ${count(all.items)} items in the collection, ${count(earlier.items)} come before the slice and ${count(later)} after it`}>
      <div className="collection-bar">
        <span style={{ width: percent(earlier.items) }} />
        <b style={{ width: percent(slice.items) }} />
      </div>
      <div className="collection-text">
        <span>{count(earlier.items)} before</span>
        <span>
          the slice in its item collection of {count(all.items)}
        </span>
        <span>{count(later)} after</span>
      </div>
    </div>
  );
}

function WayRow({ title, note, call, cheapest }: { title: string; note: string; call: Call; cheapest: number | undefined }) {
  const { prediction, problem, isPending } = usePredicted(call);
  const times = prediction && cheapest ? prediction.units / cheapest : undefined;
  return (
    <tr aria-busy={isPending}>
      <td title={note}>{title}</td>
      <td className="number">{prediction ? atLeast(prediction) + count(prediction.items) : problem ? '–' : '…'}</td>
      <td className="number">{prediction ? atLeast(prediction) + units(prediction.units) : problem ? '–' : '…'}</td>
      <td className="number">{prediction ? count(prediction.pages) : ''}</td>
      <td>
        {times !== undefined && (
          <span className={times > 1 ? 'times dear' : 'times'}>
            <progress max={1} value={Math.min(1, Math.log10(1 + times) / 3)} aria-hidden="true" /> {times === 1 ? '×1' : `×${times >= 10 ? Math.round(times) : times.toFixed(1)}`}
          </span>
        )}
      </td>
    </tr>
  );
}

function Write({ plan }: { plan: Plan }) {
  const size = itemBytes(plan.item ?? {});
  return (
    <section className="panel part" aria-label="Cost">
      <h2>What it writes</h2>
      <dl className="figures">
        <Figure name="Item" value={bytes(size)} />
        <Figure name="Write units" value={units(writeUnits(size))} />
      </dl>
      <p className="hint">More where the item that it replaces is larger, and for each index that it appears in.</p>
    </section>
  );
}
