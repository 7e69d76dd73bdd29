/** One pill for each key attribute: its name, an operator, a value. */
import type { KeyAttribute, Source } from '../dynamo/schema.ts';
import { parseTyped } from '../item/typed.ts';
import { KEY_OPERATORS, valueCount, type KeyCondition, type KeyOperator } from '../query/conditions.ts';

export interface KeyPillsProps {
  source: Source;
  conditions: readonly KeyCondition[];
  onChange: (conditions: KeyCondition[]) => void;
  onRun: () => void;
}

export function KeyPills({ source, conditions, onChange, onRun }: KeyPillsProps) {
  const set = (condition: KeyCondition) => {
    const others = conditions.filter((one) => one.attribute !== condition.attribute);
    const isEmpty = condition.values.every((value) => value === '') && condition.operator === '=';
    onChange(isEmpty ? others : [...others, condition]);
  };
  const pill = (key: KeyAttribute, role: string, operators: readonly KeyOperator[]) => (
    <KeyPill
      key={key.name}
      attribute={key}
      role={role}
      operators={operators}
      condition={conditions.find((one) => one.attribute === key.name) ?? { attribute: key.name, operator: '=', values: [''] }}
      onChange={set}
      onRun={onRun}
    />
  );
  return (
    <div className="pills">
      {source.partitionKeys.map((key) => pill(key, 'Partition key', ['=']))}
      {source.sortKeys.map((key) => pill(key, 'Sort key', KEY_OPERATORS.filter((one) => one !== 'begins_with' || key.type !== 'N')))}
    </div>
  );
}

interface KeyPillProps {
  attribute: KeyAttribute;
  role: string;
  operators: readonly KeyOperator[];
  condition: KeyCondition;
  onChange: (condition: KeyCondition) => void;
  onRun: () => void;
}

function KeyPill({ attribute, role, operators, condition, onChange, onRun }: KeyPillProps) {
  const { name, type } = attribute;
  const isSet = condition.values.some((value) => value !== '');
  const value = (i: number, label: string) => {
    const text = condition.values[i] ?? '';
    const problem = text === '' ? undefined : parseTyped(text, type).problem;
    return (
      <input
        className="mono"
        aria-label={label}
        aria-invalid={problem !== undefined}
        title={problem}
        placeholder={type === 'S' ? 'any value' : type === 'N' ? 'any number' : 'any Base64'}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          const values = [...condition.values];
          values[i] = event.target.value;
          onChange({ ...condition, values: values.map((one) => one ?? '') });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            onRun();
          }
        }}
      />
    );
  };
  return (
    <div className={`pill ${isSet ? 'set' : ''}`} role="group" aria-label={`${role} ${name}`}>
      <span className="pill-name" title={role}>
        {name} <small>{type}</small>
      </span>
      {operators.length === 1 ? (
        <span className="pill-operator">=</span>
      ) : (
        <select
          aria-label={`Operator of ${name}`}
          value={condition.operator}
          onChange={(event) => {
            const operator = event.target.value as KeyOperator;
            const values = Array.from({ length: valueCount(operator) }, (_, i) => condition.values[i] ?? '');
            onChange({ ...condition, operator, values });
          }}
        >
          {operators.map((operator) => (
            <option key={operator}>{operator}</option>
          ))}
        </select>
      )}
      {value(0, `Value of ${name}`)}
      {valueCount(condition.operator) === 2 && (
        <>
          <span className="muted">and</span>
          {value(1, `Upper value of ${name}`)}
        </>
      )}
      {isSet && (
        <button type="button" className="quiet icon" aria-label={`Clear ${name}`} onClick={() => onChange({ ...condition, operator: '=', values: [''] })}>
          ×
        </button>
      )}
    </div>
  );
}
