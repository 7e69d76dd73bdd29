/** What every browser test uses: a page of its own, tables of its own, screenshots. */
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';

export const WIDTH = 1280;
export const HEIGHT = 800;
const PATIENCE_MS = 20_000;

/** Files run one after the other in one process, and share what is below. The browser itself ends it all. */
let browser: Browser | undefined;
/** The page that tests use one after the other. A new one costs a second, most of it for a process of its own. */
let shared: Page | undefined;
let isTaken = false;
let opened = 0;
/** Further pages of a test, each in a browser context of its own. */
let contexts: BrowserContext[] = [];
let created: string[] = [];

/** Call once at the top of a test file: connects, and after each test forgets its pages and deletes its tables. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser ??= await chromium.connect(inject('browser'));
  });
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) {
      const name = task.name.replace(/\W+/g, '-').slice(0, 60);
      await Promise.all((browser?.contexts() ?? []).flatMap((context) => context.pages()).map((page, i) => page.screenshot({ path: join(inject('screenshots'), `failed-${name}-${i}.png`) }).catch(() => undefined)));
    }
    if (shared && isTaken && (hasFailed || !(await forget(shared)))) {
      contexts.push(shared.context());
      shared = undefined;
    }
    isTaken = false;
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    await Promise.all(created.map((TableName) => api('DeleteTable', { TableName }).catch(() => undefined)));
    created = [];
  });
}

/** Leaves a page as if it were new; false if that cannot be done. */
async function forget(page: Page): Promise<boolean> {
  try {
    for (const event of ['request', 'response', 'console', 'dialog', 'download'] as const) {
      page.removeAllListeners(event);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().clearPermissions();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('about:blank');
    return true;
  } catch {
    return false;
  }
}

export interface OpenOptions {
  theme?: 'light' | 'dark';
  /** Answers of the clipboard and downloads need no more than this. */
  permissions?: string[];
}

/** Opens the workbench at a place such as `browse?table=AuditLog`, and fails the test on any error of the page. */
export async function open(place: string, options: OpenOptions = {}): Promise<Page> {
  const page = isTaken ? await newPage() : (shared ??= await newPage());
  if (page === shared) {
    isTaken = true;
  } else {
    contexts.push(page.context());
  }
  await page.emulateMedia({ colorScheme: options.theme ?? 'light' });
  await page.context().grantPermissions(options.permissions ?? []);
  // The number makes it another address, so that the page loads anew.
  await page.goto(`${inject('workbench')}?${opened++}#/${place}`);
  return page;
}

function connected(): Browser {
  if (!browser) {
    throw new Error('A test file that opens pages calls useBrowser() first.');
  }
  return browser;
}

async function newPage(): Promise<Page> {
  const context = await connected().newContext({ viewport: { width: WIDTH, height: HEIGHT }, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

/** Calls the DynamoDB API from the test itself. */
export async function api<Output = Record<string, unknown>>(operation: string, input: unknown): Promise<Output> {
  const response = await fetch(inject('endpoint'), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `DynamoDB_20120810.${operation}`,
      'X-Amz-Date': '20260101T000000Z',
      Authorization: 'AWS4-HMAC-SHA256 Credential=e2e/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${operation}: ${text}`);
  }
  return JSON.parse(text) as Output;
}

export type Attributes = Record<string, unknown>;

/** Makes a table with keys pk and sk (S) and items in it; it is deleted after the test. */
export async function table(name: string, items: Attributes[] = [], more: Record<string, unknown> = {}): Promise<void> {
  created.push(name);
  await api('CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    ...more,
  });
  await put(name, items);
}

/** A table that the test makes by clicks is deleted too. */
export function willCreate(name: string): void {
  created.push(name);
}

export async function put(name: string, items: Attributes[]): Promise<void> {
  for (let i = 0; i < items.length; i += 25) {
    await api('BatchWriteItem', { RequestItems: { [name]: items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })) } });
  }
}

/** All items of a table, as the test's own eyes see them. */
export async function itemsOf(name: string): Promise<Attributes[]> {
  return (await api<{ Items: Attributes[] }>('Scan', { TableName: name, ConsistentRead: true })).Items;
}

/** Keeps a picture of the page in light and in dark. */
export async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(inject('screenshots'), `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Waits until an expectation about the page holds; its last failure is the test's. */
export async function eventually(expectation: () => Promise<void> | void): Promise<void> {
  await expect.poll(async () => {
    try {
      await expectation();
      return 'holds';
    } catch (error) {
      return (error as Error).message;
    }
  }, { timeout: PATIENCE_MS, interval: 50 }).toBe('holds');
}
