/** What an update does, one change a line. */
import { CHANGE_ACTIONS, changeTypes, type Change, type ChangeAction } from '../../expression/form.ts';
import { Problems } from './Builder.tsx';
import { TypeChoice, ValueInput } from '../../ui/TypedValue.tsx';

export interface ChangesProps {
  changes: readonly Change[];
  problem: (place: string) => string | undefined;
  onChange: (changes: Change[]) => void;
}

const NEW: Change = { action: 'set', attribute: '', type: 'S', value: '' };

const TITLES: Record<ChangeAction, string> = {
  set: 'SET to',
  'set if absent': 'SET if absent',
  increment: 'SET plus',
  append: 'SET with appended',
  prepend: 'SET with prepended',
  remove: 'REMOVE',
  add: 'ADD',
  delete: 'DELETE from set',
};

export function Changes({ changes, problem, onChange }: ChangesProps) {
  const shown = changes.length > 0 ? changes : [NEW];
  const set = (at: number, change: Change) => onChange(shown.map((one, i) => (i === at ? change : one)));
  return (
    <section className="panel part" aria-label="Changes">
      <div className="row">
        <h2>Changes</h2>
        <span className="grow" />
        <button type="button" className="quiet" onClick={() => onChange([...shown, NEW])}>
          + Change
        </button>
      </div>
      {shown.map((change, i) => {
        const types = changeTypes(change.action);
        return (
          <div key={i}>
            <div className="pill line" role="group" aria-label={`Change ${i + 1}`}>
              <input
                className="mono"
                aria-label="Attribute"
                placeholder="attribute or path"
                value={change.attribute}
                spellCheck={false}
                onChange={(event) => set(i, { ...change, attribute: event.target.value })}
              />
              <select
                aria-label="Action"
                value={change.action}
                onChange={(event) => {
                  const action = event.target.value as ChangeAction;
                  const fitting = changeTypes(action);
                  set(i, { ...change, action, type: fitting.includes(change.type) || fitting.length === 0 ? change.type : (fitting[0] ?? 'S') });
                }}
              >
                {CHANGE_ACTIONS.map((action) => (
                  <option key={action} value={action}>
                    {TITLES[action]}
                  </option>
                ))}
              </select>
              {types.length > 1 && <TypeChoice types={types} type={change.type} onChange={(type) => set(i, { ...change, type, value: type === 'BOOL' ? 'true' : change.value })} />}
              {types.length > 0 && <ValueInput type={change.type} value={change.value} onChange={(value) => set(i, { ...change, value })} />}
              <button type="button" className="quiet icon" aria-label={`Remove change ${i + 1}`} onClick={() => onChange(shown.filter((_, at) => at !== i))}>
                ×
              </button>
            </div>
            <Problems texts={[problem(`change:${i}`)].filter((text) => text !== undefined)} />
          </div>
        );
      })}
    </section>
  );
}
