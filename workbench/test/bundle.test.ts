/** What a browser loads first, measured on a build of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from 'vite';

const FIRST_LOAD_BYTES_MAX = 400 * 1024;
const root = join(import.meta.dirname, '..');
const dist = join(root, 'target', 'bundle');

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

let manifest: Record<string, Chunk>;

beforeAll(async () => {
  await build({ root, logLevel: 'error', build: { outDir: dist, emptyOutDir: true } });
  manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;
}, 120_000);

/** A chunk with all that it imports without being asked, each once. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(name)) {
    seen.add(name);
    manifest[name]?.imports?.forEach((one) => withImports(one, seen));
  }
  return seen;
}

function gzipBytes(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, manifest[name]?.file ?? ''))).length, 0);
}

describe('the first load', () => {
  const entry = () => Object.entries(manifest).find(([, chunk]) => chunk.isEntry)?.[0] ?? '';

  test('has less than 400 KB of compressed JavaScript, the first screen included', () => {
    const shell = withImports(entry());
    const screens = manifest[entry()]?.dynamicImports ?? [];
    expect(screens.length).toBeGreaterThan(3);
    for (const screen of screens) {
      const size = gzipBytes(withImports(screen, new Set(shell)));
      expect(size, `${screen} with the shell`).toBeLessThan(FIRST_LOAD_BYTES_MAX);
      expect(size).toBeGreaterThan(30_000);
    }
  });

  test('asks no other server for anything', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8');
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) {
      expect(address).toMatch(/^\/workbench\//);
      expect(existsSync(join(dist, address.replace('/workbench/', '')))).toBe(true);
    }
    // Inline code would need a weaker policy than the server sends.
    expect(page).not.toMatch(/<script(?![^>]*src=)/);
  });
});
