import { expect, test } from 'vitest';
import { open, picture, useBrowser } from './harness.ts';

useBrowser();

test('the list has every table with its figures', async () => {
  const page = await open('tables?table=Posts');
  const row = page.getByRole('table', { name: 'Tables' }).getByRole('row', { name: /Posts/ });
  await row.getByText('3,300').waitFor();
  expect(await row.textContent()).toContain('1 global 1 local');
  await page.getByRole('table', { name: 'Indexes' }).waitFor();
  await picture(page, 'tables');
});
