/** From rates, sizes and consistency to units and money a month. */
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { liveTables, type LiveTable } from '../../api/client.ts';
import { navigate, useRoute } from '../../app/router.ts';
import { measured, onMeasured } from '../../dynamo/measurements.ts';
import { bytes as sizeText, count, units as unitsText } from '../../item/display.ts';
import { RATES, RATES_DATE, RATES_SOURCES, ratesOf } from '../../pricing/rates.ts';
import { READ_MODES, reckon, unitsAMonth, WRITE_MODES, type Bill, type IndexCost, type Reckoned } from '../../pricing/reckon.ts';
import { NumberField } from './NumberField.tsx';
import { grouped, loadOf, NEW_READ, NEW_WRITE, pricingFromParams, pricingToParams, unitsEach, type Measured, type Pattern, type PricingForm } from './patterns.ts';
import '../../reading/reading.css';
import '../../ui/parts.css';
import './pricing.css';

const SCREEN = 'pricing';

export default function Pricing() {
  const route = useRoute();
  const form = useMemo(() => pricingFromParams(route.params), [route.params]);
  const rates = ratesOf(form.region);
  const measurements = useSyncExternalStore(onMeasured, measured);
  const groups = useMemo(() => grouped(measurements), [measurements]);
  const tables = useLiveTables();
  const change = (patch: Partial<PricingForm>) => navigate(SCREEN, pricingToParams({ ...form, ...patch }), { replace: true });
  const result = reckon(
    form.patterns.map((one) => loadOf(one, form.indexes)),
    form,
    { peak: form.peak, utilisation: form.utilisation / 100 },
    rates,
  );
  return (
    <div className="screen pricing">
      <div className="screen-head">
        <h1>Pricing</h1>
        <select aria-label="Region" value={rates.region} onChange={(event) => change({ region: event.target.value })}>
          {RATES.map((one) => (
            <option key={one.region} value={one.region}>
              {one.title} · {one.region}
            </option>
          ))}
        </select>
        <span className="muted">US dollars a month of 730 hours, table class Standard</span>
      </div>
      <div className="columns pricing-columns">
        <div className="columns-form">
          <Patterns form={form} onChange={(patterns) => change({ patterns })} />
          <MeasuredPanel groups={groups} onAdd={(group) => change({ patterns: [...form.patterns, patternOf(group)] })} />
          <StoragePanel form={form} tables={tables} onChange={change} />
          <Indexes indexes={form.indexes} onChange={(indexes) => change({ indexes })} />
        </div>
        <div className="columns-result">
          <Bills result={result} form={form} onChange={change} />
          <Breakdown form={form} />
          <RatesPanel region={rates.region} />
        </div>
      </div>
    </div>
  );
}

function patternOf(group: Measured): Pattern {
  return { ...(group.kind === 'read' ? NEW_READ : NEW_WRITE), name: group.name, perSecond: 1, units: group.units };
}

function useLiveTables(): LiveTable[] {
  const [tables, setTables] = useState<LiveTable[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    liveTables(controller.signal).then(setTables, () => undefined);
    return () => controller.abort();
  }, []);
  return tables;
}

function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel part" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        <span className="grow" />
        {actions}
      </div>
      {children}
    </section>
  );
}

function Patterns({ form, onChange }: { form: PricingForm; onChange: (patterns: Pattern[]) => void }) {
  const set = (at: number, patch: Partial<Pattern>) => onChange(form.patterns.map((one, i) => (i === at ? { ...one, ...patch } : one)));
  return (
    <Part
      title="Requests"
      actions={
        <>
          <button type="button" className="quiet" onClick={() => onChange([...form.patterns, NEW_READ])}>
            + Read
          </button>
          <button type="button" className="quiet" onClick={() => onChange([...form.patterns, NEW_WRITE])}>
            + Write
          </button>
        </>
      }
    >
      {form.patterns.map((pattern, i) => (
        <div key={i} className={`pattern ${pattern.kind}`} role="group" aria-label={`Request ${i + 1}`}>
          <input className="pattern-name" aria-label="Name" value={pattern.name} onChange={(event) => set(i, { name: event.target.value })} />
          <NumberField label="Requests a second" unit="/s" value={pattern.perSecond} onChange={(perSecond) => set(i, { perSecond })} />
          {pattern.units === undefined ? (
            <>
              <NumberField label={pattern.kind === 'read' ? 'Bytes read' : 'Item bytes'} unit="bytes" value={pattern.bytes} onChange={(bytes) => set(i, { bytes })} />
              <select aria-label="Consistency" value={pattern.mode} onChange={(event) => set(i, { mode: event.target.value as Pattern['mode'] })}>
                {(pattern.kind === 'read' ? READ_MODES : WRITE_MODES).map((mode) => (
                  <option key={mode}>{mode}</option>
                ))}
              </select>
            </>
          ) : (
            <>
              <NumberField label="Units each" unit="units" value={pattern.units} onChange={(units) => set(i, { units })} />
              <span className="muted measured-mark">measured</span>
            </>
          )}
          <button type="button" className="quiet icon" aria-label={`Remove request ${i + 1}`} onClick={() => onChange(form.patterns.filter((_, at) => at !== i))}>
            ×
          </button>
        </div>
      ))}
      {form.patterns.length === 0 && <p className="hint">Add what your program reads and writes, or take it from what was measured.</p>}
    </Part>
  );
}

