import { defineConfig } from 'vitest/config';

/** The journeys that `npm test` walks before every commit, with scripts and without. */
const CORE_JOURNEYS = ['edited-meanwhile', 'first-hour', 'invoices', 'todoist'].map(
  (name) => `tests/journeys/${name}.test.ts`,
);

/** Those that start many processes, wait for retries or take seconds: only in `npm run test:all`. */
const SLOW = [
  'app/invoices/contacts/made-contacts.test.ts',
  'app/invoices/refresh/changes.test.ts',
  'app/platform/backups/backups.test.ts',
  'app/xero/client/faults.test.ts',
  ...[
    'backups',
    'backups-at-start',
    'durations',
    'export',
    'export-restored',
    'files-out',
    'forgotten',
    'history-acts',
    'history-everything',
    'limits',
    'long-writes',
    'malformed-forms',
    'page-sizes',
    'passkeys',
    'planted-secrets',
    'printed-lists',
    'rolled-key',
    'round-trip',
    'route-table',
    'rewrite-batch',
    'rewrite-batch-faults',
    'rewrite-field',
    'start-refusals',
    'todoist-import-once',
    'todoist-schedule',
    'todoist-sync-now',
    'todoist-token',
    'unchanged',
  ].map((name) => `tests/http/${name}.test.ts`),
];

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude },
});

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // Against hanging, not against slowness: a busy machine must not make a test fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: '100%',
    // A worker loads the product once, not once a file; tests share nothing that they change.
    isolate: false,
    // The product is tested as it was built: its bundle is loaded as it is.
    server: { deps: { external: [/\/build\/server\//] } },
    projects: [
      project('rules', ['app/**/*.test.ts', 'db/**/*.test.ts', 'sandbox/**/*.test.ts'], SLOW),
      project('http', ['tests/http/**/*.test.ts'], SLOW),
      project('slow', SLOW),
      project('core', CORE_JOURNEYS),
      project('journeys', ['tests/journeys/**/*.test.ts'], CORE_JOURNEYS),
      project('faults', ['tests/faults/**/*.test.ts']),
      project('screens', ['tests/screens/**/*.test.ts']),
      project('proxies', ['tests/proxies/**/*.test.ts']),
      // Needs two old engines, 200 MB of packages: `npm run test:old-engines` brings them.
      ...(process.env.OLD_ENGINES === undefined
        ? []
        : [project('old-engines', ['tests/old-engines/**/*.test.ts'])]),
    ],
  },
});
