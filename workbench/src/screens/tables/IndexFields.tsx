/** The fields of one index, for a new table and for an existing one. */
import type { ProjectionType, ScalarType } from '../../dynamo/types.ts';
import { KEYS_PER_ROLE_MAX, type IndexDraft, type KeyDraft } from './tableForm.ts';

export interface KeyFieldsProps {
  title: string;
  value: KeyDraft;
  onChange: (value: KeyDraft) => void;
  onRemove?: (() => void) | undefined;
}

export function KeyFields({ title, value, onChange, onRemove }: KeyFieldsProps) {
  return (
    <div className="field" role="group" aria-label={title}>
      <span>{title}</span>
      <span className="row tight">
        <input aria-label={`${title} name`} className="mono" value={value.name} spellCheck={false} autoComplete="off" onChange={(event) => onChange({ ...value, name: event.target.value })} />
        <select aria-label={`${title} type`} value={value.type} onChange={(event) => onChange({ ...value, type: event.target.value as ScalarType })}>
          <option value="S">String</option>
          <option value="N">Number</option>
          <option value="B">Binary</option>
        </select>
        {onRemove && (
          <button type="button" className="quiet icon" aria-label={`Remove ${title}`} onClick={onRemove}>
            ×
          </button>
        )}
      </span>
    </div>
  );
}

export interface IndexFieldsProps {
  index: IndexDraft;
  isProvisioned: boolean;
  onChange: (index: IndexDraft) => void;
  onRemove?: () => void;
}

export function IndexFields({ index, isProvisioned, onChange, onRemove }: IndexFieldsProps) {
  const change = (patch: Partial<IndexDraft>) => onChange({ ...index, ...patch });
  return (
    <div className="index-fields" role="group" aria-label={`${index.kind === 'local' ? 'Local' : 'Global'} index ${index.name}`}>
      <div className="row top">
        <label className="field">
          <span>{index.kind === 'local' ? 'Local index' : 'Global index'} name</span>
          <input value={index.name} spellCheck={false} autoComplete="off" onChange={(event) => change({ name: event.target.value })} />
        </label>
        <label className="field">
          <span>Projection</span>
          <select value={index.projection} onChange={(event) => change({ projection: event.target.value as ProjectionType })}>
            <option value="ALL">All attributes</option>
            <option value="KEYS_ONLY">Keys only</option>
            <option value="INCLUDE">Keys and some</option>
          </select>
        </label>
        {index.projection === 'INCLUDE' && (
          <label className="field grow">
            <span>Attributes, separated by commas</span>
            <input className="mono" value={index.included} spellCheck={false} onChange={(event) => change({ included: event.target.value })} />
          </label>
        )}
        {index.kind === 'global' && isProvisioned && (
          <>
            <label className="field">
              <span>Read units</span>
              <input className="number short" value={index.read} onChange={(event) => change({ read: event.target.value })} />
            </label>
            <label className="field">
              <span>Write units</span>
              <input className="number short" value={index.write} onChange={(event) => change({ write: event.target.value })} />
            </label>
          </>
        )}
        {onRemove && (
          <button type="button" className="quiet low" onClick={onRemove}>
            Remove index
          </button>
        )}
      </div>
      <div className="row top">
        {index.kind === 'global' && (
          <KeyList title="Partition key" keys={index.partitionKeys} least={1} onChange={(partitionKeys) => change({ partitionKeys })} />
        )}
        <KeyList title="Sort key" keys={index.sortKeys} least={index.kind === 'local' ? 1 : 0} most={index.kind === 'local' ? 1 : KEYS_PER_ROLE_MAX} onChange={(sortKeys) => change({ sortKeys })} />
      </div>
    </div>
  );
}

interface KeyListProps {
  title: string;
  keys: KeyDraft[];
  least: number;
  most?: number;
  onChange: (keys: KeyDraft[]) => void;
}

function KeyList({ title, keys, least, most = KEYS_PER_ROLE_MAX, onChange }: KeyListProps) {
  return (
    <div className="key-list">
      {keys.map((key, i) => (
        <KeyFields
          key={i}
          title={keys.length > 1 ? `${title} ${i + 1}` : title}
          value={key}
          onChange={(next) => onChange(keys.map((one, at) => (at === i ? next : one)))}
          onRemove={keys.length > least ? () => onChange(keys.filter((_, at) => at !== i)) : undefined}
        />
      ))}
      {keys.length < most && (
        <button type="button" className="quiet" onClick={() => onChange([...keys, { name: '', type: 'S' }])}>
          + {keys.length === 0 ? title : `Another ${title.toLowerCase()} attribute`}
        </button>
      )}
    </div>
  );
}
