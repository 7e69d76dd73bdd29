/** Runs PartiQL: completion, errors in place, the cost, and a question before a statement reads everything. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { predict, type Prediction } from '../../api/client.ts';
import { useCatalog } from '../../app/catalog.ts';
import { navigate, useRoute } from '../../app/router.ts';
import { useShortcuts } from '../../app/shortcuts.ts';
import { call } from '../../dynamo/client.ts';
import { sourceOf } from '../../dynamo/schema.ts';
import type { TableDescription } from '../../dynamo/types.ts';
import { parseTyped } from '../../item/typed.ts';
import { bytes, count, units } from '../../item/display.ts';
import { VALUE_TYPES, type AttributeValue, type ValueType } from '../../item/value.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { attributeNames, ItemGrid } from '../../ui/ItemGrid.tsx';
import { Badge, Empty, ErrorNote, Loading } from '../../ui/State.tsx';
import { TypeChoice, ValueInput } from '../../ui/TypedValue.tsx';
import '../../reading/reading.css';
import '../../ui/parts.css';
import { classify, type Classified } from './classify.ts';
import { suggest } from './complete.ts';
import { placeOf } from './place.ts';
import { STATEMENT_CHARACTERS_MAX, StatementEditor } from './StatementEditor.tsx';
import { useStatement, type StatementRequest, type StatementRunner } from './useStatement.ts';
import './partiql.css';

const SCREEN = 'partiql';
const EXAMPLE = `SELECT *\nFROM "AuditLog"\nWHERE "pk" = 'TENANT#acme' AND begins_with("sk", 'EVENT#2026-06')`;
const ADDRESS_REST_MS = 250;

/** A parameter as it is typed. */
interface Parameter {
  type: ValueType;
  text: string;
}

export default function PartiQl() {
  const route = useRoute();
  const catalog = useCatalog();
  const { tables } = catalog;
  const fallback = tables.some((table) => table.TableName === 'AuditLog') ? EXAMPLE : '';
  const [statement, setStatement] = useStatementText(route.params, fallback);
  const parameters = useMemo(() => parametersFrom(route.params), [route.params]);
  const consistent = route.params.get('consistent') === '1';
  const limit = positive(route.params.get('limit'));
  const runner = useStatement();
  const classified = useMemo(() => classify(statement, tables), [statement, tables]);
  const attributes = useSamples(classified, tables);
  const [asked, setAsked] = useState<StatementRequest>();

  const change = (patch: { parameters?: Parameter[]; consistent?: boolean; limit?: number | undefined }) => {
    const next = { parameters, consistent, limit, ...patch };
    navigate(SCREEN, { statement, parameters: parametersText(next.parameters), consistent: next.consistent, limit: next.limit }, { replace: true });
  };
  const shown = Array.from({ length: classified.parameters }, (_, i): Parameter => parameters[i] ?? { type: 'S', text: '' });
  const parsed = shown.map((one) => parseTyped(one.text, one.type));
  const isReady = statement.trim() !== '' && parsed.every((one) => one.problem === undefined);
  const run = () => {
    if (!isReady || runner.result.status === 'running') {
      return;
    }
    const request: StatementRequest = {
      statement,
      parameters: parsed.flatMap((one): AttributeValue[] => (one.problem === undefined ? [one.value] : [])),
      consistent: consistent && classified.kind === 'select',
      limit: classified.kind === 'select' ? limit : undefined,
      isList: classified.isList,
    };
    if (classified.access === 'scan') {
      setAsked(request);
    } else {
      runner.run(request);
    }
  };
  useShortcuts([
    { keys: 'mod+Enter', title: 'Run the statement', run },
    { keys: 'Escape', title: 'Stop the statement', run: runner.cancel },
  ]);
  const { error, request: ran } = runner.result;
  const mark = useMemo(() => {
    const place = error && ran?.statement === statement ? placeOf(error.message, statement) : undefined;
    return place && error ? { place, message: error.message } : undefined;
  }, [error, ran, statement]);
  const complete = useCallback((text: string, at: number) => suggest(text, at, tables, attributes), [tables, attributes]);

  if (catalog.status === 'loading') {
    return <Loading>Reading the tables…</Loading>;
  }
  return (
    <div className="screen partiql">
      <div className="screen-head">
        <h1>PartiQL</h1>
        <Access classified={classified} />
        <span className="grow" />
        <button type="button" className="primary" disabled={!isReady || runner.result.status === 'running'} title="Ctrl/⌘ Enter" onClick={run}>
          {classified.kind === 'select' || classified.kind === 'unknown' ? 'Run' : `Run ${classified.kind}, which writes`}
        </button>
      </div>
      <div className="panel statement-panel">
        <StatementEditor text={statement} onChange={setStatement} onRun={run} suggest={complete} error={mark} />
        {error && ran?.statement === statement && <ErrorNote error={error} />}
        {(shown.length > 0 || classified.kind === 'select') && (
          <div className="row statement-options">
            {shown.map((one, i) => (
              <div key={i} className={parsed[i]?.problem === undefined ? 'pill' : 'pill invalid'} role="group" aria-label={`Parameter ${i + 1}`} title={parsed[i]?.problem}>
                <span className="pill-name">?{i + 1}</span>
                <TypeChoice types={VALUE_TYPES} type={one.type} onChange={(type) => change({ parameters: shown.map((each, at) => (at === i ? { type, text: type === 'BOOL' ? 'true' : each.text } : each)) })} />
                <ValueInput type={one.type} value={one.text} label={`Value of parameter ${i + 1}`} onChange={(text) => change({ parameters: shown.map((each, at) => (at === i ? { ...each, text } : each)) })} />
              </div>
            ))}
            <span className="grow" />
            {classified.kind === 'select' && (
              <>
                <label className="check">
                  <input type="checkbox" checked={consistent} onChange={(event) => change({ consistent: event.target.checked })} />
                  Strongly consistent
                </label>
                <label className="row">
                  <span className="muted">Limit a page</span>
                  <input aria-label="Limit" className="number short" inputMode="numeric" placeholder="1 MB" value={limit ?? ''} onChange={(event) => change({ limit: positive(event.target.value.replace(/\D/g, '').slice(0, 9)) })} />
                </label>
              </>
            )}
          </div>
        )}
      </div>
      <ResultBar runner={runner} />
      <div className="split">
        <ItemGrid label="Result" items={runner.result.items} source={resultSource(ran?.statement, tables)} empty={<NoItems runner={runner} />} />
      </div>
      {asked && (
        <ScanQuestion
          request={asked}
          classified={classified}
          onClose={() => setAsked(undefined)}
          onRun={() => {
            setAsked(undefined);
            runner.run(asked);
          }}
        />
      )}
    </div>
  );
}

