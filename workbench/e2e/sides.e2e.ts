import { expect, test } from 'vitest';
import { eventually, open, picture, useBrowser } from './harness.ts';

useBrowser();

test('the same item is linked in the table and in a partial index, which is read-only and says what it leaves out', async () => {
  const page = await open('sides?table=Chat&index=by-author');
  const left = page.getByRole('region', { name: 'Table Chat' });
  const right = page.getByRole('region', { name: 'Global index by-author' });
  await left.getByLabel('Value of PK').fill('CHANNEL#general');
  await left.getByLabel('Operator of SK').selectOption('begins_with');
  await left.getByLabel('Value of SK').fill('MSG#');
  await left.getByRole('button', { name: 'Read', exact: true }).click();
  await left.getByText('420 rows').waitFor();
  // One of the messages with reactions, which the index leaves out.
  const row = left.locator('.grid-row', { hasText: /rocket|heart|eyes|plus-one/ }).first();
  const author = await row.getByRole('gridcell').nth(3).textContent();
  await row.getByRole('gridcell').first().click();
  await page.getByRole('button', { name: 'Read its place in the index' }).click();
  await eventually(async () => expect(await right.locator('.grid-row[aria-selected=true]').count()).toBe(1));
  expect(await right.locator('.grid-row[aria-selected=true]').textContent()).toContain(author);
  const status = page.locator('.link-bar');
  await eventually(async () => expect(await status.textContent()).toMatch(/Linked\. The index has \d+ B of \d+ B and leaves out reactions/));
  await right.getByText('partial, read-only').waitFor();
  expect(await right.getByText('not projected').count()).toBeGreaterThan(0);
  await picture(page, 'sides');

  await right.locator('.grid-row[aria-selected=true]').dblclick();
  const panel = page.getByRole('complementary', { name: 'Item' });
  await panel.getByText('Read-only: the index by-author has only a part').waitFor();
  expect(await panel.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Read the whole item' }).click();
  await panel.getByRole('button', { name: 'Edit' }).waitFor();
});

test('an item that a sparse index does not have is told so', async () => {
  const page = await open('sides?table=Chat&index=by-author');
  const left = page.getByRole('region', { name: 'Table Chat' });
  await left.getByLabel('Value of PK').fill('CHANNEL#general');
  await left.getByLabel('Value of SK').fill('META');
  await left.getByRole('button', { name: 'Read', exact: true }).click();
  await left.getByText('1 row for').waitFor();
  await left.locator('.grid-row').first().click();
  await page.getByText('it has no author and no sentAt. The index is sparse.').waitFor();
});
