import { expect, test } from 'vitest';
import { api, eventually, open, picture, put, table, useBrowser } from './harness.ts';

useBrowser();

const KEY = encodeURIComponent('[["pk","=","TENANT#acme"],["sk","begins_with","EVENT#2026-06"]]');

test('the partition key turns a scan into a query, whose predicted cost is what it consumes', async () => {
  const page = await open('browse?table=AuditLog');
  const access = page.getByRole('status', { name: 'Predicted access' });
  await eventually(async () => expect(await access.textContent()).toMatch(/^Scan3,600 items537\.2 KB67\.5 read units1 page/));
  await page.getByLabel('Value of pk').fill('TENANT#acme');
  await page.getByLabel('Operator of sk').selectOption('begins_with');
  await page.getByLabel('Value of sk').fill('EVENT#2026-06');
  await eventually(async () => expect(await access.textContent()).toMatch(/^Query276 items.*5\.5 read units1 page/));
  await page.getByLabel('Strongly consistent').check();
  await eventually(async () => expect(await access.textContent()).toContain('11.0 read units'));
  await page.getByLabel('Strongly consistent').uncheck();
  await page.getByRole('button', { name: 'Run query' }).click();
  const result = page.getByRole('status', { name: 'Result' });
  await eventually(async () => expect(await result.textContent()).toBe('Count276ScannedCount276Consumed units5.5Pages1'));
  const grid = page.getByRole('grid');
  expect(await grid.getAttribute('aria-rowcount')).toBe('277');
  await picture(page, 'browse');
});

test('every operator of the sort key reads its slice, forwards and backwards', async () => {
  await table('Slices', ['1', '2', '3', '4'].map((sk) => ({ pk: { S: 'a' }, sk: { S: sk } })));
  const page = await open('browse?table=Slices');
  await page.getByLabel('Value of pk').fill('a');
  const expected: [string, string[], string[]][] = [
    ['=', ['2'], ['2']],
    ['<', ['2'], ['1']],
    ['<=', ['2'], ['1', '2']],
    ['>', ['2'], ['3', '4']],
    ['>=', ['2'], ['2', '3', '4']],
    ['between', ['2', '3'], ['2', '3']],
    ['begins_with', ['4'], ['4']],
  ];
  for (const [operator, values, rows] of expected) {
    await page.getByLabel('Operator of sk').selectOption(operator);
    await page.getByLabel('Value of sk', { exact: true }).fill(values[0] ?? '');
    if (values[1]) {
      await page.getByLabel('Upper value of sk').fill(values[1]);
    }
    await page.getByLabel('Value of sk', { exact: true }).press('Enter');
    await eventually(async () => expect(await sortKeys(page)).toEqual(rows));
  }
  await page.getByRole('button', { name: 'Clear sk' }).click();
  await page.getByLabel('Descending').check();
  await page.getByRole('button', { name: 'Run query' }).click();
  await eventually(async () => expect(await sortKeys(page)).toEqual(['4', '3', '2', '1']));
});

async function sortKeys(page: Awaited<ReturnType<typeof open>>): Promise<(string | null)[]> {
  return page.locator('.grid-row > [role=gridcell]:nth-child(3)').allTextContents();
}

test('a filter keeps few of what was read, and “until matches” reads on page by page', async () => {
  const page = await open('browse?table=AuditLog&limit=100');
  await page.getByLabel('Value of pk').fill('TENANT#acme');
  await page.getByRole('button', { name: '+ Filter' }).click();
  const filter = page.getByRole('group', { name: 'Filter 1' });
  await filter.getByLabel('Attribute').fill('request.millis');
  await filter.getByLabel('Operator').selectOption('>');
  await filter.getByLabel('Type').selectOption('N');
  await filter.getByLabel('Value').fill('850');
  await page.getByLabel('Matches to find').fill('20');
  await page.getByRole('button', { name: 'Until matches' }).click();
  const result = page.getByRole('status', { name: 'Result' });
  await eventually(async () => expect(await page.getByText('more to read').count()).toBe(1));
  const figures = /Count(\d+)ScannedCount(\d+)Consumed units([\d.]+)Pages(\d+)/.exec((await result.textContent()) ?? '');
  const [matches, scanned, , pages] = (figures ?? []).slice(1).map(Number);
  expect(matches).toBeGreaterThanOrEqual(20);
  expect(scanned).toBe((pages ?? 0) * 100);
  expect(pages).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Show pages' }).click();
  expect(await page.getByRole('table', { name: 'Pages' }).getByRole('row').count()).toBe((pages ?? 0) + 1);
  await picture(page, 'browse-filter');
  await page.getByRole('button', { name: 'Next page' }).click();
  await eventually(async () => expect(await result.textContent()).toContain(`Pages${(pages ?? 0) + 1}`));
  await page.getByRole('button', { name: 'All pages' }).click();
  await eventually(async () => expect(await result.textContent()).toContain('ScannedCount900'));
  await page.getByText('the end was reached').waitFor();
});

