/** Data, files and neighbours that mean no good, or that nobody thought of. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { api, eventually, itemsOf, open, picture, put, table, useBrowser } from './harness.ts';

useBrowser();

const NAME = 'Hostile.data-1';
const key = (...conditions: string[][]) => encodeURIComponent(JSON.stringify(conditions));
const alerts = (page: Page) => page.getByRole('alert');
const status = (page: Page, name: string) => page.getByRole('status', { name });

/** Opens the panel of the item with this sort key. */
async function openItem(page: Page, sk: string) {
  await page.locator('.grid-row').filter({ has: page.getByRole('gridcell', { name: sk, exact: true }) }).first().dblclick();
  return page.getByRole('complementary', { name: 'Item' });
}

async function commit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
}

test('attributes with names that every JavaScript object has are attributes like others', async () => {
  await table(NAME);
  await api('PutItem', { TableName: NAME, Item: { pk: { S: 'a' }, sk: { S: 'car' }, constructor: { S: 'Ferrari' }, toString: { N: '1' } } });
  await api('PutItem', { TableName: NAME, Item: JSON.parse('{"pk":{"S":"a"},"sk":{"S":"proto"},"__proto__":{"S":"old"},"m":{"M":{"__proto__":{"N":"1"}}}}') });
  await put(NAME, [{ pk: { S: 'a' }, sk: { S: 'plain' } }]);
  const page = await open(`browse?table=${NAME}&run=1`);
  const grid = page.getByRole('grid');
  await grid.getByText('Ferrari').waitFor();
  expect(await grid.getByRole('row').count()).toBe(4);
  const panel = await openItem(page, 'proto');
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value of __proto__', { exact: true }).fill('new');
  await dialog.getByRole('button', { name: 'Stage change' }).click();
  await commit(page);
  await page.getByText('Committed 1 edit').waitFor();
  const changed = (await itemsOf(NAME)).find((item) => Object.hasOwn(item, '__proto__'));
  expect(JSON.stringify(changed)).toBe('{"pk":{"S":"a"},"sk":{"S":"proto"},"__proto__":{"S":"new"},"m":{"M":{"__proto__":{"N":"1"}}}}');
});

test('names with dots and quotes are keys and filters, and an empty text is a value to filter by', async () => {
  await table('Dotted', [], {
    AttributeDefinitions: [{ AttributeName: 'p.k', AttributeType: 'S' }, { AttributeName: 's"k', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'p.k', KeyType: 'HASH' }, { AttributeName: 's"k', KeyType: 'RANGE' }],
  });
  await put('Dotted', ['-1', '1E-130', '7'].map((n) => ({ 'p.k': { S: 'a' }, 's"k': { N: n }, 'x.y': { S: n === '7' ? '' : 'full' } })));
  const page = await open(`browse?table=Dotted&key=${key(['p.k', '=', 'a'], ['s"k', '>', '0'])}`);
  await eventually(async () => expect(await status(page, 'Predicted access').textContent()).toMatch(/^Query2 items/));
  await page.getByRole('button', { name: '+ Filter' }).click();
  const filter = page.getByRole('group', { name: 'Filter 1' });
  await filter.getByLabel('Attribute').fill('"x.y');
  await page.getByText('“"x.y” is not a path.').waitFor();
  expect(await page.getByRole('button', { name: 'Run query' }).isDisabled()).toBe(true);
  await filter.getByLabel('Attribute').fill('"x.y"');
  await eventually(async () => expect(await status(page, 'Predicted access').textContent()).toMatch(/2 items1 kept/));
  await page.getByRole('button', { name: 'Run query' }).click();
  await eventually(async () => expect(await status(page, 'Result').textContent()).toMatch(/^Count1ScannedCount2/));
});

