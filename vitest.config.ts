import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The product is tested as it was built: its bundle is loaded as it is.
    server: { deps: { external: [/\/build\/server\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['app/**/*.test.ts', 'db/**/*.test.ts', 'sandbox/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'http', include: ['tests/http/**/*.test.ts'] } },
      { extends: true, test: { name: 'faults', include: ['tests/faults/**/*.test.ts'] } },
      { extends: true, test: { name: 'journeys', include: ['tests/journeys/**/*.test.ts'] } },
      { extends: true, test: { name: 'screens', include: ['tests/screens/**/*.test.ts'] } },
    ],
  },
});
