/** One table in full: keys, indexes with their sizes, and all that can be changed about it. */
import { useState, type ReactNode } from 'react';
import type { LiveTable } from '../../api/client.ts';
import { link } from '../../app/router.ts';
import { call } from '../../dynamo/client.ts';
import { sourceOf } from '../../dynamo/schema.ts';
import type { IndexDescription, TableDescription, TimeToLiveDescription, UpdateTableInput } from '../../dynamo/types.ts';
import { bytes, count } from '../../item/display.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Badge, ErrorNote } from '../../ui/State.tsx';
import { IndexFields } from './IndexFields.tsx';
import { definitionsFor, globalIndex, indexProblems, newIndex, STREAM_VIEWS } from './tableForm.ts';
import { isProvisioned, viewName } from './tableText.ts';

export interface TableDetailsProps {
  table: TableDescription;
  live: LiveTable | undefined;
  timeToLive: TimeToLiveDescription | undefined;
  onChanged: (text: string) => void;
  onDelete: () => void;
}

export function TableDetails(props: TableDetailsProps) {
  const { table, onChanged } = props;
  const [error, setError] = useState<unknown>();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<IndexDescription>();
  const attempt = async (action: () => Promise<unknown>, text: string) => {
    try {
      await action();
      setError(undefined);
      onChanged(text);
    } catch (failure) {
      setError(failure);
    }
  };
  const update = (patch: Omit<UpdateTableInput, 'TableName'>, text: string) =>
    void attempt(() => call('UpdateTable', { TableName: table.TableName, ...patch }), text);
  return (
    <section className="panel details" aria-label={`Table ${table.TableName}`}>
      <div className="row">
        <h2>{table.TableName}</h2>
        {table.CreationDateTime !== undefined && <span className="muted">created {new Date(table.CreationDateTime * 1000).toLocaleString()}</span>}
        <span className="grow" />
        <a className="button" href={link('browse', { table: table.TableName })}>
          Browse items
        </a>
        <button type="button" className="danger" onClick={props.onDelete}>
          Delete table
        </button>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      <Indexes table={table} live={props.live} onAdd={() => setAdding(true)} onRemove={setLeaving} />
      <div className="settings">
        <Billing key={`b${JSON.stringify([table.ProvisionedThroughput, table.GlobalSecondaryIndexes?.map((index) => index.ProvisionedThroughput)])}${isProvisioned(table)}`} table={table} onUpdate={update} />
        <TimeToLive
          key={`t${props.timeToLive?.TimeToLiveStatus}`}
          timeToLive={props.timeToLive}
          onChange={(Enabled, AttributeName) =>
            void attempt(
              () => call('UpdateTimeToLive', { TableName: table.TableName, TimeToLiveSpecification: { Enabled, AttributeName } }),
              Enabled ? `Items expire by ${AttributeName}.` : 'Items expire no more.',
            )
          }
        />
        <Stream table={table} onUpdate={update} />
        <Setting title="Deletion protection">
          <label className="check">
            <input
              type="checkbox"
              checked={table.DeletionProtectionEnabled === true}
              onChange={(event) => update({ DeletionProtectionEnabled: event.target.checked }, `Deletion protection is ${event.target.checked ? 'on' : 'off'}.`)}
            />
            Refuse to delete this table
          </label>
        </Setting>
      </div>
      {isAdding && <AddIndex table={table} onClose={() => setAdding(false)} onDone={onChanged} />}
      {leaving && (
        <RemoveIndex
          table={table}
          index={leaving}
          onClose={() => setLeaving(undefined)}
          onConfirmed={() => {
            setLeaving(undefined);
            update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: leaving.IndexName } }] }, `Index ${leaving.IndexName} is being removed.`);
          }}
        />
      )}
    </section>
  );
}

function Setting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="setting" role="group" aria-label={title}>
      <h3>{title}</h3>
      <div className="row">{children}</div>
    </div>
  );
}

interface IndexesProps {
  table: TableDescription;
  live: LiveTable | undefined;
  onAdd: () => void;
  onRemove: (index: IndexDescription) => void;
}

