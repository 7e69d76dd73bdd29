/** Imports a file: checks every line first, and writes only when told to. */
import { useEffect, useRef, useState } from 'react';
import { refreshCatalog } from '../app/catalog.ts';
import { batchWrite, type BatchProgress } from '../dynamo/pages.ts';
import { indexesOf } from '../dynamo/schema.ts';
import type { TableDescription, WriteRequest } from '../dynamo/types.ts';
import { bytes, count, units } from '../item/display.ts';
import { itemBytes, writeUnits } from '../item/size.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote, Progress } from '../ui/State.tsx';
import { formatOf, readItems, type Format } from './import.ts';

export interface ImportDialogProps {
  table: TableDescription;
  onClose: () => void;
}

interface Check {
  valid: number;
  invalid: number;
  /** Write units of the valid ones for the table itself. */
  units: number;
  /** The first problems. */
  problems: { line: number; problem: string }[];
}

type Phase =
  | { name: 'choose' }
  | { name: 'checking'; share: number; check: Check }
  | { name: 'checked'; check: Check }
  | { name: 'writing'; progress: BatchProgress; of: number }
  | { name: 'written'; progress: BatchProgress; isComplete: boolean };

const PROBLEMS_SHOWN = 20;
/** So that the progress is drawn a few times a second, not for each line. */
const REPORT_EVERY = 500;

export function ImportDialog({ table, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState<Format>('jsonl');
  const [phase, setPhase] = useState<Phase>({ name: 'choose' });
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    setError(undefined);
    return running.current.signal;
  };
  const check = async (chosen: File, as: Format) => {
    const signal = begin();
    const result: Check = { valid: 0, invalid: 0, units: 0, problems: [] };
    let share = 0;
    try {
      for await (const line of readItems(chosen, as, table, { signal, onBytes: (read) => (share = read / chosen.size) })) {
        if (line.problem === undefined) {
          result.valid++;
          result.units += writeUnits(itemBytes(line.item));
        } else {
          result.invalid++;
          if (result.problems.length < PROBLEMS_SHOWN) {
            result.problems.push(line);
          }
        }
        if ((result.valid + result.invalid) % REPORT_EVERY === 0) {
          setPhase({ name: 'checking', share, check: { ...result } });
          // Lets the browser draw, and the button to cancel be pressed.
          await new Promise((draw) => setTimeout(draw));
        }
      }
      setPhase({ name: 'checked', check: result });
    } catch (failure) {
      if (!signal.aborted) {
        setError(failure);
      }
    }
  };
  const write = async (chosen: File, of: number) => {
    const signal = begin();
    let progress: BatchProgress = { written: 0, units: 0, retries: 0 };
    setPhase({ name: 'writing', progress, of });
    try {
      for await (progress of batchWrite(table.TableName, puts(chosen, format, table, signal), { signal })) {
        setPhase({ name: 'writing', progress, of });
      }
      setPhase({ name: 'written', progress, isComplete: true });
    } catch (failure) {
      setPhase({ name: 'written', progress, isComplete: false });
      if (!signal.aborted) {
        setError(failure);
      }
    }
    void refreshCatalog();
  };
  const choose = (chosen: File | undefined, as?: Format) => {
    const next = as ?? (chosen ? formatOf(chosen.name) : format);
    setFile(chosen);
    setFormat(next);
    setPhase({ name: 'choose' });
    if (chosen) {
      void check(chosen, next);
    }
  };
  // Whoever ends a write shall still learn how far it got.
  const close = () => (phase.name === 'writing' ? running.current?.abort() : onClose());
  const ready = phase.name === 'checked' && phase.check.valid > 0 ? phase.check : undefined;
  return (
    <Dialog
      title={`Import into ${table.TableName}`}
      onClose={close}
      actions={
        <>
          <button type="button" onClick={close}>
            {phase.name === 'written' ? 'Close' : 'Cancel'}
          </button>
          {phase.name !== 'written' && (
            <button type="button" className="primary" disabled={!ready || !file} onClick={() => ready && file && void write(file, ready.valid)}>
              {ready ? `Import ${count(ready.valid)} item${ready.valid === 1 ? '' : 's'}` : 'Import'}
            </button>
          )}
        </>
      }
    >
      <p className="muted">
        JSON lines with one item of DynamoDB JSON each, or CSV whose first line names the attributes, such as <code>pk,sk,price:N</code>. An item with the same key as one in the table replaces it.
      </p>
      <div className="row">
        <input type="file" aria-label="File" accept=".jsonl,.json,.ndjson,.csv,.txt" disabled={phase.name === 'writing'} onChange={(event) => choose(event.target.files?.[0])} />
        <select aria-label="Format" value={format} disabled={phase.name === 'writing'} onChange={(event) => choose(file, event.target.value as Format)}>
          <option value="jsonl">JSON lines</option>
          <option value="csv">CSV</option>
        </select>
        {file && <span className="muted">{bytes(file.size)}</span>}
      </div>
      {phase.name === 'checking' && (
        <Progress label={`Checked ${count(phase.check.valid + phase.check.invalid)} lines`} share={phase.share} onCancel={() => { running.current?.abort(); setPhase({ name: 'choose' }); }} />
      )}
      {phase.name === 'checked' && <CheckReport check={phase.check} hasIndexes={indexesOf(table).length > 0} />}
      {phase.name === 'writing' && (
        <Progress
          label={`${count(phase.progress.written)} of ${count(phase.of)} written, ${units(phase.progress.units)} units${phase.progress.retries > 0 ? `, ${count(phase.progress.retries)} times held back and sent again` : ''}`}
          share={phase.progress.written / phase.of}
          onCancel={() => running.current?.abort()}
        />
      )}
      {phase.name === 'written' && (
        <p className={`note ${phase.isComplete ? '' : 'warn'}`} role="status">
          {count(phase.progress.written)} item{phase.progress.written === 1 ? ' was' : 's were'} written for {units(phase.progress.units)} units.
          {!phase.isComplete && ' The import stopped before the end; to go on, import the same file again: what is there already is written once more, with the same result.'}
        </p>
      )}
      {error !== undefined && <ErrorNote error={error} />}
    </Dialog>
  );
}

async function* puts(file: File, format: Format, table: TableDescription, signal: AbortSignal): AsyncGenerator<WriteRequest, void, void> {
  for await (const line of readItems(file, format, table, { signal })) {
    if (line.item !== undefined) {
      yield { PutRequest: { Item: line.item } };
    }
  }
}

function CheckReport({ check, hasIndexes }: { check: Check; hasIndexes: boolean }) {
  if (check.valid + check.invalid === 0) {
    return <p className="note warn">The file has no items. Is it the right one, and the right format?</p>;
  }
  return (
    <>
      <p className={`note ${check.invalid > 0 ? 'warn' : ''}`} role="status">
        {count(check.valid)} item{check.valid === 1 ? '' : 's'} can be imported, for {units(check.units)} write units{hasIndexes ? ' and those of the indexes' : ''} where {check.valid === 1 ? 'it is new' : 'they are new'}.
        {check.invalid > 0 && ` ${count(check.invalid)} line${check.invalid === 1 ? '' : 's'} cannot and would be left out:`}
      </p>
      {check.problems.length > 0 && (
        <ul className="problems">
          {check.problems.map(({ line, problem }) => (
            <li key={line}>
              Line {line}: {problem}
            </li>
          ))}
          {check.invalid > check.problems.length && <li>and {count(check.invalid - check.problems.length)} more</li>}
        </ul>
      )}
    </>
  );
}
