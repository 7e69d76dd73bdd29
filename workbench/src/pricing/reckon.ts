/** From sizes and rates to units, and from units to money. */
import type { Rates } from './rates.ts';

const READ_BLOCK_BYTES = 4096;
const WRITE_BLOCK_BYTES = 1024;
/** AWS reckons a month as 730 hours. */
export const HOURS_A_MONTH = 730;
const SECONDS_A_MONTH = HOURS_A_MONTH * 3600;
/** What AWS adds to each item, and to each index entry, for its own bookkeeping. */
const STORAGE_OVERHEAD_BYTES = 100;
const GIGABYTE = 1e9;

export const READ_MODES = ['eventual', 'strong', 'transactional'] as const;
export type ReadMode = (typeof READ_MODES)[number];
export const WRITE_MODES = ['standard', 'transactional'] as const;
export type WriteMode = (typeof WRITE_MODES)[number];

/** Units of a read of so many bytes: those of one item, or of all that a Query reads in a page. */
export function readUnits(bytes: number, mode: ReadMode): number {
  const blocks = Math.max(1, Math.ceil(bytes / READ_BLOCK_BYTES));
  return blocks * { eventual: 0.5, strong: 1, transactional: 2 }[mode];
}

/** An index as writes pay for it. */
export interface IndexCost {
  name: string;
  /** Bytes of an item's attributes that the index has. */
  bytes: number;
  /** The part of the writes, between 0 and 1, that change what the index has of an item. */
  share: number;
  /** Whether such a write changes the index's key, so that an entry goes and another comes. */
  moves: boolean;
}

/**
 * Units of a write of so many bytes, the larger of before and after. A transaction doubles the item, and not the entries of its
 * indexes, which follow from it.
 */
export function writeUnits(bytes: number, mode: WriteMode, indexes: readonly IndexCost[] = []): number {
  const own = blocks(bytes) * (mode === 'transactional' ? 2 : 1);
  return own + indexes.reduce((sum, index) => sum + blocks(index.bytes) * index.share * (index.moves ? 2 : 1), 0);
}

function blocks(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / WRITE_BLOCK_BYTES));
}

/** How often something is read or written, and what it costs each time. */
export interface Load {
  kind: 'read' | 'write';
  perSecond: number;
  unitsEach: number;
}

export interface Storage {
  items: number;
  bytes: number;
  indexes: readonly IndexCost[];
}

/** GB of a table with its indexes, the overhead of each entry included. */
export function gigabytes({ items, bytes, indexes }: Storage): number {
  const each = bytes + STORAGE_OVERHEAD_BYTES + indexes.reduce((sum, index) => sum + (index.bytes + STORAGE_OVERHEAD_BYTES) * index.share, 0);
  return (items * each) / GIGABYTE;
}

/** How capacity is provisioned. */
export interface Provisioning {
  /** The busiest hour's rate as a multiple of the average. */
  peak: number;
  /** The part of the provisioned units, between 0 and 1, that shall be used in the busiest hour. */
  utilisation: number;
}

export interface Bill {
  reads: number;
  writes: number;
  storage: number;
  total: number;
}

export interface Reckoned {
  readsPerSecond: number;
  writesPerSecond: number;
  gigabytes: number;
  onDemand: Bill;
  provisioned: Bill & { readUnits: number; writeUnits: number };
}

export function reckon(loads: readonly Load[], storage: Storage, provisioning: Provisioning, rates: Rates): Reckoned {
  const perSecond = (kind: Load['kind']) => loads.filter((load) => load.kind === kind).reduce((sum, load) => sum + load.perSecond * load.unitsEach, 0);
  const readsPerSecond = perSecond('read');
  const writesPerSecond = perSecond('write');
  const stored = gigabytes(storage);
  const kept = stored * rates.gigabyteMonth;
  const units = (average: number) => (average === 0 ? 0 : Math.max(1, Math.ceil(rounded((average * provisioning.peak) / provisioning.utilisation))));
  const readCapacity = units(readsPerSecond);
  const writeCapacity = units(writesPerSecond);
  return {
    readsPerSecond,
    writesPerSecond,
    gigabytes: stored,
    onDemand: bill(unitsAMonth(readsPerSecond) * (rates.millionReads / 1e6), unitsAMonth(writesPerSecond) * (rates.millionWrites / 1e6), kept),
    provisioned: {
      ...bill(readCapacity * HOURS_A_MONTH * rates.readUnitHour, writeCapacity * HOURS_A_MONTH * rates.writeUnitHour, kept),
      readUnits: readCapacity,
      writeUnits: writeCapacity,
    },
  };
}

export function unitsAMonth(perSecond: number): number {
  return perSecond * SECONDS_A_MONTH;
}

/** 7 / 0.7 is a little more than 10 in binary, and would be provisioned as 11. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function bill(reads: number, writes: number, storage: number): Bill {
  return { reads, writes, storage, total: reads + writes + storage };
}
