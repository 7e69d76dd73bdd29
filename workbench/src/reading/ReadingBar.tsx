/** What was read so far: its figures, each page, and the way on. */
import { useState, type ReactNode } from 'react';
import { count, units } from '../item/display.ts';
import type { Reader, Reading } from './useReader.ts';

export interface ReadingBarProps {
  reading: Reading;
  reader: Reader;
  children?: ReactNode;
}

export function ReadingBar({ reading, reader, children }: ReadingBarProps) {
  const [arePagesShown, setPagesShown] = useState(false);
  if (reading.status === 'idle') {
    return null;
  }
  const isRunning = reading.status === 'running';
  const wasted = reading.scannedCount - reading.count;
  return (
    <div className="reading">
      <div className="row">
        <dl className="figures" role="status" aria-label="Result">
          <Figure name="Count" value={count(reading.count)} />
          <Figure name="ScannedCount" value={count(reading.scannedCount)} {...(wasted > 0 ? { note: `${count(wasted)} read and dropped by the filter` } : {})} />
          <Figure name="Consumed units" value={units(reading.units)} />
          <Figure name="Pages" value={count(reading.pages.length)} />
        </dl>
        <button type="button" className="quiet" aria-expanded={arePagesShown} onClick={() => setPagesShown(!arePagesShown)}>
          {arePagesShown ? 'Hide pages' : 'Show pages'}
        </button>
        <span className="muted" role="status">
          {statusText(reading)}
        </span>
        <span className="grow" />
        {isRunning ? (
          <button type="button" onClick={reader.cancel}>
            Cancel
          </button>
        ) : (
          reading.lastKey && (
            <>
              <button type="button" onClick={() => reader.more('page')}>
                Next page
              </button>
              <button type="button" onClick={() => reader.more('end')}>
                Read the rest
              </button>
            </>
          )
        )}
        {children}
      </div>
      {arePagesShown && <Pages reading={reading} />}
    </div>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div title={note}>
      <dt>{name}</dt>
      <dd className={note ? 'warned' : undefined}>{value}</dd>
    </div>
  );
}

function statusText(reading: Reading): string {
  switch (reading.status) {
    case 'running':
      return `reading page ${reading.pages.length + 1}…`;
    case 'paused':
      return 'more to read';
    case 'complete':
      return 'the end was reached';
    case 'cancelled':
      return reading.lastKey ? 'cancelled, can be continued' : 'cancelled';
    default:
      return '';
  }
}

const PAGES_SHOWN_MAX = 200;

function Pages({ reading }: { reading: Reading }) {
  const shown = reading.pages.slice(-PAGES_SHOWN_MAX);
  const skipped = reading.pages.length - shown.length;
  return (
    <div className="pages">
      <table aria-label="Pages">
        <thead>
          <tr>
            <th>Page</th>
            <th className="number">Count</th>
            <th className="number">ScannedCount</th>
            <th className="number">Units</th>
            <th className="number">ms</th>
            <th>LastEvaluatedKey</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((page, i) => (
            <tr key={skipped + i} className={page.count === 0 ? 'empty-page' : undefined}>
              <td>{skipped + i + 1}</td>
              <td className="number">{count(page.count)}</td>
              <td className="number">{count(page.scannedCount)}</td>
              <td className="number">{units(page.units)}</td>
              <td className="number">{Math.round(page.milliseconds)}</td>
              <td className="mono">{page.lastKey ? JSON.stringify(page.lastKey) : 'none, this was the last'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
