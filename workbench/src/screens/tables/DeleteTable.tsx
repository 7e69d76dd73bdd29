/** Deletes a table after its name was typed. */
import { useState } from 'react';
import { call } from '../../dynamo/client.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import { count } from '../../item/display.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/State.tsx';

export interface DeleteTableProps {
  table: TableDescription;
  items: number | undefined;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteTable({ table, items, onClose, onDone }: DeleteTableProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const isConfirmed = typed === table.TableName;
  const remove = async () => {
    try {
      await call('DeleteTable', { TableName: table.TableName });
      onDone();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog
      title={`Delete ${table.TableName}?`}
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" form="delete-table" className="danger primary" disabled={!isConfirmed}>
            Delete table
          </button>
        </>
      }
    >
      <form
        id="delete-table"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) {
            void remove();
          }
        }}
      >
        <p>
          The table, its indexes and {items === undefined ? 'all its items' : items === 1 ? 'its one item' : `all ${count(items)} items`} are gone afterwards. There is no way back.
        </p>
        {table.DeletionProtectionEnabled && (
          <p className="note warn">Deletion protection is on; switch it off in the table’s settings first.</p>
        )}
        <label className="field">
          <span>
            Type <code>{table.TableName}</code> to confirm
          </span>
          <input autoFocus value={typed} spellCheck={false} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </label>
        {error !== undefined && <ErrorNote error={error} />}
      </form>
    </Dialog>
  );
}
