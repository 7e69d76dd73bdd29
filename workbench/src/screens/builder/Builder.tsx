/** Builds requests by form: their expressions, the slice that they read with its cost, and the code for them. */
import { useEffect, useMemo } from 'react';
import { tableNamed, useCatalog } from '../../app/catalog.ts';
import { link, navigate, useRoute } from '../../app/router.ts';
import { sourceOf } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import { formFromParams, formToParams } from '../../expression/address.ts';
import { BUILT_OPERATIONS, type BuilderForm, type BuiltOperation } from '../../expression/form.ts';
import { check } from '../../expression/plan.ts';
import { callOf } from '../../expression/request.ts';
import { FILTER_OPERATORS, FILTER_TYPES } from '../../query/conditions.ts';
import { Empty, Failure, Loading } from '../../ui/State.tsx';
import { KeyPills } from '../../reading/KeyPills.tsx';
import { SourceChoice } from '../../reading/SourceChoice.tsx';
import '../../reading/reading.css';
import '../../ui/parts.css';
import { Changes } from './Changes.tsx';
import { Clauses } from './Clauses.tsx';
import { CodePanel } from './CodePanel.tsx';
import { ExpressionText } from './ExpressionText.tsx';
import { Fields } from './Fields.tsx';
import { ItemKey } from './ItemKey.tsx';
import { SlicePanel } from './SlicePanel.tsx';
import './builder.css';

const SCREEN = 'builder';

/** What the screen begins with where the demo's table is there: one tenant's June. */
const EXAMPLE: BuilderForm = {
  operation: 'Query',
  table: 'AuditLog',
  key: [
    { attribute: 'pk', operator: '=', values: ['TENANT#acme'] },
    { attribute: 'sk', operator: 'begins_with', values: ['EVENT#2026-06'] },
  ],
  clauses: [],
  join: 'AND',
  projection: [],
  fields: [],
  changes: [],
  descending: false,
  consistent: false,
};