/** The text at once in the editor, and in the address when it has rested for a moment. */
function useStatementText(params: URLSearchParams, fallback: string): [string, (text: string) => void] {
  const addressed = params.get('statement')?.slice(0, STATEMENT_CHARACTERS_MAX) ?? null;
  const [text, setText] = useState(addressed ?? '');
  const written = useRef(addressed);
  const isTouched = useRef(addressed !== null);
  useEffect(() => {
    if (addressed !== null && addressed !== written.current) {
      written.current = addressed;
      setText(addressed);
    }
  }, [addressed]);
  useEffect(() => {
    if (!isTouched.current && fallback !== '') {
      isTouched.current = true;
      setText(fallback);
    }
  }, [fallback]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text !== (written.current ?? '')) {
        written.current = text;
        const others = Object.fromEntries([...new URLSearchParams(window.location.hash.split('?')[1] ?? '')].filter(([name]) => name !== 'statement'));
        if (window.location.hash.startsWith(`#/${SCREEN}`)) {
          navigate(SCREEN, { ...others, statement: text }, { replace: true });
        }
      }
    }, ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [
    text,
    (next) => {
      isTouched.current = true;
      setText(next);
    },
  ];
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

function parametersFrom(params: URLSearchParams): Parameter[] {
  try {
    const value: unknown = JSON.parse(params.get('parameters') ?? '[]');
    return Array.isArray(value)
      ? value.flatMap((one: unknown) => {
          const [name, text] = Array.isArray(one) ? (one as unknown[]) : [];
          const type = VALUE_TYPES.find((each) => each === name);
          return type && typeof text === 'string' ? [{ type, text }] : [];
        })
      : [];
  } catch {
    return [];
  }
}

function parametersText(parameters: readonly Parameter[]): string | undefined {
  return parameters.length > 0 ? JSON.stringify(parameters.map((one) => [one.type, one.text])) : undefined;
}

/** Attribute names of tables, from their keys and a few items, read when a statement first names the table. */
function useSamples(classified: Classified, tables: readonly TableDescription[]): (table: string) => readonly string[] {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const name = tables.find((one) => one.TableName === classified.table)?.TableName;
  useEffect(() => {
    if (name === undefined || known.has(name)) {
      return undefined;
    }
    const controller = new AbortController();
    call('Scan', { TableName: name, Limit: 25 }, { signal: controller.signal }).then(
      (output) => setKnown((before) => new Map(before).set(name, attributeNames(output.Items ?? []))),
      () => undefined,
    );
    return () => controller.abort();
  }, [name, known]);
  return useCallback(
    (table) => {
      const keys = tables.find((one) => one.TableName === table)?.AttributeDefinitions.map((one) => one.AttributeName) ?? [];
      return [...new Set([...keys, ...(known.get(table) ?? [])])];
    },
    [known, tables],
  );
}

