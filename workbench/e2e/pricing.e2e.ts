import { expect, test } from 'vitest';
import { eventually, open, picture, useBrowser } from './harness.ts';

useBrowser();

test('rates, sizes and consistency become units and money, in two modes and two regions', async () => {
  const page = await open('pricing');
  const read = page.getByRole('group', { name: 'Request 1' });
  await read.getByLabel('Requests a second').fill('1000');
  await read.getByLabel('Bytes read').fill('20480');
  const units = page.getByRole('table', { name: 'Units of each request' }).getByRole('row', { name: /Reads/ });
  await eventually(async () => expect(await units.textContent()).toBe('Reads2.52,500.06,570,000,000$821.25'));
  await read.getByLabel('Consistency').selectOption('strong');
  await eventually(async () => expect(await units.textContent()).toContain('$1,642.50'));
  await page.getByRole('button', { name: 'Remove request 2' }).click();
  const onDemand = page.getByRole('region', { name: 'On demand' });
  const provisioned = page.getByRole('region', { name: 'Provisioned' });
  await page.getByRole('textbox', { name: 'Items', exact: true }).fill('3,000,000');
  await eventually(async () => expect(await onDemand.textContent()).toContain('Storage, 3.37 GB$0.84'));
  await provisioned.getByLabel('Peak').fill('1');
  await provisioned.getByLabel('Utilisation').fill('100');
  await eventually(async () => expect(await provisioned.textContent()).toMatch(/cheaper.*\$475\.34.*Reads\$474\.50.*5,000 read and 0 write/s));
  await page.getByLabel('Region').selectOption('eu-west-2');
  await eventually(async () => expect(await onDemand.textContent()).toContain('Reads$1,951.29'));
  await page.reload();
  await eventually(async () => expect(await onDemand.textContent()).toContain('Reads$1,951.29'));
});

test('what was measured and what is stored can be taken over', async () => {
  const page = await open('browse?table=AuditLog&run=1&key=' + encodeURIComponent(JSON.stringify([['pk', '=', 'TENANT#acme']])));
  await page.getByRole('status', { name: 'Result' }).getByText('16.5').waitFor();
  await page.getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('button', { name: 'Use Query AuditLog' }).click();
  const measured = page.getByRole('group', { name: 'Request 3' });
  expect(await measured.getByLabel('Units each').inputValue()).toBe('16.5');
  await page.getByLabel('Take from a table').selectOption('AuditLog');
  await eventually(async () => expect(await page.getByRole('textbox', { name: 'Items', exact: true }).inputValue()).toBe('3600'));
  const index = page.getByRole('group', { name: 'Index 1' });
  expect(await index.getByLabel('Name').inputValue()).toBe('by-actor');
  const writes = page.getByRole('table', { name: 'Units of each request' }).getByRole('row', { name: /Writes/ });
  await eventually(async () => expect(await writes.textContent()).toMatch(/^Writes2\.0/));
  await index.getByLabel('key changes').check();
  await eventually(async () => expect(await writes.textContent()).toMatch(/^Writes3\.0/));
  await picture(page, 'pricing');
});
