/** Conditions that are checked after the items were read and paid for. */
import { FILTER_OPERATORS, FILTER_TYPES, valueCount, type FilterCondition, type FilterOperator, type FilterType } from '../../query/conditions.ts';
import { TYPE_NAMES } from '../../item/value.ts';

export interface FilterBarProps {
  filters: readonly FilterCondition[];
  onChange: (filters: FilterCondition[]) => void;
  onRun: () => void;
}

const NEW: FilterCondition = { attribute: '', operator: '=', type: 'S', values: [''] };

export function FilterBar({ filters, onChange, onRun }: FilterBarProps) {
  const set = (at: number, condition: FilterCondition) => onChange(filters.map((one, i) => (i === at ? condition : one)));
  return (
    <div className="pills">
      {filters.map((filter, i) => (
        <FilterPill
          key={i}
          number={i + 1}
          filter={filter}
          onChange={(next) => set(i, next)}
          onRemove={() => onChange(filters.filter((_, at) => at !== i))}
          onRun={onRun}
        />
      ))}
      <button type="button" className="quiet" onClick={() => onChange([...filters, NEW])}>
        + Filter
      </button>
      {filters.length > 0 && <span className="hint">A filter drops items after they were read; it never makes a read cheaper.</span>}
    </div>
  );
}

interface FilterPillProps {
  number: number;
  filter: FilterCondition;
  onChange: (filter: FilterCondition) => void;
  onRemove: () => void;
  onRun: () => void;
}

function FilterPill({ number, filter, onChange, onRemove, onRun }: FilterPillProps) {
  const wanted = valueCount(filter.operator);
  const runOnEnter = (event: { key: string; ctrlKey: boolean; metaKey: boolean }) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      onRun();
    }
  };
  return (
    <div className="pill filter" role="group" aria-label={`Filter ${number}`}>
      <input
        className="mono"
        aria-label="Attribute"
        placeholder="attribute or path"
        value={filter.attribute}
        spellCheck={false}
        onChange={(event) => onChange({ ...filter, attribute: event.target.value })}
        onKeyDown={runOnEnter}
      />
      <select
        aria-label="Operator"
        value={filter.operator}
        onChange={(event) => {
          const operator = event.target.value as FilterOperator;
          const values = Array.from({ length: valueCount(operator) }, (_, i) => filter.values[i] ?? (filter.type === 'BOOL' ? 'true' : ''));
          onChange({ ...filter, operator, values });
        }}
      >
        {FILTER_OPERATORS.map((operator) => (
          <option key={operator}>{operator}</option>
        ))}
      </select>
      {wanted > 0 && filter.operator !== 'type' && (
        <select
          aria-label="Type"
          value={filter.type}
          onChange={(event) => {
            const type = event.target.value as FilterType;
            onChange({ ...filter, type, values: type === 'BOOL' ? ['true'] : filter.values });
          }}
        >
          {FILTER_TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_NAMES[type]}
            </option>
          ))}
        </select>
      )}
      {filter.type !== 'NULL' &&
        Array.from({ length: wanted }, (_, i) =>
          filter.type === 'BOOL' ? (
            <select key={i} aria-label="Value" value={filter.values[i] ?? 'true'} onChange={(event) => onChange({ ...filter, values: [event.target.value] })}>
              <option>true</option>
              <option>false</option>
            </select>
          ) : (
            <input
              key={i}
              className="mono"
              aria-label={i === 0 ? 'Value' : 'Upper value'}
              placeholder={filter.operator === 'type' ? 'S, N, B, BOOL, …' : filter.type === 'S' ? 'empty string' : 'value'}
              value={filter.values[i] ?? ''}
              spellCheck={false}
              onChange={(event) => {
                const values = Array.from({ length: wanted }, (_, at) => filter.values[at] ?? '');
                values[i] = event.target.value;
                onChange({ ...filter, values });
              }}
              onKeyDown={runOnEnter}
            />
          ),
        )}
      <button type="button" className="quiet icon" aria-label={`Remove filter ${number}`} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}