function Indexes({ table, live, onAdd, onRemove }: IndexesProps) {
  const local = table.LocalSecondaryIndexes ?? [];
  const all = [...local, ...(table.GlobalSecondaryIndexes ?? [])];
  return (
    <div>
      <div className="row">
        <h3>Indexes</h3>
        <button type="button" onClick={onAdd}>
          Add global index
        </button>
      </div>
      {all.length > 0 && (
        <table className="listing" aria-label="Indexes">
          <thead>
            <tr>
              <th>Name</th>
              <th>Kind</th>
              <th>Partition key</th>
              <th>Sort key</th>
              <th>Projection</th>
              <th className="number">Items</th>
              <th className="number">Size</th>
              <th>Status</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {all.map((index) => {
              const size = live?.indexes.find((one) => one.name === index.IndexName);
              const source = sourceOf(table, index.IndexName);
              const isLocal = local.includes(index);
              return (
                <tr key={index.IndexName}>
                  <td>
                    <a href={link('browse', { table: table.TableName, index: index.IndexName })}>{index.IndexName}</a>
                  </td>
                  <td>{isLocal ? 'local' : 'global'}</td>
                  <td className="mono">{source?.partitionKeys.map((key) => `${key.name} ${key.type}`).join(', ')}</td>
                  <td className="mono">{source?.sortKeys.map((key) => `${key.name} ${key.type}`).join(', ') || 'none'}</td>
                  <td>{projectionText(index)}</td>
                  <td className="number">{count(size?.items ?? index.ItemCount ?? 0)}</td>
                  <td className="number">{bytes(size?.bytes ?? index.IndexSizeBytes ?? 0)}</td>
                  <td>
                    <Badge tone={isLocal || index.IndexStatus === 'ACTIVE' ? 'good' : 'warn'}>{(index.IndexStatus ?? 'ACTIVE').toLowerCase()}</Badge>
                  </td>
                  <td className="actions">
                    {!isLocal && (
                      <button type="button" className="quiet" aria-label={`Remove ${index.IndexName}`} onClick={() => onRemove(index)}>
                        Remove
                      </button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

function projectionText(index: IndexDescription): string {
  switch (index.Projection.ProjectionType) {
    case 'KEYS_ONLY':
      return 'keys only';
    case 'INCLUDE':
      return `keys, ${index.Projection.NonKeyAttributes?.join(', ') ?? ''}`;
    default:
      return 'all';
  }
}

type Update = (patch: Omit<UpdateTableInput, 'TableName'>, text: string) => void;

const UNITS_START = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 };

/** The mode of the table; the throughput of the table and, once it is provisioned, of each global index. */
function Billing({ table, onUpdate }: { table: TableDescription; onUpdate: Update }) {
  const wasProvisioned = isProvisioned(table);
  const [provisioned, setProvisioned] = useState(wasProvisioned);
  const [index, setIndex] = useState('');
  const present = (name: string) => {
    const { ProvisionedThroughput } = table.GlobalSecondaryIndexes?.find((one) => one.IndexName === name) ?? table;
    return wasProvisioned && ProvisionedThroughput ? ProvisionedThroughput : UNITS_START;
  };
  const [read, setRead] = useState(String(present('').ReadCapacityUnits));
  const [write, setWrite] = useState(String(present('').WriteCapacityUnits));
  const indexes = table.GlobalSecondaryIndexes ?? [];
  const isValid = !provisioned || [read, write].every((text) => /^[1-9]\d*$/.test(text));
  const apply = () => {
    const throughput = { ReadCapacityUnits: Number(read), WriteCapacityUnits: Number(write) };
    const ofIndexes = (names: string[]) => names.map((IndexName) => ({ Update: { IndexName, ProvisionedThroughput: throughput } }));
    if (!provisioned) {
      onUpdate({ BillingMode: 'PAY_PER_REQUEST' }, 'The table is billed on demand.');
    } else if (index !== '') {
      onUpdate({ GlobalSecondaryIndexUpdates: ofIndexes([index]) }, `The index ${index} has ${read} read and ${write} write units.`);
    } else if (wasProvisioned) {
      onUpdate({ ProvisionedThroughput: throughput }, `The table has ${read} read and ${write} write units.`);
    } else {
      // DynamoDB: a table that becomes provisioned needs the throughput of each global index too.
      onUpdate(
        {
          BillingMode: 'PROVISIONED',
          ProvisionedThroughput: throughput,
          ...(indexes.length > 0 ? { GlobalSecondaryIndexUpdates: ofIndexes(indexes.map((one) => one.IndexName)) } : {}),
        },
        `The table has ${read} read and ${write} write units${indexes.length > 0 ? ', and so has each global index' : ''}.`,
      );
    }
  };
  return (
    <Setting title="Billing">
      <select aria-label="Billing mode" value={provisioned ? 'p' : 'd'} onChange={(event) => setProvisioned(event.target.value === 'p')}>
        <option value="d">On demand</option>
        <option value="p">Provisioned</option>
      </select>
      {provisioned && wasProvisioned && indexes.length > 0 && (
        <select
          aria-label="Throughput of"
          value={index}
          onChange={(event) => {
            setIndex(event.target.value);
            setRead(String(present(event.target.value).ReadCapacityUnits));
            setWrite(String(present(event.target.value).WriteCapacityUnits));
          }}
        >
          <option value="">the table</option>
          {indexes.map((one) => (
            <option key={one.IndexName} value={one.IndexName}>
              index {one.IndexName}
            </option>
          ))}
        </select>
      )}
      {provisioned && (
        <>
          <label className="row">
            read <input className="number short" aria-label="Read units" inputMode="numeric" value={read} onChange={(event) => setRead(event.target.value)} />
          </label>
          <label className="row">
            write <input className="number short" aria-label="Write units" inputMode="numeric" value={write} onChange={(event) => setWrite(event.target.value)} />
          </label>
        </>
      )}
      <button type="button" disabled={!isValid} onClick={apply}>
        Apply billing
      </button>
    </Setting>
  );
}

function TimeToLive({ timeToLive, onChange }: { timeToLive: TimeToLiveDescription | undefined; onChange: (enabled: boolean, attribute: string) => void }) {
  const [attribute, setAttribute] = useState('ttl');
  const current = timeToLive?.TimeToLiveStatus === 'ENABLED' ? timeToLive.AttributeName : undefined;
  return (
    <Setting title="Time to live">
      {current !== undefined ? (
        <>
          <span>
            Items expire at the second in <code>{current}</code>
          </span>
          <button type="button" onClick={() => onChange(false, current)}>
            Switch off
          </button>
        </>
      ) : (
        <>
          <input className="mono" aria-label="Time to live attribute" value={attribute} spellCheck={false} onChange={(event) => setAttribute(event.target.value)} />
          <button type="button" disabled={attribute === ''} onClick={() => onChange(true, attribute)}>
            Switch on
          </button>
        </>
      )}
    </Setting>
  );
}

function Stream({ table, onUpdate }: { table: TableDescription; onUpdate: Update }) {
  const [view, setView] = useState<string>(STREAM_VIEWS[0]);
  const isOn = table.StreamSpecification?.StreamEnabled === true;
  return (
    <Setting title="Stream">
      {isOn ? (
        <>
          <span>Records have {viewName(table.StreamSpecification?.StreamViewType)}</span>
          <button type="button" onClick={() => onUpdate({ StreamSpecification: { StreamEnabled: false } }, 'The stream is off.')}>
            Switch off
          </button>
        </>
      ) : (
        <>
          <select aria-label="Stream view" value={view} onChange={(event) => setView(event.target.value)}>
            {STREAM_VIEWS.map((one) => (
              <option key={one} value={one}>
                {viewName(one)}
              </option>
            ))}
          </select>
          <button type="button" onClick={() => onUpdate({ StreamSpecification: { StreamEnabled: true, StreamViewType: view } }, 'The stream is on.')}>
            Switch on
          </button>
        </>
      )}
    </Setting>
  );
}

function AddIndex({ table, onClose, onDone }: { table: TableDescription; onClose: () => void; onDone: (text: string) => void }) {
  const [index, setIndex] = useState(newIndex('global'));
  const [error, setError] = useState<unknown>();
  const problems = indexProblems(index);
  const add = async () => {
    try {
      await call('UpdateTable', {
        TableName: table.TableName,
        AttributeDefinitions: definitionsFor(table, index),
        GlobalSecondaryIndexUpdates: [{ Create: globalIndex(index, isProvisioned(table)) }],
      });
      onClose();
      onDone(`Index ${index.name} is being filled.`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog
      title={`Add a global index to ${table.TableName}`}
      wide
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="primary" disabled={problems.length > 0} title={problems[0]} onClick={() => void add()}>
            Add index
          </button>
        </>
      }
    >
      <IndexFields index={index} isProvisioned={isProvisioned(table)} onChange={setIndex} />
      {index.name !== '' && problems.length > 0 && <p className="hint">{problems[0]}</p>}
      {error !== undefined && <ErrorNote error={error} />}
    </Dialog>
  );
}

function RemoveIndex({ table, index, onClose, onConfirmed }: { table: TableDescription; index: IndexDescription; onClose: () => void; onConfirmed: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <Dialog
      title={`Remove index ${index.IndexName}?`}
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            Keep it
          </button>
          <button type="button" className="danger primary" disabled={typed !== index.IndexName} onClick={onConfirmed}>
            Remove index
          </button>
        </>
      }
    >
      <p>Queries on it fail from then on. The items of {table.TableName} stay; the index can be built again from them.</p>
      <label className="field">
        <span>
          Type <code>{index.IndexName}</code> to confirm
        </span>
        <input autoFocus value={typed} spellCheck={false} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </label>
    </Dialog>
  );
}
