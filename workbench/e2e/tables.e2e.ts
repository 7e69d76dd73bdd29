import { expect, test } from 'vitest';
import { api, eventually, open, picture, put, table, useBrowser, willCreate } from './harness.ts';

useBrowser();

test('the list has every table with its figures, and its details its indexes', async () => {
  type Counted = { ItemCount: number; IndexName?: string };
  const { Table } = await api<{ Table: Counted & { GlobalSecondaryIndexes: Counted[] } }>('DescribeTable', { TableName: 'Posts' });
  const due = Table.GlobalSecondaryIndexes.find((index) => index.IndexName === 'due');
  expect(Table.ItemCount).toBeGreaterThan(1_000);
  const page = await open('tables?table=Posts');
  const row = page.getByRole('table', { name: 'Tables' }).getByRole('row', { name: /Posts/ });
  await row.getByText(Table.ItemCount.toLocaleString('en-US')).waitFor();
  const text = await row.textContent();
  expect(text).toContain('PK S');
  expect(text).toContain('1 global 1 local');
  expect(text).toMatch(/1\.\d MB/);
  const indexes = page.getByRole('table', { name: 'Indexes' });
  await indexes.waitFor();
  expect(await indexes.getByRole('row', { name: /by-likes/ }).textContent()).toContain('keys, title');
  expect(await indexes.getByRole('row', { name: /due/ }).textContent()).toMatch(new RegExp(`due_shard S.*due_at N.*keys only.*${due?.ItemCount.toLocaleString('en-US')}`));
  await picture(page, 'tables');
});

