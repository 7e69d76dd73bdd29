/** DynamoDB's numbers: decimal, exact to 38 digits, kept as text so that no float rounds them. */

/** Significant digits that a number may have. */
export const DIGITS_MAX = 38;
/** The power of ten of the first digit of the largest number, 9.99…E+125. */
const POWER_MAX = 125;
/** The power of ten of the smallest number that is not zero, 1E-130. */
const POWER_MIN = -130;

interface Decimal {
  negative: boolean;
  /** Without zeros at either end; empty for zero. */
  digits: string;
  /** The power of ten of the first digit. */
  power: number;
}

const FORM = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,6}))?$/;

function parse(text: string): Decimal | undefined {
  const match = FORM.exec(text.trim());
  if (!match) {
    return undefined;
  }
  const integer = match[2] ?? '';
  const fraction = match[3] ?? match[4] ?? '';
  const all = integer + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) {
    return { negative: false, digits: '', power: 0 };
  }
  return {
    negative: match[1] === '-',
    digits: all.slice(first).replace(/0+$/, ''),
    power: integer.length - 1 - first + Number(match[5] ?? 0),
  };
}

/** What is wrong with a number, in words; undefined if DynamoDB takes it. */
export function numberProblem(text: string): string | undefined {
  if (text.trim() === '') {
    return 'A number is missing.';
  }
  const decimal = parse(text);
  if (!decimal) {
    return `“${text}” is not a number.`;
  }
  if (decimal.digits.length > DIGITS_MAX) {
    return `A number has at most ${DIGITS_MAX} significant digits; this one has ${decimal.digits.length}.`;
  }
  if (decimal.digits !== '' && decimal.power > POWER_MAX) {
    return 'The number is larger than 9.9999999999999999999999999999999999999E+125.';
  }
  if (decimal.digits !== '' && decimal.power < POWER_MIN) {
    return 'The number is smaller than 1E-130.';
  }
  return undefined;
}

/** A text that is the same for equal numbers, such as 1e3 and 1000.0; what is no number stays as it is. */
export function normalNumber(text: string): string {
  const decimal = parse(text);
  return decimal ? `${decimal.negative ? '-' : ''}${decimal.digits}e${decimal.power}` : text;
}

/** Below, equal or above zero as the first number is less than, equal to or greater than the second. */
export function compareNumbers(a: string, b: string): number {
  const x = parse(a);
  const y = parse(b);
  if (!x || !y) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return sign(x) - sign(y) || (x.negative ? -1 : 1) * compareMagnitudes(x, y);
}

function sign(decimal: Decimal): number {
  return decimal.digits === '' ? 0 : decimal.negative ? -1 : 1;
}

function compareMagnitudes(x: Decimal, y: Decimal): number {
  if (x.power !== y.power) {
    return x.power - y.power;
  }
  const length = Math.max(x.digits.length, y.digits.length);
  const p = x.digits.padEnd(length, '0');
  const q = y.digits.padEnd(length, '0');
  return p < q ? -1 : p > q ? 1 : 0;
}

/** Bytes of a number: one, one for each pair of digits counted from the decimal point, one for a minus sign. */
export function numberBytes(text: string): number {
  const decimal = parse(text);
  if (!decimal || decimal.digits === '') {
    return 1;
  }
  const last = decimal.power - decimal.digits.length + 1;
  const pairs = Math.floor(decimal.power / 2) - Math.floor(last / 2) + 1;
  return 1 + pairs + (decimal.negative ? 1 : 0);
}
