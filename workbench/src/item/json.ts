/** Items written as DynamoDB JSON by people and programs. */
import { parse } from 'lossless-json';
import { valueProblems } from './validate.ts';
import type { AttributeValue, Item } from './value.ts';

/** Whether a text is JSON by itself, and not a piece that ends one value and begins another. */
export function isJson(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads one item. Takes what DynamoDB's export writes too, where the item stands under "Item". Unlike JSON.parse it refuses
 * a name that is there twice, and never rounds a number on the way.
 */
export function parseItem(text: string): { item: Item; problem?: undefined } | { problem: string } {
  let parsed: unknown;
  try {
    parsed = parse(text);
  } catch (error) {
    return { problem: (error as Error).message };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { problem: 'An item is a JSON object of attributes.' };
  }
  const item = unwrapped(parsed as Record<string, unknown>);
  for (const [name, value] of Object.entries(item)) {
    const [problem] = valueProblems(value, [name], 1);
    if (problem) {
      return { problem: `${problem.path.join('.')}: ${problem.text}` };
    }
  }
  return { item };
}

function unwrapped(parsed: Record<string, unknown>): Item {
  const inner = parsed.Item;
  const isWrapped = Object.keys(parsed).length === 1 && typeof inner === 'object' && inner !== null && Object.values(inner).every((value) => typeof value === 'object');
  return (isWrapped ? inner : parsed) as { [name: string]: AttributeValue };
}
