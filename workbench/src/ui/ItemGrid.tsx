/** Items in a grid: keys first, then every attribute that occurs, with the sort order and its breaks in the gutter. */
import { useMemo, useState, type ReactNode } from 'react';
import { projectedNames, type Source } from '../dynamo/schema.ts';
import { count, inline } from '../item/display.ts';
import { changeBetween, formOf, sharedPrefix, type FormatChange, type KeyForm } from '../item/keyformat.ts';
import { attributeOf, contentOf, equal, typeOf, type AttributeValue, type Item } from '../item/value.ts';
import { Grid, type GridColumn } from './Grid.tsx';

export interface ItemGridProps {
  label: string;
  items: readonly Item[];
  /** Where they come from; without it, as in PartiQL, there are no key columns and no sort order. */
  source?: Source | undefined;
  rowId?: (item: Item, index: number) => string;
  selected?: string | undefined;
  onSelect?: (item: Item, index: number) => void;
  onOpen?: (item: Item, index: number) => void;
  rowClass?: (item: Item, index: number) => string;
  /** Attributes to show besides the keys; all that occur if absent. */
  attributes?: readonly string[] | undefined;
  /** Keys stay in sight when scrolling sideways; false where there is little room. */
  pinsKeys?: boolean;
  empty?: ReactNode;
}

const COLUMNS_MAX = 120;
const GUTTER_PX_MIN = 52;
/** Around the row's number: padding, and room for a mark. */
const GUTTER_PX_BESIDE = 32;
const CHARACTER_PX = 7.3;
const SAMPLED = 60;

export function ItemGrid({ items, source, pinsKeys = true, ...props }: ItemGridProps) {
  const names = useMemo(() => props.attributes ?? attributeNames(items), [props.attributes, items]);
  const changes = useMemo(() => formatChanges(items, source), [items, source]);
  const columns = useMemo(() => {
    const keys = source ? [...source.partitionKeys, ...source.sortKeys] : [];
    const keyColumns = new Set(keys.map((key) => key.name));
    const projected = source && projectedNames(source);
    return [
      ...(source ? [gutter(changes, items.length)] : []),
      ...keys.map((key, i) => keyColumn(items, key.name, key.type, i >= (source?.partitionKeys.length ?? 0), pinsKeys)),
      ...names
        .filter((name) => !keyColumns.has(name))
        .slice(0, COLUMNS_MAX)
        .map((name) => attributeColumn(items, name, projected ? projected.has(name) : true)),
    ];
  }, [items, names, source, changes, pinsKeys]);
  const [reveal, setReveal] = useState<{ row: number }>();
  return (
    <div className="item-grid">
      <FormatNote changes={changes} at={reveal?.row} onGo={(row) => setReveal({ row })} />
      <Grid
        label={props.label}
        rows={items}
        columns={columns}
        rowId={props.rowId ?? ((_, index) => String(index))}
        selected={props.selected}
        reveal={reveal}
        {...(props.onSelect ? { onSelect: props.onSelect } : {})}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        rowClass={(item, index) => {
          const change = changes.get(index);
          const above = items[index - 1];
          return [
            change && (change.severity === 'warning' ? 'format-changed' : 'format-noted'),
            source && above && !isSameCollection(above, item, source) && 'collection-start',
            props.rowClass?.(item, index),
          ]
            .filter(Boolean)
            .join(' ');
        }}
        empty={props.empty}
      />
    </div>
  );
}

interface FormatNoteProps {
  changes: Map<number, FormatChange>;
  /** The row that was gone to last. */
  at: number | undefined;
  onGo: (row: number) => void;
}

/** Says how many rows change the format, and leads from one to the next: most of them are out of sight. */
function FormatNote({ changes, at = -1, onGo }: FormatNoteProps) {
  const rows = useMemo(() => [...changes].flatMap(([row, change]) => (change.severity === 'warning' ? [row] : [])), [changes]);
  if (rows.length === 0) {
    return null;
  }
  const next = rows.find((row) => row > at) ?? rows[0];
  const previous = rows.findLast((row) => row < at) ?? rows.at(-1);
  const reason = changes.get(at);
  return (
    <div className="note warn format-note" role="status" aria-label="Key format">
      <span>
        {rows.length === 1 ? 'One row has a sort key' : `${count(rows.length)} rows have a sort key`} of another format than the row above, so {rows.length === 1 ? 'it' : 'they'} may stand in the wrong place.
        {reason && (
          <>
            {' '}
            <strong>Row {count(at + 1)}:</strong> {reason.text}
          </>
        )}
      </span>
      <span className="grow" />
      <button type="button" disabled={rows.length === 1 && at === rows[0]} onClick={() => onGo(previous as number)}>
        Previous
      </button>
      <button type="button" disabled={rows.length === 1 && at === rows[0]} onClick={() => onGo(next as number)}>
        Next
      </button>
    </div>
  );
}

