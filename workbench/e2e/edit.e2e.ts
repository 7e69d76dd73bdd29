import { expect, test } from 'vitest';
import { api, eventually, itemsOf, open, picture, put, table, useBrowser } from './harness.ts';

useBrowser();

const NAME = 'Editing';
const item = (sk: string, more: Record<string, unknown> = {}) => ({ pk: { S: 'a' }, sk: { S: sk }, n: { N: '1' }, ...more });

async function opened(place = `browse?table=${NAME}&key=${encodeURIComponent('[["pk","=","a"]]')}&run=1`) {
  const page = await open(place);
  await page.locator('.grid-row').first().waitFor();
  return page;
}

test('a change, a new item and a deletion are staged as cards and committed together for the predicted units', async () => {
  await table(NAME, [item('1', { text: { S: 'old text' } }), item('2')], {
    AttributeDefinitions: ['pk', 'sk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: [{ IndexName: 'by-g', KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }], Projection: { ProjectionType: 'ALL' } }],
  });
  const page = await opened();
  await page.locator('.grid-row').first().dblclick();
  const panel = page.getByRole('complementary', { name: 'Item' });
  await panel.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value of n', { exact: true }).fill('12345678901234567890123456789012345678');
  await dialog.getByLabel('Value of text').fill('new text');
  await dialog.getByRole('button', { name: '+ Attribute' }).last().click();
  await dialog.getByLabel('Name of new attribute').fill('g');
  await dialog.getByLabel('Value of g', { exact: true }).fill('x');
  await picture(page, 'edit-dialog');
  await dialog.getByRole('button', { name: 'Stage change' }).click();
  await panel.getByText('A change of this item is staged, not written.').waitFor();

  expect(await page.locator('.grid-row.staged').count()).toBe(1);

  await page.locator('.grid-row').nth(1).click();
  await panel.getByRole('button', { name: 'Stage deletion' }).click();
  await page.getByRole('button', { name: 'New item' }).click();
  await dialog.getByLabel('Value of pk').fill('b');
  await dialog.getByLabel('Value of sk').fill('9');
  await dialog.getByRole('button', { name: 'Stage new item' }).click();
  expect(await itemsOf(NAME)).toHaveLength(2);

  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByRole('article', { name: `Change in ${NAME}` }).waitFor();
  await page.getByRole('article', { name: `Delete in ${NAME}` }).waitFor();
  await page.getByRole('article', { name: `New in ${NAME}` }).waitFor();
  const cost = page.getByRole('status', { name: 'Predicted cost' });
  expect(await cost.textContent()).toBe('3 actions, 7.0 write units');
  await page.reload();
  await page.getByRole('article', { name: `Change in ${NAME}` }).waitFor();
  // A staged edit can be edited again and stays one.
  await page.getByRole('article', { name: `New in ${NAME}` }).getByRole('button', { name: 'Edit again' }).click();
  await dialog.getByLabel('Value of sk').fill('10');
  await dialog.getByRole('button', { name: 'Stage new item' }).click();
  expect(await page.getByRole('article').count()).toBe(3);
  await picture(page, 'edit-staged');
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Committed 3 edits for 7.0 write units.').waitFor();
  const items = await itemsOf(NAME);
  expect(items).toHaveLength(2);
  expect(items).toContainEqual({ pk: { S: 'a' }, sk: { S: '1' }, n: { N: '12345678901234567890123456789012345678' }, text: { S: 'new text' }, g: { S: 'x' } });
  expect(items).toContainEqual({ pk: { S: 'b' }, sk: { S: '10' } });
});

test('a conflict writes nothing, shows both versions, and mine can be kept', async () => {
  await table(NAME, [item('1')]);
  const page = await opened();
  await page.locator('.grid-row').first().dblclick();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value of n', { exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Stage change' }).click();
  await put(NAME, [item('1', { n: { N: '99' }, by: { S: 'somebody' } })]);
  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Nothing was written.').waitFor();
  const theirs = page.getByRole('region', { name: 'What they changed' });
  expect(await theirs.textContent()).toMatch(/n.*1.*99/);
  expect(await page.getByRole('region', { name: 'Theirs against mine' }).textContent()).toMatch(/n.*99.*2.*by.*somebody/);
  expect(await itemsOf(NAME)).toEqual([item('1', { n: { N: '99' }, by: { S: 'somebody' } })]);
  await picture(page, 'edit-conflict');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Nothing is staged').waitFor();
  expect(await itemsOf(NAME)).toEqual([item('1', { n: { N: '2' } })]);
});

test('both versions can be merged', async () => {
  await table(NAME, [item('1')]);
  const page = await opened();
  await page.locator('.grid-row').first().dblclick();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value of n', { exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Stage change' }).click();
  await put(NAME, [item('1', { by: { S: 'somebody' } }), item('2')]);
  await api('UpdateItem', { TableName: NAME, Key: { pk: { S: 'a' }, sk: { S: '1' } }, UpdateExpression: 'SET n = :n', ExpressionAttributeValues: { ':n': { N: '7' } } });
  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByRole('button', { name: 'Merge both' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Nothing is staged').waitFor();
  expect(await itemsOf(NAME)).toContainEqual(item('1', { n: { N: '2' }, by: { S: 'somebody' } }));
});

