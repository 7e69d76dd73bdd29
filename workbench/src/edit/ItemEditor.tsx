/** Edits one item by form or as DynamoDB JSON; what it yields is staged, not written. */
import { lazy, Suspense, useMemo, useState, type KeyboardEvent } from 'react';
import { editId, stage, unstage, type StagedEdit } from '../app/staged.ts';
import { toast } from '../app/toasts.tsx';
import { keyNames, keyOf } from '../dynamo/schema.ts';
import type { TableDescription } from '../dynamo/types.ts';
import { bytes, pretty, units } from '../item/display.ts';
import { parseItem } from '../item/json.ts';
import { ITEM_BYTES_MAX, itemBytes } from '../item/size.ts';
import { itemProblems, type Problem } from '../item/validate.ts';
import { equalItems, type Item } from '../item/value.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Loading } from '../ui/State.tsx';
import { draftOf, itemOf, type DraftValue } from './draft.ts';
import { DraftFields } from './DraftFields.tsx';
import { editUnits, movesKey } from './transaction.ts';
import './edit.css';

const JsonEditor = lazy(() => import('../ui/JsonEditor.tsx'));

export interface ItemEditorProps {
  table: TableDescription;
  /** The item as it was read; absent for a new one. */
  before?: Item | undefined;
  /** What to start with, if not with the item itself. */
  start?: Item | undefined;
  /** The staged edit that this replaces. */
  replaces?: StagedEdit | undefined;
  onClose: () => void;
}

type Mode = 'form' | 'json';

export function ItemEditor({ table, before, start, replaces, onClose }: ItemEditorProps) {
  const keys = keyNames(table);
  const [mode, setMode] = useState<Mode>('form');
  const [draft, setDraft] = useState(() => draftOf(start ?? before ?? emptyItem(table), keys));
  const [text, setText] = useState('');
  const read = useMemo(() => (mode === 'form' ? fromForm(draft) : fromText(text)), [mode, draft, text]);
  const problems: Problem[] = useMemo(() => (read.item ? [...read.problems, ...itemProblems(table, read.item)] : read.problems), [read, table]);
  const isSame = read.item !== undefined && before !== undefined && equalItems(before, read.item);
  const edit = read.item && problems.length === 0 ? { id: '', table: table.TableName, after: read.item, ...(before ? { before } : {}) } : undefined;
  const switchTo = (next: Mode) => {
    if (next === 'json') {
      setText(pretty(itemOf(draft).item));
    } else if (read.item) {
      setDraft(draftOf(read.item, keys));
    } else {
      return;
    }
    setMode(next);
  };
  const save = () => {
    if (edit && !isSame) {
      if (replaces) {
        unstage([replaces.id]);
      }
      stage({ ...edit, id: editId(table.TableName, keyOf(table, before ?? edit.after)) });
      toast('Staged. Nothing is written before you commit.');
      onClose();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.stopPropagation();
      save();
    }
  };
  return (
    <Dialog
      wide
      title={before ? 'Edit item' : `New item in ${table.TableName}`}
      onClose={onClose}
      actions={
        <>
          <Size item={read.item} />
          {edit && !isSame && <span className="muted">{units(editUnits(table, edit))} write units in the transaction</span>}
          {edit && movesKey(table, edit) && <span className="badge warn">the key changes: delete and put</span>}
          <span className="grow" />
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="primary" disabled={!edit || isSame} title={isSame ? 'Nothing changed yet' : 'Ctrl/⌘ Enter'} onClick={save}>
            Stage {before ? 'change' : 'new item'}
          </button>
        </>
      }
    >
      <div onKeyDown={onKeyDown} className="stack">
        <div className="tabs" role="tablist">
          {(['form', 'json'] as const).map((one) => (
            <button key={one} type="button" role="tab" aria-selected={mode === one} onClick={() => mode !== one && switchTo(one)}>
              {one === 'form' ? 'Form' : 'DynamoDB JSON'}
            </button>
          ))}
        </div>
        {mode === 'form' ? (
          <DraftFields values={draft} kind="map" path={[]} problems={problems} locked={keys} onChange={setDraft} />
        ) : (
          <Suspense fallback={<Loading>Opening the editor…</Loading>}>
            <JsonEditor label="Item as DynamoDB JSON" initial={text} onChange={setText} />
          </Suspense>
        )}
        <ProblemList problems={mode === 'form' ? problems.filter((problem) => problem.path.length === 0) : problems} />
      </div>
    </Dialog>
  );
}

interface ReadItem {
  item?: Item;
  problems: Problem[];
}

function fromForm(draft: readonly DraftValue[]): ReadItem {
  const { item, doubled } = itemOf(draft);
  return { item, problems: doubled.map((name) => ({ path: [], text: `The name “${name}” is there twice.` })) };
}

function fromText(text: string): ReadItem {
  const parsed = parseItem(text);
  return parsed.problem === undefined ? { item: parsed.item, problems: [] } : { problems: [{ path: [], text: parsed.problem }] };
}

/** A new item has its keys, to be filled. */
function emptyItem(table: TableDescription): Item {
  return Object.fromEntries(
    table.KeySchema.map(({ AttributeName }) => {
      const type = table.AttributeDefinitions.find((one) => one.AttributeName === AttributeName)?.AttributeType ?? 'S';
      return [AttributeName, { [type]: '' } as Item[string]];
    }),
  );
}

function Size({ item }: { item: Item | undefined }) {
  if (!item) {
    return null;
  }
  let size: number;
  try {
    size = itemBytes(item);
  } catch {
    return null;
  }
  return (
    <span className={size > ITEM_BYTES_MAX ? 'problem' : 'muted'}>
      {bytes(size)} of {bytes(ITEM_BYTES_MAX)}
    </span>
  );
}

function ProblemList({ problems }: { problems: Problem[] }) {
  return problems.length === 0 ? null : (
    <ul className="problems" role="alert">
      {problems.slice(0, 5).map((problem, i) => (
        <li key={i}>
          {problem.path.length > 0 && <code>{problem.path.join('.')} </code>}
          {problem.text}
        </li>
      ))}
    </ul>
  );
}
