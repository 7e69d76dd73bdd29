import { expect, test } from 'vitest';
import { eventually, open, picture, put, table, useBrowser } from './harness.ts';

useBrowser();

test('the preset shows its expression, its slice with both ends, three costs, and the code', async () => {
  const page = await open('builder', { permissions: ['clipboard-read', 'clipboard-write'] });
  const slice = page.getByRole('region', { name: 'Slice' });
  await eventually(async () => expect(await slice.textContent()).toMatch(/Items read2\d\d.*first.*EVENT#2026-06-01.*last.*EVENT#2026-06-30/s));
  const expressions = page.getByRole('region', { name: 'Expressions' });
  expect(await expressions.textContent()).toContain('#hashKey = :hashKeyValue AND begins_with(#rangeKey, :rangeKeyValue)');
  const rows = page.getByRole('table', { name: 'The same question, asked otherwise' }).getByRole('row');
  await eventually(async () => expect(await rows.allTextContents()).toEqual([
    expect.stringContaining('Items read'),
    expect.stringMatching(/^Key condition2\d\d.*×1$/),
    expect.stringMatching(/^Partition key, then a filter900/),
    expect.stringMatching(/^Scan with a filter/),
  ]));
  await page.getByRole('img', { name: /^Of 900 items in the collection, \d+ come before the slice and \d+ after it$/ }).waitFor();
  expect(await page.getByLabel('Code in JS v3', { exact: true }).textContent()).toContain('":hashKeyValue": {"S": "TENANT#acme"}');
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('The code was copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('new QueryCommand({');
  await picture(page, 'builder');
});

test('what one types is in the expression at once, with reserved words behind placeholders, and stays after a refresh', async () => {
  const page = await open('builder');
  await page.getByLabel('Operator of sk').selectOption('between');
  await page.getByLabel('Value of sk', { exact: true }).fill('EVENT#2026-06-10');
  await page.getByLabel('Upper value of sk').fill('EVENT#2026-06-11');
  await page.getByRole('button', { name: '+ Filter' }).click();
  const filter = page.getByRole('group', { name: 'Filter 1' });
  await filter.getByLabel('Attribute').fill('action');
  await filter.getByLabel('Value', { exact: true }).fill('login');
  const expressions = page.getByRole('region', { name: 'Expressions' });
  await eventually(async () => expect(await expressions.textContent()).toContain('#action = :action'));
  expect(await expressions.textContent()).toContain('#rangeKey BETWEEN :rangeKeyValue AND :rangeKeyValue2');
  await page.getByRole('tab', { name: 'Python' }).click();
  await page.reload();
  await eventually(async () => expect(await page.getByLabel('Code in Python').textContent()).toContain('"FilterExpression": "#action = :action"'));
  await eventually(async () => expect(await page.getByRole('region', { name: 'Slice' }).textContent()).toContain('kept by the filter'));
});

test('what DynamoDB would refuse is told where it is', async () => {
  const page = await open('builder');
  await page.getByRole('button', { name: '+ Filter' }).click();
  const filter = page.getByRole('group', { name: 'Filter 1' });
  await filter.getByLabel('Attribute').fill('sk');
  await filter.getByLabel('Value', { exact: true }).fill('x');
  await page.getByRole('region', { name: 'Filter' }).getByRole('alert').getByText('DynamoDB refuses it in a filter').waitFor();
  await filter.getByLabel('Attribute').fill('size');
  await filter.getByLabel('Type').selectOption('N');
  await page.getByRole('region', { name: 'Filter' }).getByText('“x” is not a number.').waitFor();
});

test('an update is built with its condition and its code', async () => {
  await table('Built', [{ pk: { S: 'a' }, sk: { S: 'b' }, count: { N: '1' } }]);
  const page = await open('builder?table=Built');
  await page.getByLabel('Operation', { exact: true }).selectOption('UpdateItem');
  await page.getByLabel('Value of pk', { exact: true }).fill('a');
  await page.getByLabel('Value of sk', { exact: true }).fill('b');
  const change = page.getByRole('group', { name: 'Change 1' });
  await change.getByLabel('Attribute').fill('count');
  await change.getByLabel('Action').selectOption('increment');
  await change.getByLabel('Value', { exact: true }).fill('2');
  await page.getByRole('button', { name: '+ Condition' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByLabel('Attribute').fill('count');
  await condition.getByLabel('Operator').selectOption('<');
  await condition.getByLabel('Type').selectOption('N');
  await condition.getByLabel('Value', { exact: true }).fill('10');
  const expressions = page.getByRole('region', { name: 'Expressions' });
  await eventually(async () => expect(await expressions.textContent()).toContain('SET #count = #count + :count'));
  expect(await expressions.textContent()).toContain('#count < :count2');
  await page.getByRole('tab', { name: 'Java v2' }).click();
  await eventually(async () => expect(await page.getByLabel('Code in Java v2').textContent()).toContain('UpdateItemRequest.builder()'));
  await page.getByRole('tab', { name: 'PartiQL' }).click();
  await eventually(async () => expect(await page.getByLabel('Code in PartiQL').textContent()).toContain('SET "count" = "count" + 2'));
  await picture(page, 'builder-update');
});

test('an index without its partition key is no query, and one with it is predicted', async () => {
  await table('Ranked', [], {
    AttributeDefinitions: ['pk', 'sk', 'group'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })).concat({ AttributeName: 'rank', AttributeType: 'N' }),
    GlobalSecondaryIndexes: [{ IndexName: 'by-rank', KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }, { AttributeName: 'rank', KeyType: 'RANGE' }], Projection: { ProjectionType: 'ALL' } }],
  });
  await put('Ranked', Array.from({ length: 9 }, (_, i) => ({ pk: { S: 'p' }, sk: { S: `s${i}` }, group: { S: 'g' }, rank: { N: String(i) } })));
  const page = await open('builder?table=Ranked');
  await page.getByLabel('Index').selectOption('by-rank');
  await page.getByText('A Query needs the partition key: fill group, or build a Scan.').first().waitFor();
  await page.getByLabel('Value of group', { exact: true }).fill('g');
  await page.getByLabel('Operator of rank').selectOption('>=');
  await page.getByLabel('Value of rank', { exact: true }).fill('6');
  await eventually(async () => expect(await page.getByRole('region', { name: 'Slice' }).textContent()).toMatch(/Items read3.*rank 6.*rank 8/s));
});
