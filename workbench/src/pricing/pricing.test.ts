import { describe, expect, test } from 'vitest';
import { RATES, RATES_DATE, ratesOf } from './rates.ts';
import { gigabytes, reckon, readUnits, unitsAMonth, writeUnits, type IndexCost } from './reckon.ts';

const index = (patch: Partial<IndexCost> = {}): IndexCost => ({ name: 'i', bytes: 200, share: 1, moves: false, ...patch });
const NO_STORAGE = { items: 0, bytes: 0, indexes: [] };
const STEADY = { peak: 1, utilisation: 1 };

describe('units', () => {
  test.each([
    [0, 'eventual', 0.5],
    [1, 'strong', 1],
    [4096, 'eventual', 0.5],
    [4097, 'eventual', 1],
    [20480, 'eventual', 2.5],
    [20480, 'strong', 5],
    [3 * 1024, 'transactional', 2],
    [1 << 20, 'eventual', 128],
  ] as const)('a read of %i bytes, %s, is %d', (bytes, mode, units) => {
    expect(readUnits(bytes, mode)).toBe(units);
  });

  test.each([
    [0, 'standard', 1],
    [1024, 'standard', 1],
    [1025, 'standard', 2],
    [3 * 1024, 'transactional', 6],
    [400 * 1024, 'standard', 400],
  ] as const)('a write of %i bytes, %s, is %d', (bytes, mode, units) => {
    expect(writeUnits(bytes, mode)).toBe(units);
  });

  test('an index costs what it has of the item, twice if its key changes, and not more in a transaction', () => {
    expect(writeUnits(1000, 'standard', [index()])).toBe(2);
    expect(writeUnits(5000, 'standard', [index({ bytes: 5000 }), index()])).toBe(11);
    expect(writeUnits(1000, 'standard', [index({ moves: true })])).toBe(3);
    expect(writeUnits(1000, 'transactional', [index()])).toBe(3);
    expect(writeUnits(1000, 'standard', [index({ share: 0.25 })])).toBe(1.25);
  });
});

describe('money', () => {
  const usEast = ratesOf('us-east-1');

  test('a million of each on demand is what AWS lists', () => {
    const perSecond = 1e6 / unitsAMonth(1);
    const { onDemand } = reckon([{ kind: 'read', perSecond, unitsEach: 1 }, { kind: 'write', perSecond, unitsEach: 1 }], NO_STORAGE, STEADY, usEast);
    expect(onDemand.reads).toBeCloseTo(0.125, 9);
    expect(onDemand.writes).toBeCloseTo(0.625, 9);
  });

  test('three million items of 1 KB with their overhead are 3.37 GB and $0.84 a month', () => {
    const storage = { items: 3_000_000, bytes: 1024, indexes: [] };
    expect(gigabytes(storage)).toBeCloseTo(3.372, 3);
    expect(reckon([], storage, STEADY, usEast).onDemand.storage).toBeCloseTo(0.843, 3);
    expect(gigabytes({ ...storage, indexes: [index({ bytes: 1024, share: 0.5 })] })).toBeCloseTo(3.372 * 1.5, 3);
  });

  test('provisioned capacity is for the peak, with room, in whole units', () => {
    const loads = [{ kind: 'read' as const, perSecond: 14, unitsEach: 0.5 }, { kind: 'write' as const, perSecond: 3, unitsEach: 1 }];
    const { provisioned } = reckon(loads, NO_STORAGE, { peak: 1, utilisation: 0.7 }, usEast);
    expect([provisioned.readUnits, provisioned.writeUnits]).toEqual([10, 5]);
    expect(provisioned.total).toBeCloseTo(730 * (10 * 0.00013 + 5 * 0.00065), 9);
    expect(reckon(loads, NO_STORAGE, { peak: 3, utilisation: 0.7 }, usEast).provisioned.readUnits).toBe(30);
  });

  test('nothing costs nothing', () => {
    const nothing = reckon([], NO_STORAGE, STEADY, usEast);
    expect([nothing.onDemand.total, nothing.provisioned.total]).toEqual([0, 0]);
  });
});

test('every region has all rates, and provisioned units used all the time are cheaper than on demand', () => {
  expect(RATES.map((one) => one.region)).toEqual(['us-east-1', 'eu-west-2']);
  expect(RATES_DATE).toMatch(/^\d{4}-\d\d-\d\d$/);
  for (const rates of RATES) {
    expect(rates.millionWrites / rates.millionReads).toBeCloseTo(5, 1);
    expect(rates.writeUnitHour / rates.readUnitHour).toBeCloseTo(5, 1);
    expect(rates.readUnitHour).toBeLessThan((rates.millionReads * 3600) / 1e6);
  }
});
