import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
// @ts-expect-error -- it brings no types
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * The rooms of the house, lowest first: a room may use those before it, never those
 * after (docs/architecture.md, "Floors").
 */
const ROOMS = [
  'users',
  'auth',
  ...['compare', 'client', 'settings', 'field'].map((part) => `ai/${part}`),
  'clients',
  'work-types',
  'work-logs',
  'pending-work-logs',
  'ai/batch',
  'invoices',
  'xero',
  'dashboard',
  'todoist',
  'settings',
  'shell',
  'server',
];

const ROUTE_MODULES = ['app/**/*.route.ts', 'app/**/*.route.tsx', 'app/**/api.*.ts'];

/** A route module joins rooms, and nothing imports it: it may also use those above its own. */
const NO_ROUTE_MODULE = '**/!(*.route).{ts,tsx}';

const floors = [
  ...['app/lib', 'app/ui', 'db'].map((target) => ({
    target,
    from: ROOMS.map((room) => `app/${room}`),
    message: 'lib, ui and db know no feature.',
  })),
  { target: 'app/ui', from: ['db'], message: 'ui knows no data.' },
  { target: 'db', from: ['app/ui'], message: 'db is the ground floor.' },
  ...ROOMS.map((room, index) => ({
    target: `app/${room}/${NO_ROUTE_MODULE}`,
    from: ROOMS.slice(index + 1).map((above) => `app/${above}`),
    message: 'An import only goes down.',
  })).filter(({ from }) => from.length > 0),
  {
    target: ['app/dashboard', 'app/shell', 'app/server'],
    from: ['app/xero'],
    message: 'Who makes the services knows Xero; all others know a Ledger.',
  },
  {
    target: 'app/settings',
    from: ['app/xero/client', 'app/xero/connection', 'app/xero/ledger'],
    message: 'Settings shows the card of Xero, and knows no more of it.',
  },
  {
    target: ['app/shell', 'app/server'],
    from: 'app/todoist',
    message: 'Only Settings shows what is Todoist’s; the import knows a task source.',
  },
  {
    target: ['app/**/*', 'db/**/*'],
    from: ROUTE_MODULES,
    message: 'Nothing imports a route module.',
  },
  {
    target: ['app', 'db'],
    from: ['sandbox', 'tests', 'scripts'],
    message: 'The product knows no stand-in and no test.',
  },
];

export default tseslint.config(
  { ignores: ['node_modules', 'build', 'data', 'public'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/only-throw-error': 'off', // Remix's way is to throw a Response.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Single fetch, which would replace it, is off (docs/decisions/0002-hydration.md).
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', name: 'json', package: '@remix-run/server-runtime' }] },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js'] })],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: floors }],
    },
  },
  {
    // A test of the product may start a stand-in: the last of the floors does not hold for it.
    files: ['app/**/*.test.ts'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        { basePath: import.meta.dirname, zones: floors.slice(0, -1) },
      ],
    },
  },
  {
    files: ['app/**/*.ts', 'app/**/*.tsx'],
    ignores: ['app/**/*.server.ts', 'app/**/*.test.ts', 'app/server/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['#db/*', '!#db/words.ts', '**/db/*'],
              allowTypeImports: true,
              message: 'Only *.server.ts imports the database; its words may be used anywhere.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['app/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
    rules: {
      // A dialog's first field takes the focus, as the platform's own dialogs do.
      'jsx-a11y/no-autofocus': 'off',
      // A hint takes the focus so that keyboards and taps can show it.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tooltip'], tags: ['span'] }],
    },
  },
  {
    files: ['**/*.js'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  {
    // Run as it is by every browser, however old.
    files: ['app/ui/start.js'],
    languageOptions: {
      ecmaVersion: 5,
      sourceType: 'script',
      globals: {
        document: 'readonly',
        navigator: 'readonly',
        window: 'readonly',
        HTMLDialogElement: 'readonly',
        HTMLElement: 'readonly',
        HTMLFormElement: 'readonly',
        HTMLScriptElement: 'readonly',
        SubmitEvent: 'readonly',
      },
    },
    rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] },
  },
);