test('a table is created with keys, indexes, projections and billing', async () => {
  willCreate('Orders');
  const page = await open('tables');
  await page.getByRole('button', { name: 'Create table' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a table' });
  await dialog.getByRole('button', { name: 'Create table' }).click();
  await dialog.getByText('The table’s name is 3 to 255').waitFor();
  await dialog.getByLabel('Table name').fill('Orders');
  await dialog.getByLabel('Partition key name').fill('customer');
  await dialog.getByLabel('Sort key name').fill('placed');
  await dialog.getByLabel('Sort key type').selectOption('N');
  await dialog.getByRole('button', { name: '+ Local index' }).click();
  const local = dialog.getByRole('group', { name: /^Local index/ });
  await local.getByLabel('Local index name').fill('by-total');
  await local.getByLabel('Sort key name').fill('total');
  await local.getByLabel('Sort key type').selectOption('N');
  await dialog.getByRole('button', { name: '+ Global index' }).click();
  const global = dialog.getByRole('group', { name: /^Global index/ });
  await global.getByLabel('Global index name').fill('by-place');
  await global.getByLabel('Partition key name').fill('country');
  await global.getByRole('button', { name: '+ Another partition key attribute' }).click();
  await global.getByLabel('Partition key 2 name').fill('city');
  await global.getByRole('button', { name: '+ Sort key' }).click();
  await global.getByLabel('Sort key name').fill('day');
  await global.getByRole('button', { name: '+ Another sort key attribute' }).click();
  await global.getByLabel('Sort key 2 name').fill('total');
  await global.getByLabel('Sort key 2 type').selectOption('N');
  await global.getByLabel('Projection').selectOption('INCLUDE');
  await global.getByLabel('Attributes, separated by commas').fill('status, note');
  await dialog.getByLabel('Provisioned').check();
  await dialog.getByRole('group', { name: 'Billing' }).getByLabel('Read units').fill('7');
  await dialog.getByLabel('Stream').selectOption('NEW_AND_OLD_IMAGES');
  await picture(page, 'tables-create');
  await dialog.getByRole('button', { name: 'Create table' }).click();
  await page.getByText('Table Orders was created.').waitFor();
  const { Table } = await api<{ Table: Record<string, unknown> }>('DescribeTable', { TableName: 'Orders' });
  expect(Table).toMatchObject({
    KeySchema: [
      { AttributeName: 'customer', KeyType: 'HASH' },
      { AttributeName: 'placed', KeyType: 'RANGE' },
    ],
    ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 5 },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    LocalSecondaryIndexes: [{ IndexName: 'by-total', Projection: { ProjectionType: 'ALL' } }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-place',
        KeySchema: [
          { AttributeName: 'country', KeyType: 'HASH' },
          { AttributeName: 'city', KeyType: 'HASH' },
          { AttributeName: 'day', KeyType: 'RANGE' },
          { AttributeName: 'total', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE' },
      },
    ],
  });
});

test('a table is changed: index, billing, time to live, stream, deletion protection', async () => {
  await table('Changing', [{ pk: { S: 'a' }, sk: { S: '1' }, kind: { S: 'x' } }]);
  const page = await open('tables?table=Changing');
  const details = page.getByRole('region', { name: 'Table Changing' });
  const described = async () => (await api<{ Table: Record<string, unknown> }>('DescribeTable', { TableName: 'Changing' })).Table;

  await details.getByRole('button', { name: 'Add global index' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a global index to Changing' });
  await dialog.getByLabel('Global index name').fill('by-kind');
  await dialog.getByLabel('Partition key name').fill('kind');
  await dialog.getByRole('button', { name: 'Add index' }).click();
  await page.getByText('Index by-kind is being filled.').waitFor();
  await eventually(async () => expect(await described()).toMatchObject({ GlobalSecondaryIndexes: [{ IndexName: 'by-kind', IndexStatus: 'ACTIVE' }] }));
  await eventually(async () => expect(await details.getByRole('row', { name: /by-kind/ }).textContent()).toMatch(/global.*kind S.*all.*1.*active/));

  const billing = details.getByRole('group', { name: 'Billing' });
  await billing.getByLabel('Billing mode').selectOption('p');
  await billing.getByLabel('Read units').fill('12');
  await billing.getByRole('button', { name: 'Apply billing' }).click();
  await page.getByText('The table has 12 read and 5 write units, and so has each global index.').waitFor();
  await eventually(async () => expect(await described()).toMatchObject({ ProvisionedThroughput: { ReadCapacityUnits: 12 } }));
  await billing.getByLabel('Throughput of').selectOption('by-kind');
  await billing.getByLabel('Write units').fill('9');
  await billing.getByRole('button', { name: 'Apply billing' }).click();
  await page.getByText('The index by-kind has 12 read and 9 write units.').waitFor();
  await eventually(async () => expect(await described()).toMatchObject({ GlobalSecondaryIndexes: [{ ProvisionedThroughput: { WriteCapacityUnits: 9 } }] }));

  const ttl = details.getByRole('group', { name: 'Time to live' });
  await ttl.getByLabel('Time to live attribute').fill('expires');
  await ttl.getByRole('button', { name: 'Switch on' }).click();
  await ttl.getByText('Items expire at the second in expires').waitFor();

  await details.getByRole('group', { name: 'Stream' }).getByRole('button', { name: 'Switch on' }).click();
  await details.getByText('Records have new and old images').waitFor();
  expect(await described()).toMatchObject({ StreamSpecification: { StreamEnabled: true } });

  await details.getByLabel('Refuse to delete this table').click();
  await page.getByText('Deletion protection is on.').waitFor();
  expect(await described()).toMatchObject({ DeletionProtectionEnabled: true });
  await page.getByRole('button', { name: 'Delete Changing', exact: true }).click();
  const remove = page.getByRole('dialog', { name: 'Delete Changing?' });
  await remove.getByRole('textbox').fill('Changing');
  await remove.getByRole('button', { name: 'Delete table' }).click();
  await remove.getByRole('alert').getByText(/deletion protection/i).waitFor();
  await remove.getByRole('button', { name: 'Keep it' }).click();
  await details.getByLabel('Refuse to delete this table').click();
  await page.getByText('Deletion protection is off.').waitFor();

  await details.getByRole('button', { name: 'Remove by-kind' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove index by-kind?' });
  await removing.getByRole('textbox').fill('by-kind');
  await removing.getByRole('button', { name: 'Remove index' }).click();
  await eventually(async () => expect((await described()).GlobalSecondaryIndexes).toBeUndefined());
});

test('a table is deleted only after its name was typed', async () => {
  await table('Leaving', [{ pk: { S: 'a' }, sk: { S: '1' } }]);
  const page = await open('tables');
  await page.getByRole('button', { name: 'Delete Leaving', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Leaving?' });
  const button = dialog.getByRole('button', { name: 'Delete table' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Leavin');
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Leaving');
  await picture(page, 'tables-delete');
  await button.click();
  await page.getByText('Table Leaving was deleted.').waitFor();
  const { TableNames } = await api<{ TableNames: string[] }>('ListTables', {});
  expect(TableNames).not.toContain('Leaving');
});

test('a table that another client makes appears, and its figures follow its items', async () => {
  const page = await open('tables');
  await page.getByRole('link', { name: 'AuditLog', exact: true }).waitFor();
  await table('Elsewhere');
  const row = page.getByRole('table', { name: 'Tables' }).getByRole('row', { name: /Elsewhere/ });
  await row.waitFor();
  await put('Elsewhere', [{ pk: { S: 'a' }, sk: { S: '1' } }, { pk: { S: 'a' }, sk: { S: '2' } }]);
  await eventually(async () => expect(await row.textContent()).toMatch(/pk Ssk S212 B/));
});
