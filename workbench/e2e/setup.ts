/**
 * Starts what all tests share: one server in memory with the demo tables, which also serves the pages, and one browser. With
 * STATOR_E2E_ENDPOINT it takes a server that runs already, and the pages that `npm run build` made: quicker while one works on them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the DynamoDB API is. */
    endpoint: string;
    /** Where the workbench is, with a slash at the end. */
    workbench: string;
    /** Where tests connect to the browser. */
    browser: string;
    /** The folder for screenshots. */
    screenshots: string;
  }
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SERVER_START_MS = 240_000;

const workbench = resolve(import.meta.dirname, '..');
const root = resolve(workbench, '..');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error('There is no Chromium. Install it, for example with: apt-get install -y chromium');
  }
  const folder = mkdtempSync(join(tmpdir(), 'stator-e2e-'));
  const ready = join(folder, 'ready');
  const given = process.env.STATOR_E2E_ENDPOINT;
  const server = given === undefined ? startServer(ready) : undefined;
  const endpoint = given ?? (await addressOf(server as ChildProcess, ready));
  const pages = given === undefined ? undefined : await servePages(given);
  const browser = await chromium.launchServer({ executablePath, headless: true, args: FLAGS, host: '127.0.0.1' });
  const screenshots = join(workbench, 'target', 'screenshots');
  mkdirSync(screenshots, { recursive: true });
  project.provide('endpoint', endpoint);
  project.provide('workbench', `${pages?.origin ?? endpoint}/workbench/`);
  project.provide('browser', browser.wsEndpoint());
  project.provide('screenshots', screenshots);
  return async () => {
    await browser.close();
    await pages?.close();
    server?.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
}

function startServer(ready: string): ChildProcess {
  return spawn(join(root, 'stator'), ['serve', '--memory', '--demo', '--port', '0', '--ready-file', ready], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** What `npm run build` made, over a server that runs already and has older pages. */
async function servePages(endpoint: string): Promise<{ origin: string; close: () => Promise<void> }> {
  process.env.STATOR_URL = endpoint;
  const server = await preview({ root: workbench, preview: { port: 0, host: '127.0.0.1' } });
  const address = server.httpServer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Waits until the server has written where it listens. */
async function addressOf(server: ChildProcess, ready: string): Promise<string> {
  const deadline = Date.now() + SERVER_START_MS;
  while (!existsSync(ready)) {
    if (server.exitCode !== null) {
      throw new Error(`The server ended with code ${server.exitCode} before it was ready; its messages are above.`);
    }
    if (Date.now() > deadline) {
      server.kill('SIGTERM');
      throw new Error('The server was not ready in time.');
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return readFileSync(ready, 'utf8').trim().replace(/\/$/, '');
}
