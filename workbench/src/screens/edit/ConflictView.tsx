/** Both versions of an item that somebody else changed, and the choice between them. */
import type { StagedEdit } from '../../app/staged.ts';
import { ItemDiff } from '../../edit/ItemDiff.tsx';
import type { Conflict } from '../../edit/transaction.ts';

export interface ConflictViewProps {
  edit: StagedEdit;
  conflict: Conflict;
  keys: readonly string[];
  onTheirs: () => void;
  onMine: () => void;
  /** Absent if there is nothing to merge. */
  onBoth?: (() => void) | undefined;
}

export function ConflictView({ edit, conflict, keys, onTheirs, onMine, onBoth }: ConflictViewProps) {
  if (conflict.code !== 'ConditionalCheckFailed') {
    return (
      <div className="note failed" role="alert">
        <strong>{conflict.code}</strong> {conflict.message}{' '}
        {conflict.code === 'TransactionConflict' && 'Somebody else writes this item at this moment; commit again.'}
        <div className="row end">
          <button type="button" onClick={onMine}>
            Try again as it is
          </button>
        </div>
      </div>
    );
  }
  const theirs = conflict.theirs;
  return (
    <div className="conflict">
      <p className="note failed">
        {theirs === undefined
          ? 'Somebody deleted this item since it was read.'
          : conflict.guards === 'target'
            ? 'There is an item under this key already.'
            : 'Somebody changed this item since it was read.'}
      </p>
      {conflict.guards === 'before' && (
        <section aria-label="What they changed">
          <h3>What they changed</h3>
          <ItemDiff before={edit.before} after={theirs} keys={keys} labels={['As you read it', 'Theirs']} />
        </section>
      )}
      <section aria-label="Theirs against mine">
        <h3>Theirs against mine</h3>
        <ItemDiff before={theirs} after={edit.after} keys={keys} labels={['Theirs', 'Mine']} />
      </section>
      <div className="row end">
        <button type="button" onClick={onTheirs}>
          Take theirs
        </button>
        {onBoth && (
          <button type="button" title="My changes upon their version: what only they changed stays theirs" onClick={onBoth}>
            Merge both
          </button>
        )}
        <button type="button" className="primary" onClick={onMine}>
          Keep mine
        </button>
      </div>
    </div>
  );
}
