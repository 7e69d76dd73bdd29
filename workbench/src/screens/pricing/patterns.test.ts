import { expect, test } from 'vitest';
import type { Measurement } from '../../dynamo/measurements.ts';
import { grouped, NEW_READ, NEW_WRITE, pricingFromParams, pricingToParams, unitsEach, type PricingForm } from './patterns.ts';

const measurement = (patch: Partial<Measurement>): Measurement => ({ operation: 'Query', kind: 'read', table: 'A', index: undefined, units: 1, items: 1, scanned: 1, consistent: false, milliseconds: 1, at: new Date(0), ...patch });

test('the address keeps the form, and what is malformed there becomes a sensible one', () => {
  const form: PricingForm = {
    region: 'eu-west-2',
    patterns: [{ ...NEW_READ, name: 'a, "b"', perSecond: 0.25, mode: 'transactional' }, { ...NEW_WRITE, units: 3.5 }],
    indexes: [{ name: 'i', bytes: 10, share: 0.25, moves: true }],
    items: 0,
    bytes: 12,
    peak: 3,
    utilisation: 50,
  };
  const params = new URLSearchParams();
  Object.entries(pricingToParams(form)).forEach(([name, value]) => value !== undefined && value !== null && params.set(name, String(value)));
  expect(pricingFromParams(params)).toEqual(form);
  const odd = pricingFromParams(new URLSearchParams('patterns=[["x","read",-1,"strong",1],[1],"y",["z","write",1,"strong",1]]&peak=0&utilisation=x&items=-5'));
  expect(odd).toMatchObject({ patterns: [{ name: 'x', perSecond: 0 }], peak: 1, utilisation: 70, items: 1_000_000 });
});

test('known units count as they are, others by size and indexes', () => {
  const indexes = [{ name: 'i', bytes: 100, share: 1, moves: false }];
  expect(unitsEach({ ...NEW_WRITE, bytes: 2000 }, indexes)).toBe(3);
  expect(unitsEach({ ...NEW_WRITE, bytes: 2000, units: 2.5 }, indexes)).toBe(2.5);
  expect(unitsEach({ ...NEW_READ, bytes: 9000 }, indexes)).toBe(1.5);
});

test('measurements of one kind are averaged', () => {
  expect(
    grouped([
      measurement({ units: 2.5 }),
      measurement({ units: 0.5 }),
      measurement({ operation: 'PutItem', kind: 'write', units: 3 }),
      measurement({ operation: 'ExecuteStatement', kind: 'write' }),
      measurement({ index: 'i', consistent: true }),
    ]),
  ).toEqual([
    { name: 'Query A', kind: 'read', requests: 2, units: 1.5 },
    { name: 'PutItem A', kind: 'write', requests: 1, units: 3 },
    { name: 'PartiQL write A', kind: 'write', requests: 1, units: 1 },
    { name: 'Query A / i, strong', kind: 'read', requests: 1, units: 1 },
  ]);
});