test('long reading shows its progress and can be cancelled and continued', async () => {
  const page = await open('browse?table=AuditLog&limit=10');
  let requests = 0;
  await page.route(/^http:\/\/[^/]+\/$/, async (route) => {
    requests++;
    await new Promise((wake) => setTimeout(wake, 50));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'All pages' }).click();
  await page.getByText(/reading page [3-9]/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('cancelled, can be continued').waitFor();
  const result = page.getByRole('status', { name: 'Result' });
  const read = await result.textContent();
  const before = requests;
  // As slow as a page is, so that the next one would have been asked for by then.
  await page.evaluate(() => fetch('/', { method: 'POST' }));
  expect(requests).toBe(before + 1);
  expect(await result.textContent()).toBe(read);
  const rows = Number(/Count(\d+)/.exec(read ?? '')?.[1]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await eventually(async () => expect(await result.textContent()).toContain(`Count${rows + 10}`));
});

test('a link shows its result, a refresh keeps it, and the back button returns', async () => {
  const page = await open(`browse?table=AuditLog&key=${KEY}&run=1`);
  const result = page.getByRole('status', { name: 'Result' });
  await eventually(async () => expect(await result.textContent()).toContain('Count276'));
  await page.reload();
  await eventually(async () => expect(await result.textContent()).toContain('Count276'));
  expect(await page.getByLabel('Value of sk').inputValue()).toBe('EVENT#2026-06');
  await page.getByLabel('Index').selectOption('by-actor');
  await page.getByLabel('Value of actor').waitFor();
  expect(page.url()).toContain('index=by-actor');
  await page.goBack();
  await page.getByLabel('Value of pk').waitFor();
  await eventually(async () => expect(await page.getByLabel('Value of pk').inputValue()).toBe('TENANT#acme'));
  await eventually(async () => expect(await result.textContent()).toContain('Count276'));
});

test('rows whose key has another format than the row above are marked, and say why', async () => {
  const sorted = [
    'EVENT#2026-06-01T00:00:00Z#a',
    'EVENT#2026-06-02T00:00:00.123Z#b',
    'EVENT#2026-06-03T00:00:00.456Z#c',
    'EVENT#2026-06-04T02:00:00.000+02:00#d',
    'EVENT#2026-06-05T02:00:00.000+02:00#e#extra',
    'v1',
    'v10',
    'v2',
  ];
  await table('Formats', sorted.map((sk) => ({ pk: { S: 'a' }, sk: { S: sk } })));
  const page = await open(`browse?table=Formats&key=${encodeURIComponent('[["pk","=","a"]]')}&run=1`);
  await eventually(async () => expect(await sortKeys(page)).toEqual(sorted));
  const marked = page.locator('.grid-row.format-changed');
  expect(await marked.locator('[role=gridcell]:nth-child(3)').allTextContents()).toEqual([sorted[1], sorted[3], sorted[4], sorted[6], sorted[7]]);
  const reasons = await Promise.all((await marked.locator('.gutter').all()).map((cell) => cell.getAttribute('title')));
  expect(reasons[0]).toMatch(/precise to 3 digits of a second here, to seconds above/);
  expect(reasons[1]).toMatch(/ends in an offset here, in Z above/);
  expect(reasons[2]).toMatch(/4 parts here, 3 parts in the row above/);
  expect(reasons[3]).toMatch(/without zeros in front/);
  const note = page.getByRole('status', { name: 'Key format' });
  expect(await note.textContent()).toContain('5 rows have a sort key of another format');
  await note.getByRole('button', { name: 'Next' }).click();
  await note.getByText('Row 2: The time is precise to 3 digits').waitFor();
  await note.getByRole('button', { name: 'Next' }).click();
  await note.getByText('Row 4: The time ends in an offset here').waitFor();
  await picture(page, 'browse-formats');
  await note.getByRole('button', { name: 'Previous' }).click();
  await note.getByText('Row 2:').waitFor();
});

test('numbers keep every digit; sets, binary and documents are shown by type', async () => {
  const all = {
    pk: { S: 'a' },
    sk: { S: '1' },
    big: { N: '12345678901234567890123456789012345678' },
    small: { N: '0.00000000000000000000000000000000012345' },
    bin: { B: 'AP8Q' },
    names: { SS: ['b', 'a'] },
    ns: { NS: ['1', '22222222222222222222'] },
    doc: { M: { list: { L: [{ S: 'x' }, { N: '1.10' }, { NULL: true }, { BOOL: false }] } } },
  };
  await table('Types', [all, { pk: { S: 'a' }, sk: { S: '2' }, empty: { S: '' } }]);
  const page = await open(`browse?table=Types&key=${encodeURIComponent('[["pk","=","a"]]')}&run=1`);
  await page.locator('.grid-row').first().waitFor();
  const text = await page.locator('.grid-row').first().textContent();
  expect(text).toContain('12345678901234567890123456789012345678');
  expect(text).toContain('0.00000000000000000000000000000000012345');
  expect(text).toContain('0x 00 ff 10');
  expect(text).toMatch(/⟨"[ab]", "[ab]"⟩/);
  expect(text).toMatch(/22222222222222222222/);
  expect(text).toContain('{list: ["x", 1.1, null, false]}');
  await page.locator('.grid-row').first().dblclick();
  const panel = page.getByRole('complementary', { name: 'Item' });
  expect(await panel.textContent()).toMatch(/big.*Number.*doc.*Map.*list.*List.*\[0\].*x/);
  await picture(page, 'browse-types');
});

test('a refusal is shown in DynamoDB’s words, and an empty result says what to do', async () => {
  const page = await open('browse?table=AuditLog');
  await page.getByLabel('Value of pk').fill('TENANT#nobody');
  await page.getByRole('button', { name: 'Run query' }).click();
  await page.getByText('The slice is empty. Check the key values').waitFor();
  await page.getByRole('button', { name: '+ Filter' }).click();
  const filter = page.getByRole('group', { name: 'Filter 1' });
  await filter.getByLabel('Attribute').fill('sk');
  await filter.getByLabel('Operator').selectOption('exists');
  await page.getByRole('button', { name: 'Run query' }).click();
  await page.getByRole('alert').getByText(/Filter Expression can only contain non-primary key attributes/).waitFor();
});

test('the keyboard alone runs a query and opens an item', async () => {
  await table('Keys', ['1', '2', '3'].map((sk) => ({ pk: { S: 'a' }, sk: { S: sk } })));
  const page = await open('tables');
  await page.getByRole('table', { name: 'Tables' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.getByLabel('Table', { exact: true }).selectOption('Keys');
  await page.getByLabel('Value of pk').focus();
  await page.keyboard.type('a');
  await page.keyboard.press('Control+Enter');
  await eventually(async () => expect(await sortKeys(page)).toEqual(['1', '2', '3']));
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Item' });
  await panel.waitFor();
  expect(await panel.locator('dd').nth(1).textContent()).toBe('2');
  await page.keyboard.press('End');
  await eventually(async () => expect(await panel.locator('dd').nth(1).textContent()).toBe('3'));
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Run the query').waitFor();
});

test('100,000 rows scroll with few rows in the document and no long frame', async () => {
  const items = Array.from({ length: 100_000 }, (_, i) => ({ pk: { S: 'a' }, sk: { S: `ROW#${String(i).padStart(6, '0')}` }, n: { N: String(i) } }));
  await table('Many');
  for (let i = 0; i < items.length; i += 2_000) {
    await Promise.all(Array.from({ length: 80 }, (_, j) => put('Many', items.slice(i + j * 25, i + j * 25 + 25))));
  }
  const page = await open(`browse?table=Many&key=${encodeURIComponent('[["pk","=","a"]]')}`);
  await page.getByRole('button', { name: 'All pages' }).click();
  await page.getByText('the end was reached').waitFor({ timeout: 60_000 });
  expect(await page.getByRole('status', { name: 'Result' }).textContent()).toMatch(/^Count100,000ScannedCount100,000/);
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001');
  const frames = await page.getByRole('grid').evaluate(async (grid) => {
    const times: number[] = [];
    let rowsMax = 0;
    const end = grid.scrollHeight - grid.clientHeight;
    let last = performance.now();
    for (let step = 1; step <= 60; step++) {
      grid.scrollTop = (end * step) / 60;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      times.push(performance.now() - last);
      last = performance.now();
      rowsMax = Math.max(rowsMax, grid.querySelectorAll('.grid-row').length);
    }
    times.sort((a, b) => a - b);
    return { quick: times[15] ?? 0, rowsMax };
  });
  expect(frames.rowsMax).toBeLessThan(80);
  // Of a busy machine only the quicker frames tell what the grid itself takes; a document of all rows takes seconds for each.
  expect(frames.quick).toBeLessThan(300);
  await page.getByText('ROW#099999').waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.getByText('ROW#000000').waitFor();
  await picture(page, 'browse-many');
}, 180_000);

test('browsing writes nothing', async () => {
  const operations = new Set<string>();
  const page = await open('tables');
  page.on('request', (request) => {
    const target = request.headers()['x-amz-target'];
    if (target) {
      operations.add(target.replace(/^.*\./, ''));
    }
  });
  const places: [string, string][] = [
    ['tables?table=Posts', 'Browse items'],
    [`browse?table=AuditLog&key=${KEY}&run=1`, 'EVENT#2026-06-01'],
    ['sides?table=Chat&index=by-author&read=1&iread=1', 'CHANNEL#'],
    [`tree?table=Drive&key=${encodeURIComponent('[["PK","=","DRIVE#bob"]]')}`, 'photos-old/'],
    ['edit', 'Nothing is staged'],
  ];
  for (const [place, shown] of places) {
    await page.goto(page.url().replace(/#.*$/, `#/${place}`));
    await page.getByText(shown).first().waitFor();
  }
  expect([...operations].filter((name) => !/^(List|Describe|Query|Scan|Get|BatchGet)/.test(name))).toEqual([]);
  expect(operations).toContain('Query');
  const { TableNames } = await api<{ TableNames: string[] }>('ListTables', {});
  expect(TableNames).toContain('Posts');
});
