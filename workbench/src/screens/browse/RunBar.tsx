/** Direction, consistency, limit, and the buttons that read. */
import { useState } from 'react';
import type { Source } from '../../dynamo/schema.ts';
import { accessOf, type BrowseQuery } from '../../query/query.ts';
import type { Reader, Until } from '../../reading/useReader.ts';

export interface RunBarProps {
  query: BrowseQuery;
  source: Source;
  problem: string | undefined;
  reader: Reader;
  onChange: (patch: Partial<BrowseQuery>) => void;
  onRun: (until: Until) => void;
}

export function RunBar({ query, source, problem, reader, onChange, onRun }: RunBarProps) {
  const [matches, setMatches] = useState('25');
  const wanted = Number(matches);
  const isWanted = Number.isInteger(wanted) && wanted > 0;
  const isQuery = accessOf(source, query) === 'Query';
  const isRunning = reader.reading.status === 'running';
  return (
    <div className="row run-bar">
      <button type="button" className="primary" disabled={problem !== undefined || isRunning} onClick={() => onRun('page')} title="Ctrl/⌘ Enter">
        Run {isQuery ? 'query' : 'scan'}
      </button>
      <span className="joined">
        <button type="button" disabled={problem !== undefined || isRunning || !isWanted} onClick={() => onRun({ matches: wanted })} title="Reads pages until that many items match">
          Until matches
        </button>
        <input aria-label="Matches to find" className="number short" inputMode="numeric" value={matches} aria-invalid={!isWanted} onChange={(event) => setMatches(event.target.value)} />
      </span>
      <button type="button" disabled={problem !== undefined || isRunning} onClick={() => onRun('end')}>
        All pages
      </button>
      {problem && <span className="problem">{problem}</span>}
      <span className="grow" />
      <label className="check" title={isQuery ? undefined : 'A scan has no direction'}>
        <input type="checkbox" checked={query.descending} disabled={!isQuery} onChange={(event) => onChange({ descending: event.target.checked })} />
        Descending
      </label>
      <label className="check" title={source.kind === 'global' ? 'DynamoDB has no consistent reads on a global index' : 'Costs twice as much'}>
        <input type="checkbox" checked={query.consistent && source.kind !== 'global'} disabled={source.kind === 'global'} onChange={(event) => onChange({ consistent: event.target.checked })} />
        Strongly consistent
      </label>
      <label className="row">
        <span className="muted">Limit a page</span>
        <input
          aria-label="Limit"
          className="number short"
          inputMode="numeric"
          placeholder="1 MB"
          value={query.limit ?? ''}
          onChange={(event) => {
            const limit = Number(event.target.value.replace(/\D/g, ''));
            onChange({ limit: limit > 0 ? limit : undefined });
          }}
        />
      </label>
    </div>
  );
}