test('theirs can be taken', async () => {
  await table(NAME, [item('1')]);
  const page = await opened();
  await page.locator('.grid-row').first().dblclick();
  await page.getByRole('button', { name: 'Stage deletion' }).click();
  await put(NAME, [item('1', { n: { N: '5' } })]);
  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await page.getByText('Nothing is staged').waitFor();
  expect(await itemsOf(NAME)).toEqual([item('1', { n: { N: '5' } })]);
});

test('a changed key becomes a delete and a put in the one transaction', async () => {
  await table(NAME, [item('ACTIVE#1', { title: { S: 'post' } })]);
  const page = await opened();
  await page.locator('.grid-row').first().dblclick();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value of sk').fill('');
  await dialog.getByText('The sort key sk must not be empty.').waitFor();
  await dialog.getByLabel('Value of sk').fill('DELETED#1');
  await dialog.getByText('the key changes: delete and put').waitFor();
  await dialog.getByRole('button', { name: 'Stage change' }).click();
  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByText('Key changes: delete and put').waitFor();
  expect(await page.getByRole('status', { name: 'Predicted cost' }).textContent()).toBe('2 actions, 4.0 write units');
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Committed 1 edit for 4.0 write units.').waitFor();
  expect(await itemsOf(NAME)).toEqual([item('DELETED#1', { title: { S: 'post' } })]);
});

test('what DynamoDB would refuse cannot be staged, by form or as JSON', async () => {
  await table(NAME, [item('1')]);
  const page = await opened();
  await page.getByRole('button', { name: 'New item' }).click();
  const dialog = page.getByRole('dialog');
  const stage = dialog.getByRole('button', { name: 'Stage new item' });
  expect(await stage.isDisabled()).toBe(true);
  await dialog.getByLabel('Value of pk').fill('a');
  await dialog.getByLabel('Value of sk').fill('5');
  await dialog.getByRole('button', { name: '+ Attribute' }).click();
  await dialog.getByLabel('Name of new attribute').fill('big');
  await dialog.getByLabel('Type of big').selectOption('N');
  await dialog.getByLabel('Value of big').fill('1'.repeat(39));
  await dialog.getByText('A number has at most 38 significant digits; this one has 39.').waitFor();
  expect(await stage.isDisabled()).toBe(true);
  await dialog.getByLabel('Type of big').selectOption('NS');
  await dialog.getByLabel('Member 1 of big', { exact: true }).fill('1');
  await dialog.getByRole('button', { name: '+ Member' }).click();
  await dialog.getByLabel('Member 2 of big', { exact: true }).fill('1.0');
  await dialog.getByText('A set has each member once.').waitFor();
  await dialog.getByLabel('Member 2 of big', { exact: true }).fill('2');
  await dialog.getByRole('tab', { name: 'DynamoDB JSON' }).click();
  const editor = dialog.getByLabel('Item as DynamoDB JSON');
  await editor.waitFor();
  expect(await editor.textContent()).toContain('"NS"');
  await editor.fill('{"pk": {"S": "a"}, "sk": {"N": "5"}}');
  await dialog.getByText('The sort key sk is a string in this table.').waitFor();
  expect(await stage.isDisabled()).toBe(true);
  await editor.fill('{"pk": {"S": "a"}, "sk": {"S": "5"}, "m": {"M": {"l": {"L": [{"BOOL": true}, {"B": "AP8="}]}}}}');
  await eventually(async () => expect(await stage.isDisabled()).toBe(false));
  await picture(page, 'edit-json');
  await stage.click();
  await page.getByRole('link', { name: 'Staged changes' }).click();
  await page.getByRole('button', { name: 'Commit as one transaction' }).click();
  await page.getByText('Nothing is staged').waitFor();
  const { Item } = await api<{ Item: unknown }>('GetItem', { TableName: NAME, Key: { pk: { S: 'a' }, sk: { S: '5' } } });
  expect(Item).toEqual({ pk: { S: 'a' }, sk: { S: '5' }, m: { M: { l: { L: [{ BOOL: true }, { B: 'AP8=' }] } } } });
});

test('more than 100 actions are not committed together, but edits can be left out', async () => {
  await table(NAME);
  const page = await open('edit');
  await page.evaluate((name) => {
    const edits = Array.from({ length: 101 }, (_, i) => ({ id: String(i), table: name, after: { pk: { S: 'a' }, sk: { S: String(i) } } }));
    sessionStorage.setItem('stator.staged', JSON.stringify(edits));
  }, NAME);
  await page.reload();
  await page.getByText('A transaction takes 100 actions, and these are 101.').waitFor();
  const commit = page.getByRole('button', { name: 'Commit as one transaction' });
  expect(await commit.isDisabled()).toBe(true);
  await page.getByLabel('Include in the commit').last().uncheck();
  await commit.click();
  await page.getByText('Committed 100 edits for 200.0 write units.').waitFor();
  await page.getByText('0 of 1 chosen').waitFor();
  expect(await itemsOf(NAME)).toHaveLength(100);
});
