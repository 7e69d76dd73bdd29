import { expect, test } from 'vitest';
import { eventually, open, picture, useBrowser } from './harness.ts';

useBrowser();

test('a path key is browsed as folders, one level or the whole subtree, each with its key condition and cost', async () => {
  const page = await open('tree?table=Drive');
  await page.getByRole('button', { name: /Look for partition keys/ }).click();
  await page.getByRole('button', { name: 'DRIVE#alice' }).click();
  const tree = page.getByRole('tree', { name: 'Sort keys' });
  await tree.getByRole('treeitem', { name: 'photos/', exact: true }).waitFor();
  expect(await page.getByLabel('Delimiter').inputValue()).toBe('/');
  // Neighbours in byte order are no part of the folder.
  await tree.getByRole('treeitem', { name: 'photos', exact: true }).waitFor();
  await tree.getByRole('treeitem', { name: 'photos-old/', exact: true }).waitFor();
  await tree.getByRole('treeitem', { name: 'music/', exact: true }).getByRole('button').first().click();
  const view = page.getByRole('region', { name: 'Folder' });
  const level = view.getByRole('radio', { name: /One level/ });
  await eventually(async () => expect(await level.textContent()).toMatch(/3 folders, 1 items.*[\d.]+ units in \d requests?/));
  expect(await level.textContent()).toContain('PK = "DRIVE#alice" AND SK BETWEEN "/music/"');
  const whole = view.getByRole('radio', { name: /Whole subtree/ });
  expect(await whole.textContent()).toContain('PK = "DRIVE#alice" AND begins_with(SK, "/music/")');
  await eventually(async () => expect(await whole.textContent()).toMatch(/37 items.*4\.6 KB.*1\.0 units in 1 page/));
  await whole.click();
  await view.getByRole('button', { name: 'Read the subtree' }).click();
  await eventually(async () => expect(await view.getByRole('status', { name: 'Result' }).textContent()).toMatch(/Count37.*Consumed units1\.0/));
  await picture(page, 'tree');
});

test('a refresh keeps the opened folder, and another delimiter makes another tree', async () => {
  const page = await open('tree?table=Chat');
  await page.getByLabel('Value of PK').fill('CHANNEL#random');
  const tree = page.getByRole('tree', { name: 'Sort keys' });
  await tree.getByRole('treeitem', { name: 'Profile#', exact: true }).getByRole('button').first().click();
  await eventually(async () => expect(await tree.getByRole('treeitem', { name: 'Profile#', exact: true }).getByRole('treeitem').count()).toBe(12));
  await page.reload();
  await eventually(async () => expect(await tree.getByRole('treeitem', { name: 'Profile#', exact: true }).getByRole('treeitem').count()).toBe(12));
  await page.getByLabel('Delimiter').selectOption('-');
  await tree.getByRole('treeitem', { name: 'MSG#2026-', exact: true }).waitFor();
});