function Access({ classified }: { classified: Classified }) {
  switch (classified.kind) {
    case 'select':
      return classified.access === 'slices' ? (
        <Badge tone="good" title={`The statement says which values of ${classified.partitionKey ?? 'the partition key'} it wants.${classified.isList ? ' With IN, DynamoDB gives ten items a request: one SELECT for each value takes fewer.' : ''}`}>
          Reads slices
        </Badge>
      ) : classified.access === 'scan' ? (
        <Badge tone="warn" title={`Without ${classified.partitionKey ?? 'the partition key'} = or IN, everything is read.`}>
          Full scan
        </Badge>
      ) : (
        <Badge>{classified.table ? 'No such table' : 'Select'}</Badge>
      );
    case 'unknown':
      return null;
    default:
      return <Badge tone="info">Writes one item</Badge>;
  }
}

/** A result of all attributes has the keys and the order of what it comes from. */
function resultSource(statement: string | undefined, tables: readonly TableDescription[]) {
  const { kind, table, index, access } = classify(statement ?? '', tables);
  const found = tables.find((one) => one.TableName === table);
  return kind === 'select' && access === 'slices' && found && /^\s*select\s+\*/i.test(statement ?? '') ? sourceOf(found, index) : undefined;
}

function ResultBar({ runner: { result, more, cancel } }: { runner: StatementRunner }) {
  if (result.status === 'idle') {
    return null;
  }
  return (
    <div className="row">
      <dl className="figures" role="status" aria-label="Result figures">
        <div>
          <dt>Items</dt>
          <dd>{count(result.items.length)}</dd>
        </div>
        <div>
          <dt>Consumed units</dt>
          <dd>{units(result.units)}</dd>
        </div>
        <div>
          <dt>Pages</dt>
          <dd>{count(result.pages)}</dd>
        </div>
        <div>
          <dt>ms</dt>
          <dd>{Math.round(result.milliseconds)}</dd>
        </div>
      </dl>
      <span className="muted" role="status">
        {{ running: `reading page ${result.pages + 1}…`, paused: 'more to read', complete: 'the end was reached', cancelled: 'cancelled', failed: '', idle: '' }[result.status]}
      </span>
      <span className="grow" />
      {result.status === 'running' ? (
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      ) : (
        result.nextToken !== undefined && (
          <>
            <button type="button" onClick={() => more('page')}>
              Next page
            </button>
            <button type="button" onClick={() => more('end')}>
              All pages
            </button>
          </>
        )
      )}
    </div>
  );
}

function NoItems({ runner: { result } }: { runner: StatementRunner }) {
  switch (result.status) {
    case 'idle':
      return (
        <Empty title="Nothing was run yet">
          <p>
            Write a statement and press <kbd>Ctrl/⌘ Enter</kbd>. <kbd>Ctrl Space</kbd> completes tables, indexes and attributes.
          </p>
        </Empty>
      );
    case 'running':
      return <Loading>Running…</Loading>;
    case 'failed':
      return <Empty title="Nothing was returned">The message above says why.</Empty>;
    default:
      return (
        <Empty title={result.status === 'complete' ? 'Done, without items' : 'No item so far'}>
          <p>{result.status === 'complete' ? 'The statement ran; it returned nothing.' : 'Read on for more.'}</p>
        </Empty>
      );
  }
}

interface ScanQuestionProps {
  request: StatementRequest;
  classified: Classified;
  onClose: () => void;
  onRun: () => void;
}

/** Asked before a statement reads a whole table or index. */
function ScanQuestion({ request, classified, onClose, onRun }: ScanQuestionProps) {
  const [prediction, setPrediction] = useState<Prediction>();
  const { table = '', index } = classified;
  useEffect(() => {
    const controller = new AbortController();
    predict('Scan', { TableName: table, ...(index ? { IndexName: index } : {}), ...(request.consistent ? { ConsistentRead: true } : {}) }, controller.signal).then(setPrediction, () => undefined);
    return () => controller.abort();
  }, [table, index, request.consistent]);
  return (
    <Dialog
      title="This statement reads everything"
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            Back to the statement
          </button>
          <button type="button" className="danger" onClick={onRun}>
            Run the scan
          </button>
        </>
      }
    >
      <p>
        It does not say which values of <code>{classified.partitionKey}</code> it wants, so {index ? `the whole index ${index}` : `the whole table ${table}`} is read
        {request.limit === undefined ? '' : `, ${count(request.limit)} items a page`}, whatever the rest of the WHERE clause drops.
      </p>
      <p>
        {prediction ? (
          <>
            That is {prediction.exact ? '' : 'at least '}
            <b>{count(prediction.items)} items</b>, {bytes(prediction.bytes)}, <b>{units(prediction.units)} read units</b>. Each page is read when you ask for it.
          </>
        ) : (
          'Reckoning what that costs…'
        )}
      </p>
      <p className="hint">
        Add <code>{`"${classified.partitionKey ?? 'pk'}" = …`}</code> or <code>IN […]</code> to read slices only.
      </p>
    </Dialog>
  );
}
