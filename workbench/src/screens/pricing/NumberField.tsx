/** A number from 0 on, with its unit; what is no number is marked, and the last number stays. */
import { useEffect, useState } from 'react';

export interface NumberFieldProps {
  label: string;
  unit: string;
  value: number;
  onChange: (value: number) => void;
  wide?: boolean;
}

export function NumberField({ label, unit, value, onChange, wide = false }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => {
    setText((before) => (numberOf(before) === value ? before : String(value)));
  }, [value]);
  const isNumber = numberOf(text) !== undefined;
  return (
    <label className="number-field">
      <input
        className={wide ? 'number wide' : 'number'}
        aria-label={label}
        aria-invalid={!isNumber}
        inputMode="decimal"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const number = numberOf(event.target.value);
          if (number !== undefined) {
            onChange(number);
          }
        }}
      />
      <span className="muted">{unit}</span>
    </label>
  );
}

function numberOf(text: string): number | undefined {
  const plain = text.replaceAll(/[,_\s]/g, '');
  const number = Number(plain);
  return plain !== '' && Number.isFinite(number) && number >= 0 ? number : undefined;
}
