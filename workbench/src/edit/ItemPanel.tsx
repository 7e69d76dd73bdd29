/** One item beside the grid: all its attributes, and what can be done with it. */
import { useState } from 'react';
import { link } from '../app/router.ts';
import { editId, stage, staged, type StagedEdit } from '../app/staged.ts';
import { useStore } from '../app/store.ts';
import { toast } from '../app/toasts.tsx';
import { call } from '../dynamo/client.ts';
import { keyOf, projectedNames, type Source } from '../dynamo/schema.ts';
import { bytes, count, pretty, units } from '../item/display.ts';
import { itemBytes } from '../item/size.ts';
import type { KeyCondition } from '../query/conditions.ts';
import { attributeOf, textOf, TYPE_NAMES, typeOf, type AttributeValue, type Item } from '../item/value.ts';
import { Badge, ErrorNote } from '../ui/State.tsx';
import { Value } from '../ui/ItemGrid.tsx';
import { Menu } from '../ui/Menu.tsx';
import { putItemCommand, putItemJson } from '../transfer/export.ts';
import { copy } from '../app/clipboard.ts';
import { ItemEditor } from './ItemEditor.tsx';
import './edit.css';

export interface ItemPanelProps {
  source: Source;
  item: Item;
  onClose: () => void;
  /** Shows the item collection of the source that the item is in. */
  onCollection?: (key: KeyCondition[]) => void;
}

export function ItemPanel({ source, item, onClose, onCollection }: ItemPanelProps) {
  const { table } = source;
  const [whole, setWhole] = useState<{ key: string; item: Item; units: number }>();
  const [editing, setEditing] = useState<{ before?: Item; start: Item; replaces?: StagedEdit }>();
  const [error, setError] = useState<unknown>();
  const key = JSON.stringify(keyOf(table, item));
  const isPartial = projectedNames(source) !== undefined && whole?.key !== key;
  const shown = whole?.key === key ? whole.item : item;
  const id = editId(table.TableName, keyOf(table, item));
  const pending = useStore(staged).find((edit) => edit.id === id);
  const edit = () =>
    setEditing(pending?.before && pending.after ? { before: pending.before, start: pending.after, replaces: pending } : { before: shown, start: shown });
  const readWhole = async () => {
    try {
      const output = await call('GetItem', { TableName: table.TableName, Key: keyOf(table, item), ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' });
      if (output.Item) {
        setWhole({ key, item: output.Item, units: output.ConsumedCapacity?.CapacityUnits ?? 0 });
        setError(undefined);
      } else {
        setError(new Error('The table has this item no more.'));
      }
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <aside className="panel item-panel" aria-label="Item">
      <header className="row">
        <h2>Item</h2>
        <span className="muted">{bytes(itemBytes(shown))}</span>
        {whole?.key === key && <span className="muted">read for {units(whole.units)} units</span>}
        <span className="grow" />
        <button type="button" className="quiet icon" aria-label="Close item" onClick={onClose}>
          ×
        </button>
      </header>
      {isPartial ? (
        <div className="note">
          Read-only: the index {source.index?.IndexName} has only a part of this item.{' '}
          <button type="button" onClick={() => void readWhole()}>
            Read the whole item
          </button>
        </div>
      ) : (
        <div className="row">
          <button type="button" onClick={edit}>
            Edit
          </button>
          <button type="button" onClick={() => setEditing({ start: shown })}>
            Duplicate
          </button>
          <button
            type="button"
            className="danger"
            onClick={() => {
              stage({ id, table: table.TableName, before: shown });
              toast('The deletion is staged. Nothing is written before you commit.');
            }}
          >
            Stage deletion
          </button>
          {onCollection && (
            <button type="button" className="quiet" title="Query all items with this partition key" onClick={() => onCollection(collectionOf(source, item))}>
              Collection
            </button>
          )}
          <Menu
            title="Copy"
            entries={[
              { title: 'DynamoDB JSON', run: () => void copy(pretty(shown)) },
              { title: 'PutItem as JSON', run: () => void copy(putItemJson(table.TableName, shown)) },
              { title: 'PutItem for the AWS CLI', run: () => void copy(putItemCommand(table.TableName, shown, window.location.origin)) },
            ]}
          />
        </div>
      )}
      {pending && (
        <p className="note warn">
          {pending.after ? 'A change' : 'The deletion'} of this item is <a href={link('edit')}>staged</a>, not written.
        </p>
      )}
      {error !== undefined && <ErrorNote error={error} />}
      <Attributes item={shown} keys={table.KeySchema.map((element) => element.AttributeName)} />
      {editing && <ItemEditor table={table} before={editing.before} start={editing.start} replaces={editing.replaces} onClose={() => setEditing(undefined)} />}
    </aside>
  );
}

function collectionOf(source: Source, item: Item): KeyCondition[] {
  return source.partitionKeys.map((key) => ({ attribute: key.name, operator: '=', values: [textOf(attributeOf(item, key.name))] }));
}

function Attributes({ item, keys }: { item: Item; keys: string[] }) {
  const names = [...keys.filter((name) => Object.hasOwn(item, name)), ...Object.keys(item).filter((name) => !keys.includes(name))];
  return (
    <dl className="attributes">
      {names.map((name) => (
        <Attribute key={name} name={name} value={item[name] as AttributeValue} isKey={keys.includes(name)} />
      ))}
    </dl>
  );
}

/** Thousands of elements at once would keep the browser busy for seconds. */
const CHILDREN_AT_ONCE = 100;

function Attribute({ name, value, isKey = false }: { name: string; value: AttributeValue; isKey?: boolean }) {
  const [shown, setShown] = useState(CHILDREN_AT_ONCE);
  const children: [string, AttributeValue][] | undefined =
    'M' in value ? Object.entries(value.M) : 'L' in value ? value.L.map((one, i) => [`[${i}]`, one]) : undefined;
  return (
    <div className="attribute">
      <dt>
        <code>{name}</code> <small className="muted">{TYPE_NAMES[typeOf(value)]}</small> {isKey && <Badge>key</Badge>}
      </dt>
      <dd>
        {children ? (
          <dl className="attributes nested">
            {children.slice(0, shown).map(([child, one]) => (
              <Attribute key={child} name={child} value={one} />
            ))}
            {children.length > shown && (
              <button type="button" className="quiet" onClick={() => setShown(shown + CHILDREN_AT_ONCE)}>
                Show more of {count(children.length)}
              </button>
            )}
            {children.length === 0 && <span className="muted">empty</span>}
          </dl>
        ) : 'S' in value ? (
          <span className="value-S long">{value.S || <span className="muted">empty string</span>}</span>
        ) : (
          <span className="long">
            <Value value={value} />
          </span>
        )}
      </dd>
    </div>
  );
}
