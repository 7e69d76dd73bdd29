/** The fields of an item, a map or a list: name, type and value of each, and documents within documents. */
import { useState } from 'react';
import { count } from '../item/display.ts';
import type { Problem } from '../item/validate.ts';
import { TYPE_NAMES, VALUE_TYPES, type ValueType } from '../item/value.ts';
import { newValue, retyped, type DraftValue } from './draft.ts';

export interface DraftFieldsProps {
  values: readonly DraftValue[];
  kind: 'map' | 'list';
  path: (string | number)[];
  problems: readonly Problem[];
  /** Names that can neither be changed nor removed: the table's keys. */
  locked?: readonly string[];
  onChange: (values: DraftValue[]) => void;
}

/** Thousands of fields at once would keep the browser busy for seconds. */
const ROWS_AT_ONCE = 200;

export function DraftFields({ values, kind, path, problems, locked = [], onChange }: DraftFieldsProps) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  // What is added stands at the end, where the rest may not be shown.
  const [added, setAdded] = useState(0);
  const hidden = values.length - shown - added;
  const replace = (next: DraftValue) => onChange(values.map((one) => (one.id === next.id ? next : one)));
  return (
    <div className="draft">
      {values.map((value, i) =>
        hidden > 0 && i >= shown && i < shown + hidden ? (
          i === shown && (
            <button key="more" type="button" className="quiet draft-add" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
              Show more, {count(hidden)} {kind === 'list' ? 'elements' : 'attributes'} are not shown
            </button>
          )
        ) : (
          <DraftRow
            key={value.id}
            value={value}
            position={kind === 'list' ? i : undefined}
            path={[...path, kind === 'list' ? i : value.name]}
            problems={problems}
            isLocked={locked.includes(value.name)}
            onChange={replace}
            onRemove={() => onChange(values.filter((one) => one.id !== value.id))}
          />
        ),
      )}
      <button
        type="button"
        className="quiet draft-add"
        onClick={() => {
          setAdded(added + 1);
          onChange([...values, newValue()]);
        }}
      >
        + {kind === 'list' ? 'Element' : 'Attribute'}
      </button>
    </div>
  );
}

interface DraftRowProps {
  value: DraftValue;
  position: number | undefined;
  path: (string | number)[];
  problems: readonly Problem[];
  isLocked: boolean;
  onChange: (value: DraftValue) => void;
  onRemove: () => void;
}

function DraftRow({ value, position, path, problems, isLocked, onChange, onRemove }: DraftRowProps) {
  const own = problems.find((problem) => problem.path.length === path.length && problem.path.every((step, i) => step === path[i]));
  const label = path.join('.') || 'new attribute';
  const isDocument = value.type === 'L' || value.type === 'M';
  return (
    <div className="draft-row" role="group" aria-label={label}>
      {position === undefined ? (
        <input className="mono draft-name" aria-label={`Name of ${label}`} value={value.name} placeholder="name" disabled={isLocked} spellCheck={false} onChange={(event) => onChange({ ...value, name: event.target.value })} />
      ) : (
        <span className="draft-name mono muted">[{position}]</span>
      )}
      <select aria-label={`Type of ${label}`} value={value.type} disabled={isLocked} onChange={(event) => onChange(retyped(value, event.target.value as ValueType))}>
        {VALUE_TYPES.map((type) => (
          <option key={type} value={type}>
            {TYPE_NAMES[type]}
          </option>
        ))}
      </select>
      <div className="draft-value">
        {!isDocument && <Content value={value} label={label} isWrong={own !== undefined} onChange={onChange} />}
        {isDocument && <span className="muted">{count(value.children.length)} {value.type === 'L' ? 'element' : 'attribute'}{value.children.length === 1 ? '' : 's'}</span>}
        {own && <span className="problem">{own.text}</span>}
      </div>
      {isLocked ? (
        <span className="badge">key</span>
      ) : (
        <button type="button" className="quiet icon" aria-label={`Remove ${label}`} onClick={onRemove}>
          ×
        </button>
      )}
      {isDocument && (
        <div className="draft-nested">
          <DraftFields values={value.children} kind={value.type === 'L' ? 'list' : 'map'} path={path} problems={problems} onChange={(children) => onChange({ ...value, children })} />
        </div>
      )}
    </div>
  );
}

const LONG = 60;

function Content({ value, label, isWrong, onChange }: { value: DraftValue; label: string; isWrong: boolean; onChange: (value: DraftValue) => void }) {
  const { type, text } = value;
  if (type === 'NULL') {
    return <span className="muted mono">null</span>;
  }
  if (type === 'BOOL') {
    return (
      <select aria-label={`Value of ${label}`} value={text} onChange={(event) => onChange({ ...value, text: event.target.value })}>
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  if (value.members.length > 0 || type === 'SS' || type === 'NS' || type === 'BS') {
    return <Members value={value} label={label} isWrong={isWrong} onChange={onChange} />;
  }
  return type === 'S' && (text.length > LONG || text.includes('\n')) ? (
    <textarea aria-label={`Value of ${label}`} rows={Math.min(8, Math.ceil(text.length / LONG))} value={text} onChange={(event) => onChange({ ...value, text: event.target.value })} />
  ) : (
    <input
      className={type === 'N' ? 'mono number' : 'mono'}
      aria-label={`Value of ${label}`}
      aria-invalid={isWrong}
      placeholder={type === 'B' ? 'Base64' : type === 'S' ? 'empty string' : 'number'}
      value={text}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange({ ...value, text: event.target.value })}
    />
  );
}

function Members({ value, label, isWrong, onChange }: { value: DraftValue; label: string; isWrong: boolean; onChange: (value: DraftValue) => void }) {
  const set = (members: string[]) => onChange({ ...value, members });
  return (
    <div className="members">
      {value.members.map((member, i) => (
        <span key={i} className="member">
          <input className="mono" aria-label={`Member ${i + 1} of ${label}`} aria-invalid={isWrong} value={member} spellCheck={false} onChange={(event) => set(value.members.map((one, at) => (at === i ? event.target.value : one)))} />
          <button type="button" className="quiet icon" aria-label={`Remove member ${i + 1} of ${label}`} onClick={() => set(value.members.filter((_, at) => at !== i))}>
            ×
          </button>
        </span>
      ))}
      <button type="button" className="quiet" onClick={() => set([...value.members, ''])}>
        + Member
      </button>
    </div>
  );
}
