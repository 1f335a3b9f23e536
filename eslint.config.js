import js from '@eslint/js';
// @ts-expect-error -- it brings no types
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Which module may import which is held by .dependency-cruiser.js. */
export default tseslint.config(
  { ignores: ['node_modules', 'build', 'dist', 'data', 'public'] },
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
    files: ['app/**/*.ts', 'app/**/*.tsx'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'toLocaleString', message: 'Slow to start in a browser: use formatCount.' },
      ],
    },
  },
  {
    // A thread that opens a database must pass its gate (docs/decisions/0054-ending-threads.md).
    files: ['app/**/*.server.ts', 'db/**/*.server.ts'],
    ignores: ['db/open-file.server.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='SqliteDatabase']",
          message: 'Open files of SQLite with openFile.',
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
    files: ['**/*.js', 'docs/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  {
    // Run as it is by every browser, however old.
    files: ['app/ui/scripts/start.js'],
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
        HTMLTemplateElement: 'readonly',
        SubmitEvent: 'readonly',
      },
    },
    rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] },
  },
);
