import { expect, test } from 'vitest';
import { eventually, open, picture, useBrowser } from './harness.ts';

useBrowser();

test('the partition key turns a scan into a query, and its result shows what it read', async () => {
  const page = await open('browse?table=AuditLog');
  const access = page.getByRole('status', { name: 'Predicted access' });
  await eventually(async () => expect(await access.textContent()).toMatch(/^Scan/));
  await page.getByLabel('Value of pk').fill('TENANT#acme');
  await page.getByLabel('Operator of sk').selectOption('begins_with');
  await page.getByLabel('Value of sk').fill('EVENT#2026-06');
  await eventually(async () => expect(await access.textContent()).toMatch(/^Query/));
  await page.getByRole('button', { name: 'Run query' }).click();
  await eventually(async () => expect(await page.getByRole('status', { name: 'Result' }).textContent()).toMatch(/Count2\d\d/));
  await picture(page, 'browse');
});
