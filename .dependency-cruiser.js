/**
 * Which parts of the product may import which (docs/architecture.md). Like floors of a house:
 * imports, also of types, only go down. `npm run check` enforces these rules.
 */

const ROUTE_MODULE = '\\.route\\.tsx?$';
const TEST = '\\.test\\.tsx?$';
/** The fixed words of columns: plain constants, which need no database. */
const WORDS = '^db/words\\.ts$';
/** Where services are made and typed, the cards of what is connected, and the table of the API. */
const MADE_HERE =
  '^app/(api\\.server|start\\.server|services\\.server|ports|cards|cards\\.server)\\.ts$';
/** The floors of the house, from the ground up, and the folders on each. */
const FLOORS = [
  ['lib'],
  ['records'],
  ['platform', 'ui'],
  ['http', 'users'],
  ['auth'],
  ['ai', 'history', 'offline'],
  ['clients', 'webhooks', 'work-types'],
  ['jobs'],
  ['work-logs'],
  ['invoices', 'pending-work-logs', 'people'],
  ['forgotten', 'rewrites', 'todoist', 'transfer', 'xero'],
  ['dashboard', 'shell'],
  ['assistant', 'reports', 'settings'],
  ['client-page'],
];
const inFolders = (folders) => `^app/(${folders.join('|')})/`;
/** The folders of features. */
const ROOMS = inFolders([...FLOORS.slice(4).flat(), 'users']);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...FLOORS.map((folders, floor) => ({
      name: `floor-${floor + 1}`,
      comment: 'A folder uses those on the floors below it, so no two use each other.',
      severity: 'error',
      from: { path: inFolders(folders), pathNot: TEST },
      to: { path: inFolders(FLOORS.slice(floor).flat()), pathNot: '^app/$1/' },
    })),
    {
      name: 'every-folder-has-a-floor',
      comment: 'Put a new folder on the lowest floor above all that it uses, in FLOORS.',
      severity: 'error',
      from: {},
      to: { path: '^app/[^/]+/', pathNot: `${inFolders(FLOORS.flat())}|^app/styles/` },
    },
    {
      name: 'no-circle',
      comment: 'Merge two modules that import each other, or move what both need into a third.',
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
      comment: 'lib/ holds pure rules, which know no feature, request, process or database.',
      severity: 'error',
      from: { path: '^app/lib/', pathNot: TEST },
      to: { path: '^(app|db)/', pathNot: `^app/lib/|${WORDS}` },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'ui/ holds components that any feature can use.',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: TEST },
      to: { path: '^(app|db)/', pathNot: '^app/(ui|lib)/' },
    },
    {
      name: 'plumbing-knows-no-feature',
      comment: 'http/ is the plumbing of the web, platform/ the plumbing of the process.',
      severity: 'error',
      from: { path: '^app/(http|platform)/', pathNot: TEST },
      to: { path: ROOMS },
    },
    {
      name: 'platform-knows-no-web',
      comment: 'platform/ serves the whole process, also scripts without a web server.',
      severity: 'error',
      from: { path: '^app/platform/', pathNot: TEST },
      to: { path: '^app/(http|ui)/' },
    },
    {
      name: 'nothing-imports-a-route-module',
      comment: 'Only app/routes.ts names route modules.',
      severity: 'error',
      from: { path: '^(app|db)/' },
      to: { path: ROUTE_MODULE, pathNot: TEST },
    },
    {
      name: 'rules-know-no-use-case',
      comment:
        'A module without .server in its name also runs in the browser; use-cases run on the server only.',
      severity: 'error',
      from: {
        path: '^app/.+\\.ts$',
        pathNot: `\\.server\\.ts$|${ROUTE_MODULE}|${TEST}|^app/routes\\.ts$`,
      },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-server-opens-the-database',
      comment: 'A screen gets its data from a use-case.',
      severity: 'error',
      from: { path: '^app/', pathNot: `\\.server\\.ts$|${TEST}` },
      to: { path: '^db/', pathNot: WORDS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'an-accounting-system-is-a-ledger',
      comment:
        'Only where services and cards are made is Xero imported; everything else uses invoices/ledger.ts.',
      severity: 'error',
      from: {
        path: '^(app|db|server)',
        pathNot: `^app/xero/|${MADE_HERE}|${TEST}`,
      },
      to: { path: '^app/xero/' },
    },
    {
      name: 'completed-tasks-come-from-a-task-source',
      comment:
        'Only where services and cards are made is Todoist imported; everything else uses TaskSource.',
      severity: 'error',
      from: {
        path: '^(app|db|server)',
        pathNot: `^app/todoist/|${MADE_HERE}|${TEST}`,
      },
      to: { path: '^app/todoist/' },
    },
    {
      name: 'the-server-runs-the-build',
      comment: 'server.ts runs the build of app/, and imports only types from it.',
      severity: 'error',
      from: { path: '^server\\.ts$' },
      to: { path: '^(app|db)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-product-knows-no-stand-in',
      comment: 'Tests and the demo set stand-ins from outside; the product never imports them.',
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
