/** Staged edits as cards, and the one transaction that writes them all or none. */
import { useMemo, useState } from 'react';
import { refreshCatalog, tableNamed, useCatalog } from '../../app/catalog.ts';
import { link } from '../../app/router.ts';
import { useShortcuts } from '../../app/shortcuts.ts';
import { stage, staged, unstage, type StagedEdit } from '../../app/staged.ts';
import { useStore } from '../../app/store.ts';
import { toast } from '../../app/toasts.tsx';
import { call, DynamoError } from '../../dynamo/client.ts';
import { unitsOf } from '../../dynamo/measurements.ts';
import { keyNames } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import { units } from '../../item/display.ts';
import { ItemDiff } from '../../edit/ItemDiff.tsx';
import { ItemEditor } from '../../edit/ItemEditor.tsx';
import { actionsOf, ACTIONS_MAX, conflictsOf, editUnits, GUARDED_MAX, keepMine, merged, movesKey, type Conflict } from '../../edit/transaction.ts';
import { conflictsByReading, rereadsOf } from '../../edit/reread.ts';
import { Badge, Empty, ErrorNote, Loading } from '../../ui/State.tsx';
import { ConflictView } from './ConflictView.tsx';
import '../../edit/edit.css';

export default function Edit() {
  const edits = useStore(staged);
  const catalog = useCatalog();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [conflicts, setConflicts] = useState<ReadonlyMap<string, Conflict>>(new Map());
  const [error, setError] = useState<unknown>();
  const [isCommitting, setCommitting] = useState(false);
  const [editing, setEditing] = useState<StagedEdit>();
  // An edit of a table that is gone stays where it is.
  const chosen = useMemo(
    () =>
      edits.flatMap((edit) => {
        const table = tableNamed(catalog.tables, edit.table);
        return table && !left.has(edit.id) ? [{ edit, table }] : [];
      }),
    [edits, left, catalog.tables],
  );
  const actions = useMemo(() => chosen.flatMap(({ table, edit }) => actionsOf(table, edit)), [chosen]);
  const rereads = useMemo(() => chosen.flatMap(({ table, edit }) => rereadsOf(table, edit)), [chosen]);
  const predicted = chosen.reduce((sum, { table, edit }) => sum + editUnits(table, edit), 0);
  const canCommit = actions.length > 0 && actions.length <= ACTIONS_MAX && !isCommitting && !chosen.some(({ edit }) => conflicts.has(edit.id));
  const commit = async () => {
    setCommitting(true);
    setError(undefined);
    try {
      const changed = await conflictsByReading(rereads);
      if (changed.size > 0) {
        setConflicts(changed);
        return;
      }
      const output = await call('TransactWriteItems', {
        TransactItems: actions.map((one) => one.action),
        ClientRequestToken: requestToken(),
        ReturnConsumedCapacity: 'TOTAL',
      });
      unstage(chosen.map(({ edit }) => edit.id));
      toast(`Committed ${chosen.length} edit${chosen.length === 1 ? '' : 's'} for ${units(unitsOf(output.ConsumedCapacity))} write units.`);
      void refreshCatalog();
    } catch (failure) {
      setConflicts(failure instanceof DynamoError ? conflictsOf(actions, failure.reasons) : new Map());
      setError(failure);
    } finally {
      setCommitting(false);
    }
  };
  const settle = (edit: StagedEdit, next: StagedEdit | undefined) => {
    setConflicts((before) => new Map([...before].filter(([id]) => id !== edit.id)));
    setError(undefined);
    if (next) {
      stage(next);
    } else {
      unstage([edit.id]);
    }
  };
  useShortcuts([{ keys: 'mod+Enter', title: 'Commit the staged edits', run: () => canCommit && void commit() }]);
  if (edits.length > 0 && catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  return (
    <div className="screen scrolls">
      <div className="screen-head">
        <h1>Staged changes</h1>
        <span className="muted">{edits.length === 0 ? 'none' : `${chosen.length} of ${edits.length} chosen`}</span>
        <span className="push" />
        {edits.length > 0 && (
          <>
            <span className="muted" role="status" aria-label="Predicted cost">
              {actions.length} action{actions.length === 1 ? '' : 's'}, <b>{units(predicted)}</b> write units
            </span>
            {rereads.length > 0 && (
              <span className="muted" title="What is deleted, replaced or very wide is read right before, and nothing is written if it changed: a condition would not notice all of it.">
                after {rereads.length} read{rereads.length === 1 ? '' : 's'}
              </span>
            )}
            <button type="button" onClick={() => { unstage(edits.map((edit) => edit.id)); setConflicts(new Map()); setError(undefined); }}>
              Discard all
            </button>
            <button type="button" className="primary" disabled={!canCommit} onClick={() => void commit()}>
              {isCommitting ? 'Committing…' : 'Commit as one transaction'}
            </button>
          </>
        )}
      </div>
      {actions.length > ACTIONS_MAX && (
        <p className="note warn">
          A transaction takes {ACTIONS_MAX} actions, and these are {actions.length}. Clear the mark of some edits and commit them afterwards; those are then a transaction of their own.
        </p>
      )}
      {conflicts.size > 0 ? <CancelledNote count={conflicts.size} /> : error !== undefined && <ErrorNote error={error} />}
      {edits.length === 0 && (
        <Empty title="Nothing is staged">
          <p>
            Open an item under <a href={link('browse')}>Browse</a>, edit or delete it, or make a new one. The changes gather here and are written together, if nobody else changed the items meanwhile.
          </p>
        </Empty>
      )}
      {edits.map((edit) => (
        <Card
          key={edit.id}
          edit={edit}
          table={tableNamed(catalog.tables, edit.table)}
          conflict={conflicts.get(edit.id)}
          isChosen={!left.has(edit.id)}
          onChoose={(isChosen) => setLeft(new Set(isChosen ? [...left].filter((id) => id !== edit.id) : [...left, edit.id]))}
          onEdit={() => setEditing(edit)}
          onDiscard={() => settle(edit, undefined)}
          onTheirs={() => settle(edit, undefined)}
          onMine={(next) => settle(edit, next)}
        />
      ))}
      <Editing edit={editing} tables={catalog.tables} onClose={() => setEditing(undefined)} />
    </div>
  );
}

/** 128 random bits. Browsers keep crypto.randomUUID from pages that come over plain HTTP from another machine. */
function requestToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function CancelledNote({ count }: { count: number }) {
  return (
    <p className="note failed" role="alert">
      <strong>Nothing was written.</strong> {count === 1 ? 'One item is not as when it was read.' : `${count} items are not as when they were read.`} Decide below, then commit again.
    </p>
  );
}

function Editing({ edit, tables, onClose }: { edit: StagedEdit | undefined; tables: readonly TableDescription[]; onClose: () => void }) {
  const table = tableNamed(tables, edit?.table);
  return edit?.after && table ? <ItemEditor table={table} before={edit.before} start={edit.after} replaces={edit} onClose={onClose} /> : null;
}

interface CardProps {
  edit: StagedEdit;
  table: TableDescription | undefined;
  conflict: Conflict | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onEdit: () => void;
  onDiscard: () => void;
  onTheirs: () => void;
  onMine: (next: StagedEdit) => void;
}

function Card({ edit, table, conflict, isChosen, onChoose, onEdit, onDiscard, onTheirs, onMine }: CardProps) {
  const kind = !edit.before ? 'New' : !edit.after ? 'Delete' : table && movesKey(table, edit) ? 'Move' : 'Change';
  const both = conflict && merged(edit, conflict);
  const tone = { New: 'good', Delete: 'bad', Move: 'warn', Change: 'info' } as const;
  return (
    <article className={`panel card ${isChosen ? '' : 'left-out'}`} aria-label={`${kind} in ${edit.table}`}>
      <header className="row">
        <input type="checkbox" checked={isChosen} aria-label="Include in the commit" onChange={(event) => onChoose(event.target.checked)} />
        <Badge tone={tone[kind]}>{kind === 'Move' ? 'Key changes: delete and put' : kind}</Badge>
        <strong>{edit.table}</strong>
        <span className="grow" />
        {table && <span className="muted">{units(editUnits(table, edit))} write units</span>}
        {edit.after && (
          <button type="button" className="quiet" onClick={onEdit}>
            Edit again
          </button>
        )}
        <button type="button" className="quiet" onClick={onDiscard}>
          Discard
        </button>
      </header>
      {!table && <p className="note warn">There is no table {edit.table} any more; discard this edit.</p>}
      {Object.keys(edit.before ?? {}).length > GUARDED_MAX && (
        <p className="note warn">A condition compares at most {GUARDED_MAX} attributes, and this item has more: the others are compared by a read right before the commit.</p>
      )}
      {edit.target && <p className="note warn">This replaces the item that lies under the new key.</p>}
      {conflict ? (
        <ConflictView
          edit={edit}
          conflict={conflict}
          keys={table ? keyNames(table) : []}
          onTheirs={onTheirs}
          onMine={() => onMine(keepMine(edit, conflict))}
          onBoth={both && (() => onMine(both))}
        />
      ) : (
        <ItemDiff before={edit.before ?? edit.target} after={edit.after} keys={table ? keyNames(table) : []} />
      )}
    </article>
  );
}
