/** Scripts of npm that need no short form here: a test of the whole suite, or `.ci/run`, does what they do. */
export const ELSEWHERE: Record<string, string> = {
  build: '.ci/run',
  start: 'tests/http/server/process.test.ts',
  dev: 'tests/commands/started.test.ts',
  demo: 'tests/journeys/demo.test.ts',
  'login-link': 'tests/commands/started.test.ts',
  backup: 'tests/commands/started.test.ts',
  'backup:verify': 'tests/commands/started.test.ts',
  restore: 'tests/commands/started.test.ts',
  check: '.ci/run',
  format: '.ci/run',
  test: '.ci/run',
  'test:all': '.ci/run',
  prove: 'tests/commands/short.test.ts',
  actions: 'tests/journeys/actions.test.ts',
};

/** Proofs of `npm run prove`, likewise. */
export const PROVED_ELSEWHERE: Record<string, string> = {
  'security-table': 'app/security-table.test.ts',
  'security-routes': 'tests/http/security/route-table.test.ts',
  'exactly-once': 'tests/faults/invoices.test.ts',
  accessibility: 'tests/screens/axe.test.ts',
  imports: 'tests/faults/imports-hostile.test.ts',
  line: 'tests/faults/every-form.test.ts',
  // Where there is a C compiler.
  power: 'tests/faults/power.test.ts',
  // With the Chromium of today.
  'old-engines': 'tests/old-engines/old-engines.test.ts',
  // Where Caddy and nginx are.
  proxies: 'tests/proxies/proxies.test.ts',
  actions: 'tests/journeys/actions.test.ts',
};
