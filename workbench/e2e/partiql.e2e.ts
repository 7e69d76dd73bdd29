import { expect, test } from 'vitest';
import { SCANS, SLICES } from '../src/screens/partiql/statements.ts';
import { api, eventually, itemsOf, open, picture, table, useBrowser } from './harness.ts';
import type { Page } from 'playwright-core';

useBrowser();

const EDITOR = 'PartiQL statement';
const SCAN_UNITS = 67.5;

async function write(page: Page, statement: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: EDITOR });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(statement);
}

const figures = (page: Page) => page.getByRole('status', { name: 'Result figures' });

test('the example runs, with its units, in the grid, and stays after a refresh', async () => {
  const page = await open('partiql');
  await page.getByText('Reads slices').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await eventually(async () => expect(await figures(page).textContent()).toContain('Items276Consumed units5.5Pages1'));
  await page.getByRole('grid', { name: 'Result' }).getByText('2026-06-01T00:00:58Z').first().waitFor();
  await picture(page, 'partiql');
  await write(page, 'SELECT sk FROM "AuditLog"."by-actor" WHERE actor = \'nobody\'');
  await eventually(async () => expect(decodeURIComponent(page.url())).toContain('nobody'));
  await page.reload();
  await eventually(async () => expect(await page.getByRole('textbox', { name: EDITOR }).textContent()).toContain('nobody'));
});

/** Chooses from the list of completions. The editor takes no click while it makes its list anew, as after each key; a person clicks again. */
async function complete(page: Page, option: string, wanted: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: EDITOR });
  await eventually(async () => {
    if ((await editor.textContent()) !== wanted) {
      await page.getByRole('listbox').getByText(option, { exact: true }).click({ timeout: 500 });
    }
    expect(await editor.textContent()).toBe(wanted);
  });
}

test('tables, indexes and attributes are completed', async () => {
  const page = await open('partiql');
  await write(page, 'SELECT * FROM ');
  await page.keyboard.press('Control+Space');
  await page.getByRole('listbox').getByText('Readings').waitFor();
  await page.keyboard.type('Aud');
  await eventually(async () => expect(await page.getByRole('listbox').getByRole('option').count()).toBe(1));
  await complete(page, 'AuditLog', 'SELECT * FROM "AuditLog"');
  await page.keyboard.type('.');
  await page.keyboard.press('Control+Space');
  await complete(page, 'by-actor', 'SELECT * FROM "AuditLog"."by-actor"');
  await page.keyboard.type(' WHERE ');
  await page.keyboard.press('Control+Space');
  await page.getByRole('listbox').getByText('action', { exact: true }).waitFor();
  await page.keyboard.type('act');
  await page.keyboard.press('Control+Space');
  await complete(page, 'actor', 'SELECT * FROM "AuditLog"."by-actor" WHERE "actor"');
});

