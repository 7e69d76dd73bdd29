/** What differs between two items, attribute by attribute. */
import { attributeOf, contentOf, equal, typeOf, type AttributeValue, type Item } from '../item/value.ts';
import { inline } from '../item/display.ts';
import { sharedPrefix } from '../item/keyformat.ts';

export interface ItemDiffProps {
  before: Item | undefined;
  after: Item | undefined;
  /** Shown in any case. */
  keys: readonly string[];
  labels?: [string, string];
}

export function ItemDiff({ before, after, keys, labels = ['Before', 'After'] }: ItemDiffProps) {
  const names = [...new Set([...keys, ...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const shown = names.filter((name) => keys.includes(name) || !equal(attributeOf(before, name), attributeOf(after, name)));
  const same = names.length - shown.length;
  return (
    <table className="diff">
      <thead>
        <tr>
          <th>Attribute</th>
          <th>{labels[0]}</th>
          <th>{labels[1]}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((name) => (
          <Row key={name} name={name} before={attributeOf(before, name)} after={attributeOf(after, name)} />
        ))}
        {same > 0 && (
          <tr>
            <td colSpan={3} className="muted">
              {same} more attribute{same === 1 ? '' : 's'} the same
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Row({ name, before, after }: { name: string; before: AttributeValue | undefined; after: AttributeValue | undefined }) {
  const kind = equal(before, after) ? 'same' : before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return (
    <tr className={`diff-${kind}`}>
      <th scope="row">
        <code>{name}</code>
        <span className="hidden"> {kind}</span>
      </th>
      <td className="old">
        <Side value={before} other={after} />
      </td>
      <td className="new">
        <Side value={after} other={before} />
      </td>
    </tr>
  );
}

/** A value where the part that differs from the other one stands out. */
function Side({ value, other }: { value: AttributeValue | undefined; other: AttributeValue | undefined }) {
  if (value === undefined) {
    return <span className="value-absent">absent</span>;
  }
  const type = typeOf(value);
  const text = inline(value);
  if (other === undefined || typeOf(other) !== type || equal(value, other)) {
    return (
      <span className={`value-${type}`}>
        {other !== undefined && typeOf(other) !== type && <small className="muted">{type} </small>}
        {text}
      </span>
    );
  }
  if (type !== 'S' && type !== 'L' && type !== 'M') {
    return <mark>{text}</mark>;
  }
  const [start, middle, end] = split(type === 'S' ? String(contentOf(value)) : text, type === 'S' ? String(contentOf(other)) : inline(other));
  return (
    <span>
      {start}
      {middle && <mark>{middle}</mark>}
      {end}
    </span>
  );
}

const CONTEXT = 60;

/** The text as the part before the difference, the difference, and the part behind it; far parts are left out. */
function split(text: string, other: string): [string, string, string] {
  const from = sharedPrefix(other, text);
  const most = Math.min(text.length, other.length) - from;
  let tail = 0;
  while (tail < most && text.charCodeAt(text.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)) {
    tail++;
  }
  const start = from > CONTEXT ? `…${text.slice(from - CONTEXT, from)}` : text.slice(0, from);
  const end = tail > CONTEXT ? `${text.slice(text.length - tail, text.length - tail + CONTEXT)}…` : text.slice(text.length - tail);
  return [start, text.slice(from, text.length - tail), end];
}