/** All attribute names in the order in which they appear. */
export function attributeNames(items: readonly Item[]): string[] {
  const names = new Set<string>();
  for (const item of items) {
    for (const name in item) {
      names.add(name);
    }
  }
  return [...names];
}

const forms = new WeakMap<AttributeValue, KeyForm>();

/** Rows whose sort key has another form than the row above in the same collection. */
export function formatChanges(items: readonly Item[], source: Source | undefined): Map<number, FormatChange> {
  const changes = new Map<number, FormatChange>();
  if (source?.sortKeys.some((key) => key.type === 'S')) {
    for (let i = 1; i < items.length; i++) {
      const change = changeAt(items[i - 1] as Item, items[i] as Item, source);
      if (change) {
        changes.set(i, change);
      }
    }
  }
  return changes;
}

/** Of several sort keys, the first that differs is what orders the two rows; those behind it say nothing. */
function changeAt(above: Item, here: Item, source: Source): FormatChange | undefined {
  if (!isSameCollection(above, here, source)) {
    return undefined;
  }
  const key = source.sortKeys.find(({ name }) => !equal(attributeOf(above, name), attributeOf(here, name)));
  const before = key && attributeOf(above, key.name);
  const now = key && attributeOf(here, key.name);
  return before && now && 'S' in before && 'S' in now ? changeBetween(cachedForm(before, before.S), cachedForm(now, now.S)) : undefined;
}

function isSameCollection(above: Item, here: Item, source: Source): boolean {
  return source.partitionKeys.every(({ name }) => equal(attributeOf(above, name), attributeOf(here, name)));
}

function cachedForm(value: AttributeValue, text: string): KeyForm {
  let form = forms.get(value);
  if (!form) {
    form = formOf(text);
    forms.set(value, form);
  }
  return form;
}

function gutter(changes: Map<number, FormatChange>, rows: number): GridColumn<Item> {
  return {
    id: '#',
    title: '#',
    width: Math.max(GUTTER_PX_MIN, Math.round(String(rows).length * CHARACTER_PX + GUTTER_PX_BESIDE)),
    pinned: true,
    align: 'right',
    className: 'gutter',
    cell: (_, index) => (
      <>
        {changes.has(index) && (
          <span className="format-mark" aria-label={`Format changes: ${changes.get(index)?.text}`}>
            ≠{' '}
          </span>
        )}
        {index + 1}
      </>
    ),
    hint: (_, index) => changes.get(index)?.text,
  };
}

function keyColumn(items: readonly Item[], name: string, type: string, isSortKey: boolean, pinned: boolean): GridColumn<Item> {
  return {
    ...attributeColumn(items, name, true),
    note: `${isSortKey ? 'SK' : 'PK'} ${type}`,
    className: 'key',
    pinned,
    cell: (item, index) => <KeyCell above={attributeOf(items[index - 1], name)} value={attributeOf(item, name)} />,
  };
}

/** What a key has in common with the row above is pale, so that what orders the rows stands out. */
function KeyCell({ above, value }: { above: AttributeValue | undefined; value: AttributeValue | undefined }) {
  if (value && 'S' in value && above && 'S' in above) {
    const shared = sharedPrefix(above.S, value.S);
    return (
      <span className="value-S">
        <span className="same-as-above">{value.S.slice(0, shared)}</span>
        {value.S.slice(shared)}
      </span>
    );
  }
  return <Value value={value} />;
}

function attributeColumn(items: readonly Item[], name: string, isProjected: boolean): GridColumn<Item> {
  const values = items.slice(0, SAMPLED).flatMap((item) => attributeOf(item, name) ?? []);
  const longest = values.reduce((most, value) => Math.max(most, inline(value).length), 0);
  const isNumeric = values.length > 0 && values.every((value) => 'N' in value);
  return {
    id: `a:${name}`,
    title: name,
    width: Math.round(Math.max(76, Math.min(330, longest * CHARACTER_PX + 20), Math.min(220, name.length * CHARACTER_PX + 52))),
    ...(isNumeric ? { align: 'right' as const } : {}),
    cell: (item) => {
      const value = attributeOf(item, name);
      return value || isProjected ? <Value value={value} /> : <span className="value-absent">not projected</span>;
    },
    text: (item) => {
      const value = attributeOf(item, name);
      return value ? copied(value) : '';
    },
  };
}

/** One value in a cell. */
export function Value({ value }: { value: AttributeValue | undefined }) {
  return value === undefined ? (
    <span className="value-absent" aria-label="no such attribute">
      ·
    </span>
  ) : (
    <span className={`value-${typeOf(value)}`}>{inline(value)}</span>
  );
}

/** Strings and numbers as they are, everything else as DynamoDB JSON. */
function copied(value: AttributeValue): string {
  return 'S' in value || 'N' in value ? String(contentOf(value)) : JSON.stringify(value);
}
