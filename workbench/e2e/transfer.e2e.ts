import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventually, itemsOf, open, picture, put, table, useBrowser } from './harness.ts';

useBrowser();

const folder = mkdtempSync(join(tmpdir(), 'stator-downloads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAME = 'Transfer';
const ITEMS = [
  { pk: { S: 'a' }, sk: { S: '1' }, n: { N: '12345678901234567890123456789012345678' }, tags: { SS: ['x', 'y,z'] } },
  { pk: { S: 'a' }, sk: { S: '2' }, text: { S: 'line "one"\nline two' }, b: { B: 'AP8=' }, m: { M: { l: { L: [{ NULL: true }] } } } },
];

for (const [title, ending] of [['JSON lines (DynamoDB JSON)', 'jsonl'], ['CSV', 'csv']] as const) {
  test(`a result exported as ${title} comes back the same by an import`, async () => {
    await table(NAME, ITEMS);
    await table(`${NAME}2`);
    const page = await open(`browse?table=${NAME}&run=1`);
    await page.locator('.grid-row').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: title, exact: true }).click()]);
    expect(download.suggestedFilename()).toBe(`${NAME}.${ending}`);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    const content = readFileSync(path);

    await page.getByLabel('Table', { exact: true }).selectOption(`${NAME}2`);
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: `Import into ${NAME}2` });
    await dialog.getByLabel('File').setInputFiles({ name: `items.${ending}`, mimeType: 'text/plain', buffer: content });
    await dialog.getByText('2 items can be imported, for 2.0 write units where they are new.').waitFor();
    expect(await itemsOf(`${NAME}2`)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 2 items' }).click();
    await dialog.getByText('2 items were written for 2.0 units.').waitFor();
    expect(await itemsOf(`${NAME}2`)).toEqual(ITEMS);
  });
}

test('a file with bad lines says which and why, and only the good ones are written', async () => {
  await table(NAME);
  const page = await open(`browse?table=${NAME}`);
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog');
  const lines = ['{"pk":{"S":"a"},"sk":{"S":"1"}}', '{"pk":{"S":"a"}}', '{"pk":{"S":"a"},"sk":{"S":"1"}}', '{"pk":{"S":"b"},"sk":{"S":"2"},"n":{"N":"x"}}'];
  await dialog.getByLabel('File').setInputFiles({ name: 'items.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
  await dialog.getByText('Line 2: sk: The sort key sk is missing.').waitFor();
  await dialog.getByText('Line 3: The same key as line 1.').waitFor();
  await dialog.getByText('Line 4: n: “x” is not a number.').waitFor();
  await picture(page, 'import');
  await dialog.getByRole('button', { name: 'Import 1 item' }).click();
  await dialog.getByText('1 item was written for 1.0 units.').waitFor();
  expect(await itemsOf(NAME)).toEqual([{ pk: { S: 'a' }, sk: { S: '1' } }]);
  await dialog.getByText('Close', { exact: true }).click();
  const badge = page.getByRole('status', { name: 'Predicted access' });
  await eventually(async () => expect(await badge.textContent()).toMatch(/^Scan1 item/));
  await put(NAME, [{ pk: { S: 'a' }, sk: { S: '2' } }]);
  await page.getByRole('button', { name: 'Run scan' }).click();
  await eventually(async () => expect(await badge.textContent()).toMatch(/^Scan2 items/));
});

test('what comes back unprocessed is sent again, and a long import can be cancelled', async () => {
  await table(NAME);
  const page = await open(`browse?table=${NAME}`);
  let calls = 0;
  await page.route(/^http:\/\/[^/]+\/$/, async (route) => {
    const request = route.request();
    if (request.headers()['x-amz-target'] !== 'DynamoDB_20120810.BatchWriteItem') {
      await route.continue();
      return;
    }
    calls++;
    const body = request.postDataJSON() as { RequestItems: Record<string, unknown[]> };
    const all = body.RequestItems[NAME] ?? [];
    if (calls % 2 === 1 && all.length > 1) {
      // As a throttled table does: the first half is written, the rest comes back.
      const half = Math.ceil(all.length / 2);
      const response = await route.fetch({ postData: JSON.stringify({ ...body, RequestItems: { [NAME]: all.slice(0, half) } }) });
      const answer = (await response.json()) as Record<string, unknown>;
      await route.fulfill({ response, json: { ...answer, UnprocessedItems: { [NAME]: all.slice(half) } } });
      return;
    }
    await route.continue();
  });
  const lines = Array.from({ length: 60 }, (_, i) => JSON.stringify({ pk: { S: 'a' }, sk: { S: String(i).padStart(4, '0') } }));
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File').setInputFiles({ name: 'items.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
  await dialog.getByRole('button', { name: 'Import 60 items' }).click();
  await dialog.getByText('60 items were written for 60.0 units.').waitFor();
  expect(await itemsOf(NAME)).toHaveLength(60);

  await page.unroute(/^http:\/\/[^/]+\/$/);
  await page.route(/^http:\/\/[^/]+\/$/, async (route) => {
    await new Promise((wake) => setTimeout(wake, 100));
    await route.continue().catch(() => undefined);
  });
  const many = Array.from({ length: 5_000 }, (_, i) => JSON.stringify({ pk: { S: 'b' }, sk: { S: String(i) } }));
  await dialog.getByLabel('File').setInputFiles({ name: 'many.jsonl', mimeType: 'text/plain', buffer: Buffer.from(many.join('\n')) });
  await dialog.getByRole('button', { name: 'Import 5,000 items' }).click();
  await dialog.getByText(/^\d+ of 5,000 written/).waitFor();
  await dialog.getByRole('status').getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('The import stopped before the end').waitFor();
  expect((await itemsOf(NAME)).length).toBeLessThan(5_000);
});

test('rows of a partial index are not to be taken for whole items', async () => {
  const page = await open('browse?table=Chat&index=by-author&limit=10&run=1');
  await page.locator('.grid-row').first().waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText('The index has only a part of each').waitFor();
  expect(await page.getByRole('menuitem', { name: 'Copy as PutItem for the AWS CLI' }).isDisabled()).toBe(true);
});

test('an item is copied as PutItem, as JSON and for the command line', async () => {
  await table(NAME, ITEMS.slice(0, 1));
  const page = await open(`browse?table=${NAME}&run=1`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.grid-row').first().dblclick();
  const panel = page.getByRole('complementary', { name: 'Item' });
  const copied = async (entry: string) => {
    await panel.getByRole('button', { name: 'Copy' }).click();
    await panel.getByRole('menuitem', { name: entry }).click();
    await page.getByText('Copied.').first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(JSON.parse(await copied('PutItem as JSON'))).toEqual({ TableName: NAME, Item: ITEMS[0] });
  const command = await copied('PutItem for the AWS CLI');
  expect(command).toMatch(/^aws dynamodb put-item --endpoint-url http:\/\/127\.0\.0\.1:\d+ --table-name Transfer --item '\{"/);
  expect(JSON.parse(command.replace(/^.*--item '(.*)'$/, '$1'))).toEqual(ITEMS[0]);
});
