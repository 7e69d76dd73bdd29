/** Remembers what requests cost, so that other screens can reckon with what was measured here. */
import type { Capacity, OperationName } from './types.ts';

/** One answered request and its price. */
export interface Measurement {
  operation: OperationName;
  kind: 'read' | 'write';
  table: string | undefined;
  index: string | undefined;
  /** Consumed units, of the kind. */
  units: number;
  /** Items returned or written. */
  items: number;
  scanned: number;
  consistent: boolean;
  milliseconds: number;
  at: Date;
}

const MEASUREMENTS_MAX = 500;
let measurements: readonly Measurement[] = [];
const listeners = new Set<() => void>();

/** The last requests that told their cost, the newest first. */
export function measured(): readonly Measurement[] {
  return measurements;
}

/** Calls back on each new measurement; returns what ends that. */
export function onMeasured(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sum of all consumed units of an answer. */
export function unitsOf(capacity: Capacity | Capacity[] | undefined): number {
  if (capacity === undefined) {
    return 0;
  }
  const all = Array.isArray(capacity) ? capacity : [capacity];
  return all.reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
}

const WRITES = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;
/** Behind blanks and comments. */
const READING_STATEMENT = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*select\b/i;

interface Answer {
  ConsumedCapacity?: Capacity | Capacity[];
  Items?: unknown[];
  Count?: number;
  ScannedCount?: number;
}

/** Keeps an answer's cost, if it has one. */
export function record(operation: OperationName, input: object, output: object, milliseconds: number): void {
  const answer = output as Answer;
  if (answer.ConsumedCapacity === undefined) {
    return;
  }
  const request = input as { TableName?: string; IndexName?: string; ConsistentRead?: boolean; Statement?: string };
  const first = Array.isArray(answer.ConsumedCapacity) ? answer.ConsumedCapacity[0] : answer.ConsumedCapacity;
  const items = answer.Count ?? answer.Items?.length ?? 1;
  const measurement: Measurement = {
    operation,
    kind: WRITES.test(operation) || (request.Statement !== undefined && !READING_STATEMENT.test(request.Statement)) ? 'write' : 'read',
    table: request.TableName ?? first?.TableName,
    index: request.IndexName,
    units: unitsOf(answer.ConsumedCapacity),
    items,
    scanned: answer.ScannedCount ?? items,
    consistent: request.ConsistentRead === true,
    milliseconds,
    at: new Date(),
  };
  measurements = [measurement, ...measurements].slice(0, MEASUREMENTS_MAX);
  listeners.forEach((listener) => listener());
}
