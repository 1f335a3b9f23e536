/**
 * The floors of the house (docs/architecture.md): an import only goes down, types included.
 * `npm run check` holds them.
 */

const ROUTE_MODULE = '\\.route\\.tsx?$|/api\\.[^/]+\\.ts$';
const TEST = '\\.test\\.tsx?$';
/** The words that the schema holds columns to: constants, which need no database. */
const WORDS = '^db/words\\.ts$';
const ROOMS =
  '^app/(ai|auth|clients|dashboard|invoices|pending-work-logs|settings|shell|todoist|users|work-logs|work-types|xero)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Two modules that need each other are one, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'database-is-the-ground',
      comment: 'db/ imports nothing above it.',
      severity: 'error',
      from: { path: '^db/', pathNot: TEST },
      to: { path: '^(app|sandbox|tests|scripts)/|^server\\.ts$' },
    },
    {
      name: 'lib-is-pure',
      comment: 'lib/ is rules without a feature, a request, a process or a database.',
      severity: 'error',
      from: { path: '^app/lib/', pathNot: TEST },
      to: { path: '^(app|db)/', pathNot: `^app/lib/|${WORDS}` },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: TEST },
      to: { path: '^(app|db)/', pathNot: '^app/(ui|lib)/' },
    },
    {
      name: 'plumbing-knows-no-feature',
      comment: 'http/ is the plumbing of the web, platform/ that of the process.',
      severity: 'error',
      from: { path: '^app/(http|platform)/', pathNot: TEST },
      to: { path: ROOMS },
    },
    {
      name: 'platform-knows-no-web',
      severity: 'error',
      from: { path: '^app/platform/', pathNot: TEST },
      to: { path: '^app/(http|ui)/' },
    },
    {
      name: 'nothing-imports-a-route-module',
      comment: 'Only the route table names one.',
      severity: 'error',
      from: { path: '^(app|db)/' },
      to: { path: ROUTE_MODULE, pathNot: TEST },
    },
    {
      name: 'rules-know-no-use-case',
      comment: 'A pure rule runs anywhere; a use-case needs the server.',
      severity: 'error',
      from: {
        path: '^app/.+\\.ts$',
        pathNot: `\\.server\\.ts$|${ROUTE_MODULE}|${TEST}|^app/routes\\.ts$`,
      },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-server-opens-the-database',
      comment: 'A screen gets data from a use-case.',
      severity: 'error',
      from: { path: '^app/', pathNot: `\\.server\\.ts$|${TEST}` },
      to: { path: '^db/', pathNot: WORDS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'an-accounting-system-is-a-ledger',
      comment:
        'Xero is known where services are made and by its card; all others know invoices/ledger.ts.',
      severity: 'error',
      from: {
        path: '^(app|db|server)',
        pathNot: `^app/xero/|^app/(start|context)\\.server\\.ts$|^app/settings/|${TEST}`,
      },
      to: { path: '^app/xero/' },
    },
    {
      name: 'completed-tasks-come-from-a-task-source',
      comment:
        'Todoist is known where services are made and by its card; all others know TaskSource.',
      severity: 'error',
      from: {
        path: '^(app|db|server)',
        pathNot: `^app/todoist/|^app/(start|context)\\.server\\.ts$|^app/settings/|${TEST}`,
      },
      to: { path: '^app/todoist/' },
    },
    {
      name: 'the-server-runs-the-build',
      comment: 'server.ts takes of app/ nothing but its build, and types.',
      severity: 'error',
      from: { path: '^server\\.ts$' },
      to: { path: '^(app|db)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-product-knows-no-stand-in',
      severity: 'error',
      from: { path: '^(app|db)/|^server\\.ts$', pathNot: TEST },
      to: { path: '^(sandbox|tests|scripts)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
