/** A query in the parameters of the address, and back; anything that is malformed there is left out. */
import { FILTER_OPERATORS, FILTER_TYPES, KEY_OPERATORS, type FilterCondition, type KeyCondition } from './conditions.ts';
import { type BrowseQuery } from './query.ts';
import type { Params } from '../app/router.ts';

export function toParams(query: BrowseQuery): Params {
  return {
    table: query.table,
    index: query.index,
    key: query.key.length > 0 ? JSON.stringify(query.key.map((one) => [one.attribute, one.operator, ...one.values])) : undefined,
    filter:
      query.filter.length > 0
        ? JSON.stringify(query.filter.map((one) => [one.attribute, one.operator, one.type, ...one.values]))
        : undefined,
    desc: query.descending,
    consistent: query.consistent,
    limit: query.limit,
  };
}

export function fromParams(params: URLSearchParams): BrowseQuery {
  const limit = Number(params.get('limit'));
  return {
    table: params.get('table') ?? '',
    index: params.get('index') ?? undefined,
    key: lists(params.get('key')).flatMap(readKey),
    filter: lists(params.get('filter')).flatMap(readFilter),
    descending: params.get('desc') === '1',
    consistent: params.get('consistent') === '1',
    limit: Number.isInteger(limit) && limit > 0 ? limit : undefined,
  };
}

function lists(text: string | null): string[][] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed)
      ? parsed.filter((one): one is string[] => Array.isArray(one) && one.every((element) => typeof element === 'string'))
      : [];
  } catch {
    return [];
  }
}

function readKey([attribute, operator, ...values]: string[]): KeyCondition[] {
  const known = KEY_OPERATORS.find((one) => one === operator);
  return attribute && known ? [{ attribute, operator: known, values }] : [];
}

function readFilter([attribute, operator, type, ...values]: string[]): FilterCondition[] {
  const known = FILTER_OPERATORS.find((one) => one === operator);
  const knownType = FILTER_TYPES.find((one) => one === type);
  return attribute !== undefined && known && knownType ? [{ attribute, operator: known, type: knownType, values }] : [];
}
