import react from '@vitejs/plugin-react';
import type { ProxyOptions } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Where `npm run dev` and `vite preview` send the API to: a server started with `./stator serve`. */
const server = process.env.STATOR_URL ?? 'http://127.0.0.1:8000';

/** The server refuses pages of other origins. These are the developer's own, so the headers that tell do not go on. */
const forwarded: ProxyOptions = {
  target: server,
  changeOrigin: true,
  configure: (proxy) => {
    proxy.on('proxyReq', (request) => {
      request.removeHeader('origin');
      request.removeHeader('sec-fetch-site');
    });
  },
};

/** The DynamoDB API is POST /, everything under /workbench/api is the workbench's own. The pages themselves come from Vite. */
const proxy = { '^/$': forwarded, '^/workbench/api/': forwarded };

const config: ViteUserConfig = {
  base: '/workbench/',
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2022', sourcemap: false, manifest: true, chunkSizeWarningLimit: 600 },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          environment: 'node',
          // Some start other programs, which a busy machine takes seconds for.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          environment: 'node',
          globalSetup: ['e2e/setup.ts'],
          fileParallelism: false,
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          // A browser on a machine that others use, too, may be too slow once for a click; not twice.
          retry: 2,
        },
      },
    ],
  },
};

export default defineConfig(({ command }) => {
  if (command === 'build') {
    // Tests that build would otherwise get React's development version, which is larger and slower.
    process.env.NODE_ENV = 'production';
  }
  return config;
});
