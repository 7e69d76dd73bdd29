import { expect, test } from 'vitest';
import { eventually, open, useBrowser, WIDTH } from './harness.ts';

useBrowser();

const API = /^http:\/\/[^/]+\/$/;
const PLACES = ['tables?table=Posts', 'browse?table=AuditLog', 'sides?table=Chat&index=by-author', 'tree?table=Drive', 'edit', 'builder', 'partiql', 'pricing'];

test('a server that does not answer is told with what to do, and trying again helps', async () => {
  const page = await open('edit');
  await page.route(API, (route) => route.abort());
  // Else the list would notice by itself that the server is back.
  await page.route('**/workbench/api/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Tables' }).click();
  await page.getByText('Is it still running? Start it with ./stator serve and try again.').waitFor();
  await page.unroute(API);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Tables' }).getByRole('link', { name: 'AuditLog', exact: true }).waitFor();
});

test('a table whose description fails for a moment is not said to be gone', async () => {
  const page = await open('tables');
  await page.getByRole('link', { name: 'AuditLog', exact: true }).waitFor();
  await page.route(API, (route) => (/"Chat"/.test(route.request().postData() ?? '') ? route.fulfill({ status: 500, json: { __type: 'InternalServerError', message: 'It failed inside.' } }) : route.continue()));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('alert').getByText('It failed inside.').waitFor();
  await page.getByRole('link', { name: 'Chat', exact: true }).waitFor();
  await page.unroute(API);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await eventually(async () => expect(await page.getByRole('alert').count()).toBe(0));
});

test('the theme is the system’s until one is chosen, and a choice is kept', async () => {
  const page = await open('edit', { theme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByText('Nothing is staged').waitFor();
  const dark = await ground();
  await page.getByLabel('Theme').selectOption('light');
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.reload();
  await page.getByText('Nothing is staged').waitFor();
  expect(await ground()).toBe(light);
  await page.getByLabel('Theme').selectOption('system');
  await eventually(async () => expect(await ground()).toBe(dark));
});

test('an address of what does not exist says so', async () => {
  const page = await open('browse?table=Nowhere');
  await page.getByText('There is no table Nowhere').waitFor();
  await page.goto(page.url().replace(/#.*$/, '#/nonsense'));
  await page.getByText('There is no such screen').waitFor();
});

test('the number of staged edits has its place in the navigation', async () => {
  const page = await open('edit');
  await page.evaluate(() => sessionStorage.setItem('stator.staged', JSON.stringify(Array.from({ length: 123 }, (_, i) => ({ id: String(i), table: 'Posts' })))));
  await page.reload();
  const count = page.getByRole('navigation').getByText('123');
  const [inner, outer] = [await count.boundingBox(), await page.getByRole('navigation').boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0) - 4);
});

for (const place of PLACES) {
  test(`${place.replace(/\?.*/, '')} fits into ${WIDTH} pixels, and every control has a name`, async () => {
    const page = await open(place);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate(() => {
      const name = (element: Element) =>
        element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '';
      const controls = [...document.querySelectorAll('button, input, select, textarea, a[href]')];
      return {
        width: document.documentElement.scrollWidth,
        unnamed: controls.filter((control) => name(control).trim() === '').map((control) => control.outerHTML.slice(0, 120)),
        controls: controls.length,
      };
    });
    expect(found.controls).toBeGreaterThan(5);
    expect(found.width).toBeLessThanOrEqual(WIDTH);
    expect(found.unnamed).toEqual([]);
  });
}
