/** One side: its key condition, what was read, and the rows. */
import { useEffect, useMemo } from 'react';
import { projectedNames, type Source } from '../../dynamo/schema.ts';
import { count, units } from '../../item/display.ts';
import type { Item } from '../../item/value.ts';
import { type KeyCondition } from '../../query/conditions.ts';
import { requestOf } from '../../query/query.ts';
import type { Reader } from '../../reading/useReader.ts';
import { ItemGrid } from '../../ui/ItemGrid.tsx';
import { Badge, Empty, ErrorNote, Loading } from '../../ui/State.tsx';
import { KeyPills } from '../../reading/KeyPills.tsx';

export interface SideProps {
  title: string;
  source: Source;
  reader: Reader;
  conditions: KeyCondition[];
  /** The address asks to read at once. */
  isAsked: boolean;
  attributes: readonly string[];
  selected: string | undefined;
  rowId: (item: Item) => string;
  onConditions: (conditions: KeyCondition[]) => void;
  onSelect: (item: Item) => void;
  onOpen: (item: Item) => void;
}

export function Side(props: SideProps) {
  const { title, source, reader, conditions } = props;
  const { reading } = reader;
  const text = JSON.stringify(conditions);
  const request = useMemo(
    () => requestOf(source, { table: source.table.TableName, index: source.index?.IndexName, key: JSON.parse(text) as KeyCondition[], filter: [], descending: false, consistent: false }),
    [source, text],
  );
  const read = () => {
    if (request.problem === undefined) {
      reader.start(request.operation, request.input, 'page');
    }
  };
  useEffect(() => {
    if (props.isAsked) {
      read();
    }
    // Reads once for each new wish in the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [props.isAsked, props.isAsked ? text : '']);
  const isPartial = projectedNames(source) !== undefined;
  const kind = source.kind === 'table' ? 'Table' : source.kind === 'local' ? 'Local index' : 'Global index';
  return (
    <section className="side" aria-label={`${kind} ${title}`}>
      <div className="row">
        <h2>{title}</h2>
        <Badge tone={source.kind === 'table' ? 'plain' : 'info'}>{kind}</Badge>
        {isPartial && (
          <Badge tone="warn" title="The index has only some attributes, so its rows cannot be edited here">
            partial, read-only
          </Badge>
        )}
        <span className="grow" />
        {request.problem === undefined && <Badge tone={request.operation === 'Query' ? 'good' : 'warn'}>{request.operation}</Badge>}
        <button type="button" className="primary" disabled={request.problem !== undefined || reading.status === 'running'} onClick={read}>
          Read
        </button>
      </div>
      <KeyPills source={source} conditions={conditions} onChange={props.onConditions} onRun={read} />
      {request.problem !== undefined && <p className="problem">{request.problem}</p>}
      {reading.status !== 'idle' && (
        <div className="row">
          <span className="muted" role="status" aria-label={`Read of ${title}`}>
            {count(reading.count)} row{reading.count === 1 ? '' : 's'} for {units(reading.units)} units{reading.status === 'complete' ? ', all' : ''}
          </span>
          <span className="grow" />
          {reading.status === 'running' ? (
            <button type="button" onClick={reader.cancel}>
              Cancel
            </button>
          ) : (
            reading.lastKey && (
              <button type="button" onClick={() => reader.more('page')}>
                Next page
              </button>
            )
          )}
        </div>
      )}
      {reading.error && <ErrorNote error={reading.error} />}
      <ItemGrid
        label={`Rows of ${title}`}
        items={reading.items}
        source={source}
        pinsKeys={false}
        attributes={props.attributes}
        rowId={props.rowId}
        selected={props.selected}
        onSelect={props.onSelect}
        onOpen={props.onOpen}
        empty={reading.status === 'running' ? <Loading>Reading…</Loading> : reading.status === 'complete' ? <Empty title="Nothing there">Loosen the key condition.</Empty> : <Empty title="Not read yet">Press Read, with a partition key to query or without to scan.</Empty>}
      />
    </section>
  );
}
