/** The whole key of the one item that an operation is about. */
import { keyNames, typeOfKey } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import type { KeyCondition } from '../../query/conditions.ts';
import { Problems } from './Builder.tsx';
import { ValueInput } from '../../ui/TypedValue.tsx';

export interface ItemKeyProps {
  table: TableDescription;
  conditions: readonly KeyCondition[];
  problem: (place: string) => string | undefined;
  onChange: (conditions: KeyCondition[]) => void;
}

export function ItemKey({ table, conditions, problem, onChange }: ItemKeyProps) {
  const names = keyNames(table);
  return (
    <section className="panel part" aria-label="Key">
      <h2>Key</h2>
      {names.map((name) => {
        const condition = conditions.find((one) => one.attribute === name);
        return (
          <div key={name}>
            <div className="pill line">
              <span className="pill-name">{name}</span>
              <span className="pill-operator">=</span>
              <ValueInput
                label={`Value of ${name}`}
                type={typeOfKey(table, name)}
                value={condition?.values[0] ?? ''}
                onChange={(value) => onChange([...conditions.filter((one) => one.attribute !== name), { attribute: name, operator: '=', values: [value] }])}
              />
            </div>
            <Problems texts={[problem(`key:${name}`)].filter((text) => text !== undefined)} />
          </div>
        );
      })}
    </section>
  );
}
