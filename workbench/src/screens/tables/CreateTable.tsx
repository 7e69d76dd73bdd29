/** The form for a new table. */
import { useState } from 'react';
import { call } from '../../dynamo/client.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/State.tsx';
import { IndexFields, KeyFields } from './IndexFields.tsx';
import { createTableInput, newIndex, NEW_TABLE, problemsOf, STREAM_VIEWS, type IndexDraft, type TableDraft } from './tableForm.ts';
import { viewName } from './tableText.ts';

export interface CreateTableProps {
  onClose: () => void;
  onDone: (name: string) => void;
}

export function CreateTable({ onClose, onDone }: CreateTableProps) {
  const [draft, setDraft] = useState(NEW_TABLE);
  const [error, setError] = useState<unknown>();
  const [isTried, setTried] = useState(false);
  const change = (patch: Partial<TableDraft>) => setDraft({ ...draft, ...patch });
  const problems = problemsOf(draft);
  const create = async () => {
    setTried(true);
    if (problems.length > 0) {
      return;
    }
    try {
      await call('CreateTable', createTableInput(draft));
      onDone(draft.name);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog
      title="Create a table"
      wide
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form="create-table" className="primary">
            Create table
          </button>
        </>
      }
    >
      <form
        id="create-table"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label className="field">
          <span>Table name</span>
          <input autoFocus value={draft.name} spellCheck={false} autoComplete="off" onChange={(event) => change({ name: event.target.value })} />
        </label>
        <div className="row top">
          <KeyFields title="Partition key" value={draft.partitionKey} onChange={(partitionKey) => change({ partitionKey })} />
          {draft.sortKey ? (
            <KeyFields title="Sort key" value={draft.sortKey} onChange={(sortKey) => change({ sortKey })} onRemove={() => change({ sortKey: undefined })} />
          ) : (
            <button type="button" className="quiet low" onClick={() => change({ sortKey: { name: 'SK', type: 'S' } })}>
              + Sort key
            </button>
          )}
        </div>
        <Indexes draft={draft} onChange={(indexes) => change({ indexes })} />
        <Billing draft={draft} onChange={change} />
        <div className="row">
          <label className="field">
            <span>Stream</span>
            <select value={draft.stream} onChange={(event) => change({ stream: event.target.value })}>
              <option value="">off</option>
              {STREAM_VIEWS.map((view) => (
                <option key={view} value={view}>
                  {viewName(view)}
                </option>
              ))}
            </select>
          </label>
          <label className="check low">
            <input type="checkbox" checked={draft.isProtected} onChange={(event) => change({ isProtected: event.target.checked })} />
            Deletion protection
          </label>
        </div>
        {isTried && problems.length > 0 && (
          <ul className="problems" role="alert">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {error !== undefined && <ErrorNote error={error} />}
      </form>
    </Dialog>
  );
}

function Indexes({ draft, onChange }: { draft: TableDraft; onChange: (indexes: IndexDraft[]) => void }) {
  return (
    <fieldset>
      <legend>Indexes</legend>
      {draft.indexes.map((index, i) => (
        <IndexFields
          key={i}
          index={index}
          isProvisioned={draft.isProvisioned}
          onChange={(next) => onChange(draft.indexes.map((one, at) => (at === i ? next : one)))}
          onRemove={() => onChange(draft.indexes.filter((_, at) => at !== i))}
        />
      ))}
      <div className="row">
        <button type="button" onClick={() => onChange([...draft.indexes, newIndex('global')])}>
          + Global index
        </button>
        <button type="button" disabled={!draft.sortKey} onClick={() => onChange([...draft.indexes, newIndex('local')])}>
          + Local index
        </button>
        <span className="hint">Local indexes exist from the start or never; global ones can be added later.</span>
      </div>
    </fieldset>
  );
}

function Billing({ draft, onChange }: { draft: TableDraft; onChange: (patch: Partial<TableDraft>) => void }) {
  return (
    <fieldset>
      <legend>Billing</legend>
      <div className="row">
        <label className="check">
          <input type="radio" name="billing" checked={!draft.isProvisioned} onChange={() => onChange({ isProvisioned: false })} />
          On demand
        </label>
        <label className="check">
          <input type="radio" name="billing" checked={draft.isProvisioned} onChange={() => onChange({ isProvisioned: true })} />
          Provisioned
        </label>
        {draft.isProvisioned && (
          <>
            <label className="row">
              Read units
              <input className="number short" inputMode="numeric" value={draft.read} onChange={(event) => onChange({ read: event.target.value })} />
            </label>
            <label className="row">
              Write units
              <input className="number short" inputMode="numeric" value={draft.write} onChange={(event) => onChange({ write: event.target.value })} />
            </label>
          </>
        )}
      </div>
    </fieldset>
  );
}
