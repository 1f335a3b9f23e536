import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The journeys that `npm test` walks before every commit, with scripts and without. */
const CORE_JOURNEYS = ['edited-meanwhile', 'invoices', 'todoist'].map(
  (name) => `tests/journeys/${name}.test.ts`,
);

/** Those that start many processes, wait for retries or take seconds: only in `npm run test:all`. */
const SLOW = [
  'app/auth/sessions/sessions.test.ts',
  'app/dashboard/statistics/stats.test.ts',
  'app/forgotten/year.test.ts',
  'app/invoices/contacts/client-contact.test.ts',
  'app/invoices/contacts/made-contacts.test.ts',
  'app/invoices/preview/extremes.test.ts',
  'app/invoices/refresh/changes.test.ts',
  'app/invoices/refresh/open-invoices.test.ts',
  'app/invoices/runs/refused-call.test.ts',
  'app/invoices/unmatched/unmatched.test.ts',
  'app/pending-work-logs/suggest/year.test.ts',
  'app/platform/backups/daily.test.ts',
  'app/platform/backups/make-backup.test.ts',
  'app/platform/backups/restore.test.ts',
  'app/todoist/reading/todoist-faults.test.ts',
  'app/transfer/in/upload.test.ts',
  'app/work-logs/list/search.test.ts',
  'app/xero/client/faults.test.ts',
  'db/connection.test.ts',
  'db/history/chain.test.ts',
  'db/history/history.test.ts',
  'db/open-file.test.ts',
  'db/pending-work-logs.test.ts',
  'db/schema.test.ts',
  'db/versions.test.ts',
  ...[
    'api/generated-client',
    'api/openapi-bodies',
    'assistant/hostile',
    'files/export',
    'files/export-restored',
    'files/files-out',
    'files/imports',
    'files/imports-again',
    'files/imports-billed-columns',
    'files/imports-came-before',
    'files/imports-choices',
    'files/imports-dialects',
    'files/imports-lines-changed',
    'files/imports-look',
    'files/imports-many-names',
    'files/imports-move-in',
    'files/imports-own-spreadsheet',
    'files/imports-plain-cells',
    'files/imports-projects',
    'files/imports-sums',
    'files/imports-zero-rates',
    'files/printed-lists',
    'files/round-trip',
    'invoices/billing-profile',
    'invoices/discount',
    'invoices/invoices-screen',
    'invoices/restored',
    'invoices/same-pennies',
    'invoices/take-back',
    'invoices/vat-changes',
    'overview/forgotten',
    'overview/history-acts',
    'overview/history-everything',
    'pages/every-link',
    'pages/malformed-forms',
    'pages/once',
    'pages/page-sizes',
    'pages/settings-saved-again',
    'pages/unchanged',
    'pages/unsent-forms',
    'pages/wrong-forms',
    'rewrite/rewrite-batch',
    'rewrite/rewrite-batch-decided',
    'rewrite/rewrite-batch-faults',
    'rewrite/rewrite-field',
    'security/another-key',
    'security/limits',
    'security/own-forms',
    'security/planted-secrets',
    'security/rolled-key',
    'security/route-table',
    'server/backups',
    'server/backups-at-start',
    'server/commands',
    'server/earlier-version',
    'server/long-writes',
    'server/process',
    'server/server',
    'server/start-refusals',
    'sign-in/passkeys',
    'sign-in/person',
    'sign-in/person-emails',
    'sign-in/person-under-way',
    'todoist/review-jobs',
    'todoist/todoist-import-once',
    'todoist/todoist-import-toasts',
    'todoist/todoist-many',
    'todoist/todoist-rows',
    'todoist/todoist-schedule',
    'todoist/todoist-sync-now',
    'todoist/todoist-texts',
    'todoist/todoist-token',
    'todoist/todoist-undo-since',
    'todoist/todoist-unseen',
    'webhooks/crash',
    'webhooks/deliveries',
    'webhooks/missed',
    'work-logs/durations',
    'work-logs/edited-by-two',
    'work-logs/job-logs',
    'work-logs/work-log-filters',
  ].map((name) => `tests/http/${name}.test.ts`),
];

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude },
});

/** A project that `npm test` runs whole, but for what has more cases in the whole suite: of it the rest is that. */
const tested = (name: string, include: string[], exclude: string[]) =>
  project(name, process.env.TEST_SCOPE === 'rest' ? withMoreCases(include) : include, exclude);

const withMoreCases = (include: string[]) =>
  globSync(include).filter((file) => readFileSync(file, 'utf8').includes('support/cases.ts'));

export default defineConfig({
  test: {
    globalSetup: ['tests/support/server/global-setup.ts'],
    setupFiles: ['tests/support/server/setup.ts'],
    // Against hanging, not against slowness: a busy machine must not make a test fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What a test waits for ends the wait, however busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    // The whole suite waits for pages and processes a part of its time.
    maxWorkers: process.env.TEST_SCOPE === undefined ? '100%' : availableParallelism() + 1,
    // A worker loads the product once, not once a file; tests share nothing that they change.
    isolate: false,
    // The product is tested as it was built: its bundle is loaded as it is.
    server: { deps: { external: [/\/build\/server\//] } },
    projects: [
      tested('rules', ['app/**/*.test.ts', 'db/**/*.test.ts', 'sandbox/**/*.test.ts'], SLOW),
      tested('http', ['tests/http/**/*.test.ts'], SLOW),
      project('slow', SLOW),
      project('core', CORE_JOURNEYS),
      project('journeys', ['tests/journeys/**/*.test.ts'], CORE_JOURNEYS),
      project('faults', ['tests/faults/**/*.test.ts']),
      project('screens', ['tests/screens/**/*.test.ts']),
      project('proxies', ['tests/proxies/**/*.test.ts']),
      project('old-engines', ['tests/old-engines/**/*.test.ts']),
      project('commands', ['tests/commands/**/*.test.ts']),
    ],
  },
});