const MEASURED_SHOWN = 6;

function MeasuredPanel({ groups, onAdd }: { groups: Measured[]; onAdd: (group: Measured) => void }) {
  return (
    <Part title="Measured in this session">
      {groups.length === 0 ? (
        <p className="hint">Nothing yet. Read something under Browse or PartiQL; what it consumed appears here.</p>
      ) : (
        <ul className="measured-list">
          {groups.slice(0, MEASURED_SHOWN).map((group) => (
            <li key={group.name}>
              <span className="grow ellipsis" title={group.name}>
                {group.name}
              </span>
              <span className="muted">
                {count(group.requests)} × {unitsText(group.units)} units
              </span>
              <button type="button" aria-label={`Use ${group.name}`} onClick={() => onAdd(group)}>
                Use
              </button>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function StoragePanel({ form, tables, onChange }: { form: PricingForm; tables: LiveTable[]; onChange: (patch: Partial<PricingForm>) => void }) {
  const take = (name: string) => {
    const table = tables.find((one) => one.name === name);
    if (table && table.items > 0) {
      const indexes = table.indexes
        .filter((index) => index.items > 0)
        .map((index): IndexCost => ({ name: index.name, bytes: Math.round(index.bytes / index.items), share: Math.round((index.items / table.items) * 100) / 100, moves: false }));
      onChange({ items: table.items, bytes: Math.round(table.bytes / table.items), indexes });
    }
  };
  return (
    <Part
      title="Storage"
      actions={
        <select aria-label="Take from a table" value="" onChange={(event) => take(event.target.value)}>
          <option value="">Take from a table…</option>
          {tables.map((table) => (
            <option key={table.name} value={table.name} disabled={table.items === 0}>
              {table.name}: {count(table.items)} items
            </option>
          ))}
        </select>
      }
    >
      <div className="row">
        <NumberField label="Items" unit="items" value={form.items} onChange={(items) => onChange({ items })} wide />
        <NumberField label="Bytes an item" unit="bytes each" value={form.bytes} onChange={(bytes) => onChange({ bytes })} />
      </div>
    </Part>
  );
}

function Indexes({ indexes, onChange }: { indexes: IndexCost[]; onChange: (indexes: IndexCost[]) => void }) {
  const set = (at: number, patch: Partial<IndexCost>) => onChange(indexes.map((one, i) => (i === at ? { ...one, ...patch } : one)));
  return (
    <Part
      title="Indexes"
      actions={
        <button type="button" className="quiet" onClick={() => onChange([...indexes, { name: `index ${indexes.length + 1}`, bytes: 200, share: 1, moves: false }])}>
          + Index
        </button>
      }
    >
      {indexes.length === 0 && <p className="hint">Each index adds to every write that touches it, and to what is stored.</p>}
      {indexes.map((index, i) => (
        <div key={i} className="pattern" role="group" aria-label={`Index ${i + 1}`}>
          <input className="pattern-name" aria-label="Name" value={index.name} onChange={(event) => set(i, { name: event.target.value })} />
          <NumberField label="Projected bytes" unit="bytes" value={index.bytes} onChange={(bytes) => set(i, { bytes })} />
          <NumberField label="Percent of writes" unit="%" value={Math.round(index.share * 100)} onChange={(percent) => set(i, { share: Math.min(100, percent) / 100 })} />
          <label className="check" title="An entry goes and another comes: twice the units">
            <input type="checkbox" checked={index.moves} onChange={(event) => set(i, { moves: event.target.checked })} />
            key changes
          </label>
          <button type="button" className="quiet icon" aria-label={`Remove index ${i + 1}`} onClick={() => onChange(indexes.filter((_, at) => at !== i))}>
            ×
          </button>
        </div>
      ))}
    </Part>
  );
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function money(value: number): string {
  return value > 0 && value < 0.01 ? '< $0.01' : dollars.format(value);
}

function Bills({ result, form, onChange }: { result: Reckoned; form: PricingForm; onChange: (patch: Partial<PricingForm>) => void }) {
  const { onDemand, provisioned } = result;
  const cheaper = onDemand.total === provisioned.total ? undefined : onDemand.total < provisioned.total ? 'onDemand' : 'provisioned';
  return (
    <div className="bills">
      <BillCard title="On demand" bill={onDemand} isCheaper={cheaper === 'onDemand'} gigabytes={result.gigabytes}>
        <p className="hint">Pays for {unitsText(result.readsPerSecond)} read and {unitsText(result.writesPerSecond)} write units a second on average.</p>
      </BillCard>
      <BillCard title="Provisioned" bill={provisioned} isCheaper={cheaper === 'provisioned'} gigabytes={result.gigabytes}>
        <p className="hint">
          {count(provisioned.readUnits)} read and {count(provisioned.writeUnits)} write capacity units, all the time.
        </p>
        <div className="row">
          <NumberField label="Peak" unit="× average" value={form.peak} onChange={(peak) => onChange({ peak })} />
          <NumberField label="Utilisation" unit="% used at peak" value={form.utilisation} onChange={(utilisation) => onChange({ utilisation })} />
        </div>
      </BillCard>
    </div>
  );
}

function BillCard({ title, bill, isCheaper, gigabytes, children }: { title: string; bill: Bill; isCheaper: boolean; gigabytes: number; children: ReactNode }) {
  return (
    <section className={`panel part bill ${isCheaper ? 'cheaper' : ''}`} aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        {isCheaper && <span className="badge good">cheaper</span>}
      </div>
      <p className="total">
        {money(bill.total)} <small>a month</small>
      </p>
      <dl className="bill-lines">
        <div>
          <dt>Reads</dt>
          <dd>{money(bill.reads)}</dd>
        </div>
        <div>
          <dt>Writes</dt>
          <dd>{money(bill.writes)}</dd>
        </div>
        <div>
          <dt>Storage, {sizeOfGigabytes(gigabytes)}</dt>
          <dd>{money(bill.storage)}</dd>
        </div>
      </dl>
      {children}
    </section>
  );
}

function sizeOfGigabytes(gigabytes: number): string {
  return gigabytes < 0.1 ? sizeText(Math.round(gigabytes * 1e9)) : `${gigabytes.toFixed(2)} GB`;
}

function Breakdown({ form }: { form: PricingForm }) {
  const rates = ratesOf(form.region);
  return (
    <Part title="Units">
      <table className="ways" aria-label="Units of each request">
        <thead>
          <tr>
            <th>Request</th>
            <th className="number">Units each</th>
            <th className="number">Units a second</th>
            <th className="number">Units a month</th>
            <th className="number">On demand</th>
          </tr>
        </thead>
        <tbody>
          {form.patterns.map((pattern, i) => {
            const each = unitsEach(pattern, form.indexes);
            const month = unitsAMonth(each * pattern.perSecond);
            return (
              <tr key={i}>
                <td>{pattern.name}</td>
                <td className="number">{exact(each)}</td>
                <td className="number">{exact(each * pattern.perSecond)}</td>
                <td className="number">{count(Math.round(month))}</td>
                <td className="number">{money((month / 1e6) * (pattern.kind === 'read' ? rates.millionReads : rates.millionWrites))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="hint">A Query sums the bytes of a page and then rounds to 4 KB; eventually consistent reads cost half, so units come in halves. Whole requests are never rounded up to whole units.</p>
    </Part>
  );
}

const three = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 3 });

function exact(value: number): string {
  return three.format(value);
}

function RatesPanel({ region }: { region: string }) {
  const rates = ratesOf(region);
  return (
    <Part title="Rates">
      <dl className="rates">
        <div>
          <dt>a million reads</dt>
          <dd>${rates.millionReads}</dd>
        </div>
        <div>
          <dt>a million writes</dt>
          <dd>${rates.millionWrites}</dd>
        </div>
        <div>
          <dt>a read unit an hour</dt>
          <dd>${rates.readUnitHour}</dd>
        </div>
        <div>
          <dt>a write unit an hour</dt>
          <dd>${rates.writeUnitHour}</dd>
        </div>
        <div>
          <dt>a GB a month</dt>
          <dd>${rates.gigabyteMonth}</dd>
        </div>
      </dl>
      <p className="hint">
        Written down on {RATES_DATE}; compare with {RATES_SOURCES.map((source) => source.replace('https://', '')).join(' and ')} before you rely on them. Free tier, reserved capacity and taxes are left out. To change them, edit{' '}
        <code>workbench/src/pricing/rates.ts</code>.
      </p>
    </Part>
  );
}