export default function Builder() {
  const route = useRoute();
  const catalog = useCatalog(route.params.get('table'));
  const form = useMemo(() => formFromParams(route.params), [route.params]);
  const table = tableNamed(catalog.tables, form.table);
  const source = useMemo(() => table && sourceOf(table, form.index), [table, form.index]);
  const checked = useMemo(() => source && check(form, source), [form, source]);
  const language = route.params.get('lang');
  const isAws = route.params.get('aws') === '1';
  const go = (next: BuilderForm, replace = true) => navigate(SCREEN, { ...formToParams(next), lang: language, aws: isAws }, { replace });

  if (catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  if (catalog.status === 'failed' && catalog.tables.length === 0) {
    return <Failure title="The tables cannot be read" message={catalog.error?.message ?? ''} onRetry={() => void catalog.refresh()} />;
  }
  if (!table || !source || !checked) {
    return <NoSource form={form} tables={catalog.tables} />;
  }
  const change = (patch: Partial<BuilderForm>) => go({ ...form, ...patch });
  const problem = (place: string) => checked.problems.find((one) => one.place === place)?.text;
  const { plan } = checked;
  return (
    <div className="screen builder">
      <div className="screen-head">
        <h1>Expression builder</h1>
        <SourceChoice
          tables={catalog.tables}
          table={table}
          index={form.index}
          hasIndex={form.operation === 'Query' || form.operation === 'Scan'}
          onChange={(next) => go({ ...EXAMPLE, ...next, operation: form.operation, key: [], index: next.index }, false)}
        />
        <Operations operation={form.operation} onChange={(operation) => go(otherOperation(form, operation), false)} />
        <span className="grow" />
        {tableNamed(catalog.tables, EXAMPLE.table) && (
          <button type="button" className="quiet" onClick={() => go(EXAMPLE, false)}>
            Example
          </button>
        )}
        {isBrowsable(form) && plan && (
          <a className="button" href={link('browse', { ...formToParams(form), run: true })}>
            Run in Browse
          </a>
        )}
      </div>
      <div className="columns">
        <div className="columns-form">
          {form.operation === 'Query' || form.operation === 'Scan' ? (
            <section className="panel part" aria-label="Key condition">
              <h2>{form.operation === 'Query' ? 'Key condition' : 'Key attributes, as a filter'}</h2>
              <KeyPills source={source} conditions={form.key} onChange={(key) => change({ key })} onRun={() => undefined} />
              <Problems texts={checked.problems.filter((one) => one.place.startsWith('key:')).map((one) => one.text)} />
            </section>
          ) : (
            form.operation !== 'PutItem' && <ItemKey table={table} conditions={form.key} problem={problem} onChange={(key) => change({ key })} />
          )}
          {form.operation === 'PutItem' && <Fields table={table} fields={form.fields} problem={problem} onChange={(fields) => change({ fields })} />}
          {form.operation === 'UpdateItem' && <Changes changes={form.changes} problem={problem} onChange={(changes) => change({ changes })} />}
          {form.operation !== 'GetItem' && (
            <Clauses
              title={form.operation === 'Query' || form.operation === 'Scan' ? 'Filter' : 'Condition'}
              clauses={form.clauses}
              join={form.join}
              problem={problem}
              onChange={(clauses) => change({ clauses })}
              onJoin={(join) => change({ join })}
            />
          )}
          {(form.operation === 'Query' || form.operation === 'Scan' || form.operation === 'GetItem') && (
            <ReadOptions form={form} canBeConsistent={source.kind !== 'global'} problem={problem('projection')} onChange={change} />
          )}
          <Problems texts={checked.problems.filter((one) => one.place === 'form').map((one) => one.text)} />
        </div>
        <div className="columns-result">
          {plan ? (
            <>
              <ExpressionText call={callOf(plan)} />
              <SlicePanel plan={plan} />
              <CodePanel
                plan={plan}
                language={language}
                isAws={isAws}
                onLanguage={(lang) => navigate(SCREEN, { ...formToParams(form), lang, aws: isAws }, { replace: true })}
                onAws={(aws) => navigate(SCREEN, { ...formToParams(form), lang: language, aws }, { replace: true })}
              />
            </>
          ) : (
            <Empty title="Not complete yet">
              {checked.problems.map((one) => (
                <p key={one.place + one.text}>{one.text}</p>
              ))}
            </Empty>
          )}
        </div>
      </div>
    </div>
  );
}

/** Conditions on the key survive where they still mean something. */
function otherOperation(form: BuilderForm, operation: BuiltOperation): BuilderForm {
  const isOne = operation !== 'Query' && operation !== 'Scan';
  return { ...form, operation, index: isOne ? undefined : form.index };
}

function isBrowsable(form: BuilderForm): boolean {
  return (
    (form.operation === 'Query' || form.operation === 'Scan') &&
    form.join === 'AND' &&
    form.projection.length === 0 &&
    form.clauses.every((one) => FILTER_OPERATORS.some((known) => known === one.operator) && FILTER_TYPES.some((known) => known === one.type))
  );
}

function Operations({ operation, onChange }: { operation: BuiltOperation; onChange: (operation: BuiltOperation) => void }) {
  return (
    <select aria-label="Operation" value={operation} onChange={(event) => onChange(event.target.value as BuiltOperation)}>
      {BUILT_OPERATIONS.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

export function Problems({ texts }: { texts: readonly string[] }) {
  return texts.length === 0 ? null : (
    <div role="alert">
      {texts.map((text) => (
        <p key={text} className="problem">
          {text}
        </p>
      ))}
    </div>
  );
}

interface ReadOptionsProps {
  form: BuilderForm;
  canBeConsistent: boolean;
  problem: string | undefined;
  onChange: (patch: Partial<BuilderForm>) => void;
}

function ReadOptions({ form, canBeConsistent, problem, onChange }: ReadOptionsProps) {
  return (
    <section className="panel part" aria-label="Projection">
      <h2>Projection and options</h2>
      <label className="field">
        <span>Attributes to return, with commas between them; all if empty</span>
        <input
          className="mono"
          aria-label="Attributes to return"
          aria-invalid={problem !== undefined}
          placeholder="action, request.path, tags[0]"
          spellCheck={false}
          value={form.projection.join(',')}
          onChange={(event) => onChange({ projection: event.target.value === '' ? [] : event.target.value.split(',') })}
        />
      </label>
      <Problems texts={problem === undefined ? [] : [problem]} />
      <div className="row">
        {form.operation === 'Query' && (
          <label className="check">
            <input type="checkbox" checked={form.descending} onChange={(event) => onChange({ descending: event.target.checked })} />
            Descending
          </label>
        )}
        <label className="check" title={canBeConsistent ? 'Costs twice as much' : 'DynamoDB has no consistent reads on a global index'}>
          <input type="checkbox" disabled={!canBeConsistent} checked={form.consistent && canBeConsistent} onChange={(event) => onChange({ consistent: event.target.checked })} />
          Strongly consistent
        </label>
        {form.operation !== 'GetItem' && (
          <label className="row">
            <span className="muted">Limit a page</span>
            <input
              aria-label="Limit"
              className="number short"
              inputMode="numeric"
              placeholder="1 MB"
              value={form.limit ?? ''}
              onChange={(event) => {
                const limit = Number(event.target.value.replace(/\D/g, '').slice(0, 9));
                onChange({ limit: limit > 0 ? limit : undefined });
              }}
            />
          </label>
        )}
      </div>
    </section>
  );
}

function NoSource({ form, tables }: { form: BuilderForm; tables: TableDescription[] }) {
  const first = tableNamed(tables, EXAMPLE.table) ?? tables[0];
  useEffect(() => {
    if (form.table === '' && first) {
      navigate(SCREEN, formToParams(first.TableName === EXAMPLE.table ? EXAMPLE : { ...EXAMPLE, table: first.TableName, key: [] }), { replace: true });
    }
  }, [form.table, first]);
  if (!first) {
    return (
      <Empty title="There are no tables yet">
        <p>
          Create one under <a href="#/tables">Tables</a>, or start the server with <code>--demo</code> to have five with items in them.
        </p>
      </Empty>
    );
  }
  return form.table === '' ? (
    <Loading>Opening {first.TableName}…</Loading>
  ) : (
    <Empty title={`There is no ${form.index ? `index ${form.index} of ` : ''}table ${form.table}`}>
      <p>
        It may have been deleted. Choose another under <a href="#/tables">Tables</a>.
      </p>
    </Empty>
  );
}