test('an item with ten thousand elements opens and is edited without delay', async () => {
  const L = Array.from({ length: 10_000 }, (_, i) => ({ N: String(i) }));
  await table(NAME, [{ pk: { S: 'a' }, sk: { S: 'long' }, list: { L } }]);
  const page = await open(`browse?table=${NAME}&run=1`);
  const panel = await openItem(page, 'long');
  await panel.getByRole('button', { name: 'Show more of 10,000' }).click();
  await panel.getByText('[199]', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('9,800 elements are not shown').waitFor();
  await dialog.getByRole('button', { name: '+ Element' }).click();
  await dialog.getByLabel('Value of list.10000', { exact: true }).fill('the last');
  await dialog.getByLabel('Value of list.0', { exact: true }).fill('-1');
  await dialog.getByRole('button', { name: 'Stage change' }).click();
  await commit(page);
  await page.getByText('Committed 1 edit').waitFor();
  expect((await itemsOf(NAME))[0]?.list).toEqual({ L: [{ N: '-1' }, ...L.slice(1), { S: 'the last' }] });
});

test('what no condition sees is noticed: of a very wide item, and what was added to one that goes', async () => {
  const wide = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`a${i}`, { N: String(i) }]));
  await table(NAME, [{ pk: { S: 'a' }, sk: { S: 'wide' }, ...wide }, { pk: { S: 'a' }, sk: { S: 'narrow' } }]);
  const page = await open(`browse?table=${NAME}&run=1`);
  await (await openItem(page, 'narrow')).getByRole('button', { name: 'Stage deletion' }).click();
  const panel = await openItem(page, 'wide');
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value of a0', { exact: true }).fill('mine');
  await dialog.getByLabel('Type of a0', { exact: true }).selectOption('S');
  await dialog.getByRole('button', { name: 'Stage change' }).click();
  await put(NAME, [{ pk: { S: 'a' }, sk: { S: 'wide' }, ...wide, a399: { N: '-1' } }, { pk: { S: 'a' }, sk: { S: 'narrow' }, added: { S: 'theirs' } }]);
  await commit(page);
  await alerts(page).getByText('Nothing was written. 2 items are not as when they were read.').waitFor();
  await page.getByText('the others are compared by a read right before the commit').waitFor();
  expect(await itemsOf(NAME)).toHaveLength(2);
  await picture(page, 'edit-reread');
  await page.getByRole('article', { name: /^Delete/ }).getByRole('button', { name: 'Take theirs' }).click();
  await page.getByRole('article', { name: /^Change/ }).getByRole('button', { name: 'Merge both' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Committed 1 edit').waitFor();
  const items = await itemsOf(NAME);
  expect(items.find((item) => 'added' in item)).toBeDefined();
  expect(items.find((item) => 'a0' in item)).toMatchObject({ a0: { S: 'mine' }, a399: { N: '-1' } });
});

