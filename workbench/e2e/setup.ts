/** Starts what all tests share: one server in memory with the demo tables, the built workbench, one browser. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
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
  const server = spawn(join(root, 'stator'), ['serve', '--memory', '--demo', '--port', '0', '--ready-file', ready], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endpoint = await addressOf(server, ready);
  const browser = await chromium.launchServer({ executablePath, headless: true, args: FLAGS, host: '127.0.0.1' });
  const screenshots = join(workbench, 'target', 'screenshots');
  mkdirSync(screenshots, { recursive: true });
  project.provide('endpoint', endpoint);
  project.provide('workbench', `${endpoint}/workbench/`);
  project.provide('browser', browser.wsEndpoint());
  project.provide('screenshots', screenshots);
  return async () => {
    await browser.close();
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
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
