/** What one fills in on the pricing screen, in the address and back, and what was measured as such. */
import type { Params } from '../../app/router.ts';
import type { Measurement } from '../../dynamo/measurements.ts';
import { READ_MODES, readUnits, WRITE_MODES, writeUnits, type IndexCost, type Load, type ReadMode, type WriteMode } from '../../pricing/reckon.ts';

/** A kind of request, its rate, and either the bytes that it reads or writes, or the units that were measured. */
export interface Pattern {
  name: string;
  kind: 'read' | 'write';
  perSecond: number;
  mode: ReadMode | WriteMode;
  bytes: number;
  /** Known units; then bytes and mode do not count. */
  units?: number | undefined;
}

export interface PricingForm {
  region: string | null;
  patterns: Pattern[];
  indexes: IndexCost[];
  items: number;
  bytes: number;
  peak: number;
  /** In percent. */
  utilisation: number;
}

export const NEW_READ: Pattern = { name: 'Reads', kind: 'read', perSecond: 100, mode: 'eventual', bytes: 4096 };
export const NEW_WRITE: Pattern = { name: 'Writes', kind: 'write', perSecond: 20, mode: 'standard', bytes: 1024 };
const EMPTY: PricingForm = { region: null, patterns: [NEW_READ, NEW_WRITE], indexes: [], items: 1_000_000, bytes: 1024, peak: 2, utilisation: 70 };

export function unitsEach(pattern: Pattern, indexes: readonly IndexCost[]): number {
  if (pattern.units !== undefined) {
    return pattern.units;
  }
  return pattern.kind === 'read' ? readUnits(pattern.bytes, pattern.mode as ReadMode) : writeUnits(pattern.bytes, pattern.mode as WriteMode, indexes);
}

export function loadOf(pattern: Pattern, indexes: readonly IndexCost[]): Load {
  return { kind: pattern.kind, perSecond: pattern.perSecond, unitsEach: unitsEach(pattern, indexes) };
}

export function pricingToParams(form: PricingForm): Params {
  return {
    region: form.region,
    patterns: JSON.stringify(form.patterns.map((one) => [one.name, one.kind, one.perSecond, one.mode, one.bytes, one.units ?? null])),
    indexes: form.indexes.length > 0 ? JSON.stringify(form.indexes.map((one) => [one.name, one.bytes, one.share, one.moves])) : undefined,
    items: form.items,
    bytes: form.bytes,
    peak: form.peak,
    utilisation: form.utilisation,
  };
}

export function pricingFromParams(params: URLSearchParams): PricingForm {
  const patterns = rows(params.get('patterns'))?.flatMap(readPattern);
  return {
    region: params.get('region'),
    patterns: patterns ?? EMPTY.patterns,
    indexes: rows(params.get('indexes'))?.flatMap(readIndex) ?? [],
    items: amount(params.get('items')) ?? EMPTY.items,
    bytes: amount(params.get('bytes')) ?? EMPTY.bytes,
    peak: Math.max(1, amount(params.get('peak')) ?? EMPTY.peak),
    utilisation: Math.min(100, Math.max(1, amount(params.get('utilisation')) ?? EMPTY.utilisation)),
  };
}

function rows(text: string | null): unknown[][] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) ? value.filter((one): one is unknown[] => Array.isArray(one)) : undefined;
  } catch {
    return undefined;
  }
}

/** A number from 0 on, or undefined. */
function amount(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function readPattern([name, kind, perSecond, mode, bytes, units]: unknown[]): Pattern[] {
  const modes: readonly string[] = kind === 'write' ? WRITE_MODES : READ_MODES;
  return typeof name === 'string' && (kind === 'read' || kind === 'write') && typeof mode === 'string' && modes.includes(mode)
    ? [{ name, kind, perSecond: amount(perSecond) ?? 0, mode: mode as Pattern['mode'], bytes: amount(bytes) ?? 0, units: amount(units) }]
    : [];
}

function readIndex([name, bytes, share, moves]: unknown[]): IndexCost[] {
  return typeof name === 'string' ? [{ name, bytes: amount(bytes) ?? 0, share: Math.min(1, amount(share) ?? 1), moves: moves === true }] : [];
}

/** Requests of one kind that were measured. */
export interface Measured {
  name: string;
  kind: 'read' | 'write';
  requests: number;
  /** Of one request on average. */
  units: number;
}

/** What this session has measured, by operation, table, index and consistency, the most frequent first. */
export function grouped(measurements: readonly Measurement[]): Measured[] {
  const groups = new Map<string, Measured>();
  for (const one of measurements) {
    const operation = one.operation === 'ExecuteStatement' ? `PartiQL ${one.kind}` : one.operation;
    const name = `${operation} ${[one.table, one.index].filter(Boolean).join(' / ')}${one.consistent ? ', strong' : ''}`.trim();
    const group = groups.get(name) ?? { name, kind: one.kind, requests: 0, units: 0 };
    group.units = (group.units * group.requests + one.units) / (group.requests + 1);
    group.requests++;
    groups.set(name, group);
  }
  return [...groups.values()].sort((a, b) => b.requests - a.requests);
}