test('edits of a table that was deleted meanwhile stay staged, and no key in a dialog commits the others', async () => {
  await table(NAME);
  await table('Doomed');
  const page = await open('edit');
  await page.evaluate((tables) => {
    const edits = tables.map((name) => ({ id: name, table: name, after: { pk: { S: 'a' }, sk: { S: '1' } } }));
    sessionStorage.setItem('stator.staged', JSON.stringify(edits));
  }, [NAME, 'Doomed']);
  await api('DeleteTable', { TableName: 'Doomed' });
  await page.reload();
  await page.getByText('There is no table Doomed any more').waitFor();
  await page.getByRole('button', { name: 'Edit again' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Escape');
  await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  expect(await itemsOf(NAME)).toEqual([]);
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Committed 1 edit for 2.0 write units.').waitFor();
  await page.getByRole('article', { name: 'New in Doomed' }).waitFor();
  expect(await itemsOf(NAME)).toHaveLength(1);
});

test('a table that others delete or create is noticed where one is', async () => {
  await table('Fleeting', [{ pk: { S: 'a' }, sk: { S: '1' } }]);
  const page = await open('browse?table=Fleeting&run=1');
  await page.locator('.grid-row').waitFor();
  await api('DeleteTable', { TableName: 'Fleeting' });
  await page.getByRole('button', { name: 'Run scan' }).click();
  await page.getByText('There is no table Fleeting').waitFor();
  for (const screen of ['sides', 'tree', 'builder']) {
    await page.goto(page.url().replace(/#.*$/, `#/${screen}?table=Fleeting`));
    await page.getByRole('heading', { name: 'There is no table Fleeting' }).waitFor();
  }
  await table('Sudden', [{ pk: { S: 'a' }, sk: { S: '1' } }]);
  await page.goto(page.url().replace(/#.*$/, '#/browse?table=Sudden&run=1'));
  await page.locator('.grid-row').waitFor();
});

test('a throttled page is said with DynamoDB’s text, what was read stays, and reading goes on', async () => {
  let refused = 0;
  const page = await open(`browse?table=AuditLog&limit=100&key=${key(['pk', '=', 'TENANT#acme'])}`);
  await page.getByRole('button', { name: 'Run query' }).click();
  await eventually(async () => expect(await status(page, 'Result').textContent()).toMatch(/^Count100/));
  await page.route(/^http:\/\/[^/]+\/$/, (route) => {
    refused++;
    const message = 'The level of configured provisioned throughput for the table was exceeded.';
    return route.fulfill({ status: 400, json: { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException', message } });
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await alerts(page).getByText('ProvisionedThroughputExceededException').waitFor();
  expect(refused).toBe(1);
  expect(await status(page, 'Result').textContent()).toMatch(/^Count100/);
  await page.unroute(/^http:\/\/[^/]+\/$/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await eventually(async () => expect(await status(page, 'Result').textContent()).toMatch(/^Count200/));
  expect(await alerts(page).count()).toBe(0);
});

test('markup in values is text, and writing from right to left stays in its cell', async () => {
  const html = '<img src=x onerror="window.taken = 1"><script>window.taken = 1</script>';
  await table(NAME, [{ pk: { S: html }, sk: { S: '\u202eevil שלום 👩‍👩‍👧' }, [html]: { S: html }, m: { M: { [html]: { SS: [html] } } } }]);
  const page = await open(`browse?table=${NAME}&run=1`);
  await page.locator('.grid-row').dblclick();
  const panel = page.getByRole('complementary', { name: 'Item' });
  await panel.getByText(html).first().waitFor();
  await panel.getByRole('button', { name: 'Stage deletion' }).click();
  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByRole('article').getByText(html).first().waitFor();
  expect(await page.evaluate(() => (window as { taken?: number }).taken)).toBeUndefined();
});

test('a file that is one array, and a cell that holds more than its value, are no items', async () => {
  await table(NAME);
  const page = await open(`browse?table=${NAME}`);
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog');
  const item = '{"pk":{"S":"a"},"sk":{"S":"1"},"text":{"S":"some text that makes it long"}}';
  await dialog.getByLabel('File').setInputFiles({ name: 'all.json', mimeType: 'text/plain', buffer: Buffer.from(`[${Array(60_000).fill(item).join(',')}]`) });
  await dialog.getByText('Line 1: The line is longer than any item.').waitFor();
  const csv = 'pk,sk,flag:BOOL\r\na,"=HYPERLINK(""x"")",true\r\nb,2,"true},""more"":{""S"":""y"""\r\nc,3,';
  await dialog.getByLabel('File').setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByText('Line 3: A cell cannot be read: flag:').waitFor();
  await dialog.getByRole('button', { name: 'Import 2 items' }).click();
  await dialog.getByText('2 items were written').waitFor();
  expect(await itemsOf(NAME)).toEqual(expect.arrayContaining([{ pk: { S: 'a' }, sk: { S: '=HYPERLINK("x")' }, flag: { BOOL: true } }, { pk: { S: 'c' }, sk: { S: '3' } }]));
});
