/** The table on the left, one of its indexes on the right: the same item in both, and what the index lacks of it. */
import { useEffect, useMemo, useState } from 'react';
import { tableNamed, useCatalog } from '../../app/catalog.ts';
import { navigate, useRoute, type Params } from '../../app/router.ts';
import { indexesOf, keyId, projectedNames, sourceOf, type Source } from '../../dynamo/schema.ts';
import { bytes } from '../../item/display.ts';
import { itemBytes } from '../../item/size.ts';
import { attributeOf, textOf, type Item } from '../../item/value.ts';
import { ItemPanel } from '../../edit/ItemPanel.tsx';
import { fromParams, toParams } from '../../query/address.ts';
import type { KeyCondition } from '../../query/conditions.ts';
import { useReader } from '../../reading/useReader.ts';
import { attributeNames } from '../../ui/ItemGrid.tsx';
import { Badge, Empty, Failure, Loading } from '../../ui/State.tsx';
import { SourceChoice } from '../../reading/SourceChoice.tsx';
import { Side } from './Side.tsx';
import '../../reading/reading.css';
import './sides.css';

const SCREEN = 'sides';

export default function Sides() {
  const { params } = useRoute();
  const wanted = params.get('table');
  const catalog = useCatalog(wanted);
  const table = wanted ? tableNamed(catalog.tables, wanted) : catalog.tables.find((one) => indexesOf(one).length > 0);
  const indexName = params.get('index') ?? (table && indexesOf(table)[0]?.IndexName);
  const base = useMemo(() => table && sourceOf(table), [table]);
  const index = useMemo(() => (table && indexName ? sourceOf(table, indexName) : undefined), [table, indexName]);
  if (catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  if (catalog.status === 'failed' && catalog.tables.length === 0) {
    return <Failure title="The tables cannot be read" message={catalog.error?.message ?? ''} onRetry={() => void catalog.refresh()} />;
  }
  if (wanted && !table) {
    return <Empty title={`There is no table ${wanted}`}>It may have been deleted. Choose another under Tables.</Empty>;
  }
  if (!table || !base) {
    return <Empty title="No table has an index">Add one to a table under Tables, and compare the two here.</Empty>;
  }
  return (
    <div className="screen">
      <div className="screen-head">
        <h1>Side by side</h1>
        <SourceChoice tables={catalog.tables} table={table} index={indexName} onChange={(next) => navigate(SCREEN, next)} />
      </div>
      {index ? (
        <Both key={`${table.TableName} ${indexName}`} base={base} index={index} />
      ) : (
        <Empty title={`${table.TableName} has no index`}>Choose another table, or add an index to it under Tables.</Empty>
      )}
    </div>
  );
}

function Both({ base, index }: { base: Source; index: Source }) {
  const { params } = useRoute();
  const left = useReader();
  const right = useReader();
  const [linked, setLinked] = useState<{ id: string; item: Item; from: 'table' | 'index' }>();
  const [opened, setOpened] = useState<{ item: Item; source: Source }>();
  const { table } = base;
  const keys = fromParams(params).key;
  const indexKeys = fromParams(new URLSearchParams({ key: params.get('ikey') ?? '[]' })).key;
  const go = (patch: Params) =>
    navigate(SCREEN, { table: table.TableName, index: index.index?.IndexName, key: params.get('key'), ikey: params.get('ikey'), ...patch }, { replace: true });
  const text = (conditions: KeyCondition[]) => toParams({ table: '', key: conditions, filter: [], descending: false, consistent: false }).key;
  const id = (item: Item) => keyId(table, item);
  const inTable = left.reading.items.find((item) => linked && id(item) === linked.id);
  const inIndex = right.reading.items.find((item) => linked && id(item) === linked.id);
  const names = useMemo(() => attributeNames([...left.reading.items, ...right.reading.items]), [left.reading.items, right.reading.items]);
  useEffect(() => {
    if (linked && !inTable && !inIndex) {
      setLinked(undefined);
    }
  }, [linked, inTable, inIndex]);
  return (
    <>
      <LinkBar
        base={base}
        index={index}
        linked={linked}
        inTable={inTable}
        inIndex={inIndex}
        onFollow={(side, conditions) => go(side === 'index' ? { ikey: text(conditions), iread: true } : { key: text(conditions), read: true })}
      />
      <div className="sides">
        <Side
          title={table.TableName}
          source={base}
          reader={left}
          conditions={keys}
          isAsked={params.get('read') === '1'}
          attributes={names}
          selected={linked?.id}
          rowId={id}
          onConditions={(next) => go({ key: text(next) })}
          onSelect={(item) => setLinked({ id: id(item), item, from: 'table' })}
          onOpen={(item) => setOpened({ item, source: base })}
        />
        <Side
          title={index.index?.IndexName ?? ''}
          source={index}
          reader={right}
          conditions={indexKeys}
          isAsked={params.get('iread') === '1'}
          attributes={names}
          selected={linked?.id}
          rowId={id}
          onConditions={(next) => go({ ikey: text(next) })}
          onSelect={(item) => setLinked({ id: id(item), item, from: 'index' })}
          onOpen={(item) => setOpened({ item, source: index })}
        />
        {opened && <ItemPanel source={opened.source} item={opened.item} onClose={() => setOpened(undefined)} />}
      </div>
    </>
  );
}

interface LinkBarProps {
  base: Source;
  index: Source;
  linked: { item: Item; from: 'table' | 'index' } | undefined;
  inTable: Item | undefined;
  inIndex: Item | undefined;
  onFollow: (side: 'table' | 'index', conditions: KeyCondition[]) => void;
}

/** What is known of the chosen item on the other side, and how to get there. */
function LinkBar({ base, index, linked, inTable, inIndex, onFollow }: LinkBarProps) {
  if (!linked) {
    return <p className="muted link-bar">Read both sides, then choose a row: the same item is marked on the other side.</p>;
  }
  const missing = [...index.partitionKeys, ...index.sortKeys].filter((key) => !attributeOf(linked.item, key.name)).map((key) => key.name);
  if (linked.from === 'table' && missing.length > 0) {
    return (
      <p className="note link-bar" role="status">
        This item is not in the index: it has no {missing.join(' and no ')}. The index is sparse.
      </p>
    );
  }
  if (!inTable || !inIndex) {
    const side = inTable ? 'index' : 'table';
    const source = inTable ? index : base;
    return (
      <p className="note link-bar" role="status">
        The same item is not among the rows that were read of the {side}.{' '}
        <button type="button" onClick={() => onFollow(side, conditionsAt(source, linked.item))}>
          Read its place in the {side}
        </button>
      </p>
    );
  }
  const projected = projectedNames(index);
  const leftOut = projected ? Object.keys(inTable).filter((name) => !projected.has(name)) : [];
  return (
    <p className="note link-bar" role="status">
      Linked.{' '}
      {leftOut.length === 0 ? (
        <>The index has the whole item, {bytes(itemBytes(inIndex))}.</>
      ) : (
        <>
          The index has {bytes(itemBytes(inIndex))} of {bytes(itemBytes(inTable))} and leaves out{' '}
          {leftOut.map((name) => (
            <Badge key={name} tone="warn">
              {name}
            </Badge>
          ))}
        </>
      )}
    </p>
  );
}

/** From the item on, in the order of the source: its partition, and sort keys not before its own. */
function conditionsAt(source: Source, item: Item): KeyCondition[] {
  const text = (name: string) => textOf(attributeOf(item, name));
  const [first] = source.sortKeys;
  return [
    ...source.partitionKeys.map((key) => ({ attribute: key.name, operator: '=' as const, values: [text(key.name)] })),
    ...(first ? [{ attribute: first.name, operator: '>=' as const, values: [text(first.name)] }] : []),
  ];
}
