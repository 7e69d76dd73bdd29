/** A type and the text of a value of that type. */
import { TYPE_NAMES, type ValueType } from '../item/value.ts';
import { parseTyped, VALUE_HINTS } from '../item/typed.ts';

export interface TypeChoiceProps {
  types: readonly ValueType[];
  type: ValueType;
  onChange: (type: ValueType) => void;
}

export function TypeChoice({ types, type, onChange }: TypeChoiceProps) {
  return (
    <select aria-label="Type" value={type} onChange={(event) => onChange(event.target.value as ValueType)}>
      {!types.includes(type) && <option value={type}>{TYPE_NAMES[type]}</option>}
      {types.map((one) => (
        <option key={one} value={one}>
          {TYPE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}

export interface ValueInputProps {
  type: ValueType;
  value: string;
  label?: string;
  onChange: (value: string) => void;
}

export function ValueInput({ type, value, label = 'Value', onChange }: ValueInputProps) {
  if (type === 'NULL') {
    return <span className="pill-operator">NULL</span>;
  }
  if (type === 'BOOL') {
    return (
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {value !== 'true' && value !== 'false' && <option value={value}>choose</option>}
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  const problem = value === '' ? undefined : parseTyped(value, type).problem;
  return (
    <input
      className="mono"
      aria-label={label}
      aria-invalid={problem !== undefined}
      title={problem}
      placeholder={VALUE_HINTS[type] ?? 'value'}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
