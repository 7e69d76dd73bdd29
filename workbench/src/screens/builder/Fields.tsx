/** The attributes of an item to put. */
import { keyNames, typeOfKey } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import type { Field } from '../../expression/form.ts';
import { VALUE_TYPES } from '../../item/value.ts';
import { Problems } from './Builder.tsx';
import { TypeChoice, ValueInput } from '../../ui/TypedValue.tsx';

export interface FieldsProps {
  table: TableDescription;
  fields: readonly Field[];
  problem: (place: string) => string | undefined;
  onChange: (fields: Field[]) => void;
}

export function Fields({ table, fields, problem, onChange }: FieldsProps) {
  const missing = keyNames(table).filter((name) => !fields.some((field) => field.name === name));
  // The key is always there to fill.
  const shown: Field[] = [...missing.map((name) => ({ name, type: typeOfKey(table, name), value: '' })), ...fields];
  const set = (at: number, field: Field) => onChange(shown.map((one, i) => (i === at ? field : one)));
  return (
    <section className="panel part" aria-label="Item">
      <div className="row">
        <h2>Item</h2>
        <span className="grow" />
        <button type="button" className="quiet" onClick={() => onChange([...shown, { name: '', type: 'S', value: '' }])}>
          + Attribute
        </button>
      </div>
      {shown.map((field, i) => {
        const isKey = keyNames(table).includes(field.name);
        return (
          <div key={i}>
            <div className="pill line" role="group" aria-label={`Attribute ${i + 1}`}>
              <input
                className="mono"
                aria-label="Name"
                placeholder="name"
                readOnly={isKey}
                value={field.name}
                spellCheck={false}
                onChange={(event) => set(i, { ...field, name: event.target.value })}
              />
              <TypeChoice types={VALUE_TYPES} type={field.type} onChange={(type) => set(i, { ...field, type, value: type === 'BOOL' ? 'true' : field.value })} />
              <ValueInput type={field.type} value={field.value} onChange={(value) => set(i, { ...field, value })} />
              {!isKey && (
                <button type="button" className="quiet icon" aria-label={`Remove attribute ${i + 1}`} onClick={() => onChange(shown.filter((_, at) => at !== i))}>
                  ×
                </button>
              )}
            </div>
            <Problems texts={[problem(`field:${i - missing.length}`)].filter((text) => text !== undefined)} />
          </div>
        );
      })}
    </section>
  );
}
