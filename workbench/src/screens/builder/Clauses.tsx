/** The conditions of a filter or of a write, one a line. */
import { clauseTypes, type Clause } from '../../expression/form.ts';
import { VALUE_TYPES } from '../../item/value.ts';
import { OPERATORS, valueCount, type Operator } from '../../query/conditions.ts';
import { Problems } from './Builder.tsx';
import { TypeChoice, ValueInput } from '../../ui/TypedValue.tsx';

export interface ClausesProps {
  title: string;
  clauses: readonly Clause[];
  join: 'AND' | 'OR';
  problem: (place: string) => string | undefined;
  onChange: (clauses: Clause[]) => void;
  onJoin: (join: 'AND' | 'OR') => void;
}

const NEW: Clause = { attribute: '', operator: '=', type: 'S', values: [''] };

export function Clauses({ title, clauses, join, problem, onChange, onJoin }: ClausesProps) {
  const set = (at: number, clause: Clause) => onChange(clauses.map((one, i) => (i === at ? clause : one)));
  return (
    <section className="panel part" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        {clauses.length > 1 && (
          <select aria-label="All or any" value={join} onChange={(event) => onJoin(event.target.value as 'AND' | 'OR')}>
            <option value="AND">all hold</option>
            <option value="OR">any holds</option>
          </select>
        )}
        <span className="grow" />
        <button type="button" className="quiet" onClick={() => onChange([...clauses, NEW])}>
          + {title === 'Filter' ? 'Filter' : 'Condition'}
        </button>
      </div>
      {clauses.map((clause, i) => (
        <div key={i}>
          <ClauseRow
            label={`${title} ${i + 1}`}
            clause={clause}
            onChange={(next) => set(i, next)}
            onRemove={() => onChange(clauses.filter((_, at) => at !== i))}
          />
          <Problems texts={[problem(`clause:${i}`)].filter((text) => text !== undefined)} />
        </div>
      ))}
      {clauses.length === 0 && (
        <p className="hint">
          {title === 'Filter' ? 'Drops items after they were read and paid for.' : 'The write happens only where it holds; a write that is refused costs the same.'}
        </p>
      )}
    </section>
  );
}

interface ClauseRowProps {
  label: string;
  clause: Clause;
  onChange: (clause: Clause) => void;
  onRemove: () => void;
}

function ClauseRow({ label, clause, onChange, onRemove }: ClauseRowProps) {
  const types = clauseTypes(clause.operator);
  const isList = clause.operator === 'in';
  const count = isList ? Math.max(1, clause.values.length) : valueCount(clause.operator);
  const values = Array.from({ length: count }, (_, i) => clause.values[i] ?? '');
  return (
    <div className="pill line" role="group" aria-label={label}>
      <input
        className="mono"
        aria-label="Attribute"
        placeholder="attribute or path"
        value={clause.attribute}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange({ ...clause, attribute: event.target.value })}
      />
      <select
        aria-label="Operator"
        value={clause.operator}
        onChange={(event) => {
          const operator = event.target.value as Operator;
          const fitting = clauseTypes(operator);
          const type = fitting.includes(clause.type) || fitting.length === 0 ? clause.type : (fitting[0] ?? 'S');
          onChange({ ...clause, operator, type, values: Array.from({ length: operator === 'in' ? Math.max(1, clause.values.length) : valueCount(operator) }, (_, i) => clause.values[i] ?? '') });
        }}
      >
        {OPERATORS.map((operator) => (
          <option key={operator}>{operator}</option>
        ))}
      </select>
      {types.length > 1 && <TypeChoice types={types} type={clause.type} onChange={(type) => onChange({ ...clause, type, values: type === 'BOOL' ? values.map(() => 'true') : values })} />}
      {clause.operator === 'type' ? (
        <select aria-label="Value" value={values[0]} onChange={(event) => onChange({ ...clause, values: [event.target.value] })}>
          <option value="">choose</option>
          {VALUE_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      ) : (
        values.map((value, i) => (
          <ValueInput
            key={i}
            label={i === 0 ? 'Value' : clause.operator === 'between' ? 'Upper value' : `Value ${i + 1}`}
            type={clause.type}
            value={value}
            onChange={(text) => onChange({ ...clause, values: values.map((one, at) => (at === i ? text : one)) })}
          />
        ))
      )}
      {isList && (
        <button type="button" className="quiet icon" aria-label="One value more" title="One value more" onClick={() => onChange({ ...clause, values: [...values, ''] })}>
          +
        </button>
      )}
      <button type="button" className="quiet icon" aria-label={`Remove ${label}`} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}
