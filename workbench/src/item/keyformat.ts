/** Finds where the form of a sort key changes from one row to the next, before it breaks the order in production. */

/** What changed against the row above. A note may be meant so; a warning hardly ever is. */
export interface FormatChange {
  severity: 'warning' | 'note';
  text: string;
}

/** The form of one key, without its content. */
export interface KeyForm {
  /** What kind of item it is: the text before the first delimiter or digit. */
  family: string;
  /** The form of its first timestamp. */
  time: { precision: string; zone: string; separator: string } | undefined;
  /** Runs of digits that stand alone or behind letters, by their place. */
  numbers: { place: number; letters: string; digits: string }[];
  delimiters: number;
  delimiter: string;
}

const TIME = /(\d{4}-\d{2}(?:-\d{2})?)(?:([T ])(\d{2}(?::\d{2}(?::\d{2}(?:[.,](\d+))?)?)?)(Z|z|[+-]\d{2}:?\d{2}|[+-]\d{2}(?!\d))?)?/;
const DELIMITERS = ['#', '|', '/', ':', '~', '!'] as const;

/** The form of a key; delimiters within its timestamp do not count. */
export function formOf(key: string): KeyForm {
  const match = TIME.exec(key);
  const rest = match ? key.replace(match[0], 'T') : key;
  const delimiter = DELIMITERS.find((one) => rest.includes(one)) ?? '';
  const segments = delimiter ? rest.split(delimiter) : [rest];
  return {
    family: /^[^\d#|:~!]*/.exec(key)?.[0].replace(/(?<=.)\/.*/, '') ?? '',
    time: match ? timeOf(match) : undefined,
    numbers: segments.flatMap((segment, place) => {
      const run = /^([A-Za-z_-]*)(\d+)$/.exec(segment);
      return run ? [{ place, letters: run[1] ?? '', digits: run[2] ?? '' }] : [];
    }),
    delimiters: segments.length - 1,
    delimiter,
  };
}

function timeOf(match: RegExpExecArray): NonNullable<KeyForm['time']> {
  const [, date = '', separator = '', clock, fraction, zone = ''] = match;
  const precision = fraction
    ? `${fraction.length} digits of a second`
    : clock
      ? ['hours', 'minutes', 'seconds'][clock.split(':').length - 1] ?? 'seconds'
      : date.length === 7
        ? 'months'
        : 'days';
  return { precision, separator, zone: zoneOf(zone, clock !== undefined) };
}

function zoneOf(zone: string, hasClock: boolean): string {
  if (zone === '') {
    return hasClock ? 'no zone' : '';
  }
  return /^z$/i.test(zone) ? zone : zone.includes(':') ? 'an offset' : 'an offset without colon';
}

/** What is different in form, most telling first; undefined if nothing is, or the two are different kinds of item. */
export function changeBetween(above: KeyForm, here: KeyForm): FormatChange | undefined {
  if (above.family !== here.family) {
    return undefined;
  }
  return timeChange(above, here) ?? paddingChange(above, here) ?? delimiterChange(above, here);
}

function timeChange(above: KeyForm, here: KeyForm): FormatChange | undefined {
  const { time: before } = above;
  const { time: now } = here;
  if (!before || !now) {
    return before || now
      ? { severity: 'warning', text: now ? 'A timestamp here, none in the row above.' : 'No timestamp here, one in the row above.' }
      : undefined;
  }
  if (before.zone !== now.zone && before.zone !== '' && now.zone !== '') {
    return { severity: 'warning', text: `The time ends in ${now.zone} here, in ${before.zone} above.` };
  }
  if (before.precision !== now.precision) {
    return { severity: 'warning', text: `The time is precise to ${now.precision} here, to ${before.precision} above.` };
  }
  return before.separator !== now.separator
    ? { severity: 'warning', text: 'Date and time are joined otherwise than in the row above.' }
    : undefined;
}

/** Digits of other length order rightly only with zeros in front: v10 stands before v9. */
function paddingChange(above: KeyForm, here: KeyForm): FormatChange | undefined {
  if (above.delimiters !== here.delimiters) {
    return undefined;
  }
  for (const number of here.numbers) {
    const before = above.numbers.find((one) => one.place === number.place && one.letters === number.letters);
    if (before && before.digits.length !== number.digits.length) {
      return {
        severity: 'warning',
        text: `${number.letters}${number.digits} has ${number.digits.length} digits, ${before.letters}${before.digits} above has ${before.digits.length}: without zeros in front they order as text.`,
      };
    }
  }
  return undefined;
}

function delimiterChange(above: KeyForm, here: KeyForm): FormatChange | undefined {
  if (above.delimiters === here.delimiters && above.delimiter === here.delimiter) {
    return undefined;
  }
  const parts = (form: KeyForm) => `${form.delimiters + 1} part${form.delimiters === 0 ? '' : 's'}`;
  return {
    severity: here.delimiter === '/' && above.delimiter === '/' ? 'note' : 'warning',
    text: `${parts(here)} here, ${parts(above)} in the row above${here.delimiter ? `, split at “${here.delimiter}”` : ''}.`,
  };
}

/** How many leading characters a key shares with the one above; never half of a surrogate pair. */
export function sharedPrefix(above: string, here: string): number {
  const length = Math.min(above.length, here.length);
  let shared = 0;
  while (shared < length && above.charCodeAt(shared) === here.charCodeAt(shared)) {
    shared++;
  }
  const last = here.charCodeAt(shared - 1);
  return last >= 0xd800 && last <= 0xdbff ? shared - 1 : shared;
}