test('typing in the editor goes nowhere else', async () => {
  const page = await open('partiql');
  const editor = page.getByRole('textbox', { name: EDITOR });
  await editor.click();
  await page.keyboard.type('g t ?');
  await eventually(async () => expect(await editor.textContent()).toContain('g t ?'));
  expect(page.url()).toContain('#/partiql');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('an error has DynamoDB’s text under the statement, and its place is marked', async () => {
  const page = await open('partiql');
  await write(page, "SELECT * FROM \"AuditLog\" WHERE pk = 'a' AND nonsense(sk, 'x')");
  await page.keyboard.press('ControlOrMeta+Enter');
  const alert = page.getByRole('alert');
  await eventually(async () => expect(await alert.textContent()).toContain('Unrecognized function'));
  await eventually(async () => expect(await page.locator('.cm-lintRange-error').textContent()).toContain('nonsense'));
  await picture(page, 'partiql-error');
  await write(page, "SELECT * FROM \"AuditLog\" WHERE pk = 'a'");
  await eventually(async () => expect(await alert.count()).toBe(0));
});

test('a statement that reads everything is asked about first, with its cost', async () => {
  const page = await open('partiql');
  await write(page, 'SELECT * FROM "AuditLog" WHERE begins_with(pk, \'TENANT#a\')');
  await page.getByText('Full scan').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This statement reads everything' });
  await eventually(async () => expect(await dialog.textContent()).toMatch(/3,600 items.*67\.5 read units/));
  await picture(page, 'partiql-scan');
  await dialog.getByRole('button', { name: 'Back to the statement' }).click();
  expect(await figures(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await dialog.getByRole('button', { name: 'Run the scan' }).click();
  await eventually(async () => expect(await figures(page).textContent()).toContain('Items900Consumed units67.5'));
});

test('parameters are typed, and writes say that they write', async () => {
  await table('Noted');
  const page = await open('partiql');
  await write(page, `INSERT INTO "Noted" VALUE {'pk': ?, 'sk': 'it''s', 'n': ?}`);
  await page.getByRole('group', { name: 'Parameter 1' }).getByLabel('Value of parameter 1').fill('a?');
  const second = page.getByRole('group', { name: 'Parameter 2' });
  await second.getByLabel('Type').selectOption('N');
  await second.getByLabel('Value of parameter 2').fill('12345678901234567890.5');
  expect(await itemsOf('Noted')).toEqual([]);
  await page.getByRole('button', { name: 'Run insert, which writes' }).click();
  await page.getByText('Done, without items').waitFor();
  expect(await itemsOf('Noted')).toEqual([{ pk: { S: 'a?' }, sk: { S: "it's" }, n: { N: '12345678901234567890.5' } }]);
});

test('pages follow one another', async () => {
  const page = await open('partiql?limit=100');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await eventually(async () => expect(await figures(page).textContent()).toContain('Items100'));
  await page.getByRole('button', { name: 'Next page' }).click();
  await eventually(async () => expect(await figures(page).textContent()).toContain('Items200'));
  await page.getByRole('button', { name: 'All pages' }).click();
  await eventually(async () => expect(await figures(page).textContent()).toMatch(/Items276.*Pages3/));
});

test('a text that is no statement by its length alone is refused, and the statement stays', async () => {
  const page = await open('partiql');
  await write(page, 'SELECT * FROM "AuditLog"');
  await page.keyboard.insertText('x'.repeat(20_000));
  await page.getByText('a statement has at most 8,192 characters').first().waitFor();
  expect(await page.getByRole('textbox', { name: EDITOR }).textContent()).toBe('SELECT * FROM "AuditLog"');
});

test('what is listed with IN comes a hundred at once, though DynamoDB gives ten items a request', async () => {
  const page = await open('partiql');
  await write(page, `SELECT * FROM "AuditLog" WHERE pk IN ['TENANT#acme', 'TENANT#globex'] AND begins_with(sk, 'EVENT#2026-06')`);
  await page.getByText('Reads slices').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await eventually(async () => expect(await figures(page).textContent()).toMatch(/^Items100.*Pages10/));
  await page.getByRole('button', { name: 'All pages' }).click();
  await page.getByText('the end was reached').waitFor();
  const found = await figures(page).textContent();
  expect(Number(/^Items(\d+)/.exec(found ?? '')?.[1])).toBeGreaterThan(300);
});

/** All pages of a statement. */
async function unitsOf(statement: string): Promise<number> {
  let units = 0;
  let NextToken: string | undefined;
  do {
    const page: { ConsumedCapacity: { CapacityUnits: number }; NextToken?: string } = await api('ExecuteStatement', { Statement: statement, ReturnConsumedCapacity: 'TOTAL', ...(NextToken ? { NextToken } : {}) });
    units += page.ConsumedCapacity.CapacityUnits;
    NextToken = page.NextToken;
  } while (NextToken);
  return units;
}

test.each(SLICES)('the server agrees that this reads slices: %s', async (statement) => {
  expect(await unitsOf(statement)).toBeLessThan(SCAN_UNITS);
});

test.each(SCANS)('the server agrees that this reads everything: %s', async (statement) => {
  expect(await unitsOf(statement)).toBe(SCAN_UNITS);
});
