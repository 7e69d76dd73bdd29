/** Parts of a table's description in words. */
import type { TableDescription } from '../../dynamo/types.ts';

/** NEW_AND_OLD_IMAGES as “new and old images”. */
export function viewName(type: string | undefined): string {
  return (type ?? '').toLowerCase().replaceAll('_', ' ');
}

export function isProvisioned(table: TableDescription): boolean {
  return table.BillingModeSummary?.BillingMode !== 'PAY_PER_REQUEST';
}
