import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, transformWithEsbuild, type Plugin, type SSROptions } from 'vite';
import remixConfig from './remix.config.js';
import { lessOfRemix } from './scripts/less-of-remix.ts';
import { listLicences } from './scripts/licences.ts';

/**
 * What every screen needs, by folder, as three files, and what several share as seven more: left
 * to itself the bundler makes some twenty of it, and each costs its headers, and over HTTP/1.1 a wait
 * for one of six connections (docs/performance.md says what it is worth).
 */
const SHARED_CHUNKS: [name: string, folders: RegExp][] = [
  ['react', /\/node_modules\/(?:react|react-dom|scheduler)\//],
  ['router', /\/node_modules\/@remix-run\//],
  // What lists have around them.
  [
    'lists',
    /\/app\/(?:ui\/(?:filter-form|list-links|page-links|period-links|scripts\/shown-values)|lib\/filter-search)\.tsx?$/,
  ],
  // Not needed before somebody opens one.
  ['dialog', /\/app\/ui\/dialog\/(?:confirm|route)-dialog\.tsx$/],
  // What reads the server's answers to forms, and the fields that such forms have.
  [
    'conform',
    /\/node_modules\/@conform-to\/|\/app\/ui\/(?:more-fields|scripts\/(?:newest-reply|unread-fields))\.tsx?$/,
  ],
  ['ui', /\/app\/(?:ui\/(?!chart\/|printed\/)|lib\/(?:moment|text)\.)/],
  // The frame of every screen: navigation, the timer, who is signed in.
  [
    'ui',
    /\/app\/(?:auth\/unauthorized|offline\/(?:frame-places|places|use-offline)|shell\/(?:error-page|navigation|shortcuts?(?:-switch)?)|users\/(?:avatar|users)|work-logs\/timer\/(?:clock|timer-in-frame|timer-path))\.tsx?$/,
  ],
  // What work costs, which lists do not work out.
  ['prices', /\/app\/(?:lib\/vat|work-logs\/rates\/(?:named-rates|rates|read-back))\.ts$/],
  // Durations and money, and the words for them.
  [
    'figures',
    /\/app\/(?:lib\/(?:duration|looks|money)|work-logs\/rates\/typed-time)\.ts$|\/db\/words\.ts$/,
  ],
  // What lists of work have in common: the line to type work into, and the buttons for work again.
  [
    'line',
    /\/app\/work-logs\/(?:again\/(?:repeat-form|usual-work)|line\/line-(?:form|field|path))\.tsx?$/,
  ],
  // What the screens of completed tasks have in common.
  [
    'tasks',
    /\/app\/(?:lib\/day|pending-work-logs\/(?:import\/sync-(?:form|progress|range)|review\/(?:screen\/review-filters-form|selection))|work-logs\/line\/names)\.tsx?$/,
  ],
  // What the forms of work have in common.
  [
    'forms',
    /\/app\/(?:ai\/(?:compare\/word-changes-view|field\/[\w-]+)|work-logs\/(?:form\/(?:form-values|live-form|log-form-frame|pickers)|hardware\/(?:hardware-fields|item-prices|tax-codes)|rates\/rate-select))\.tsx?$/,
  ],
];

/**
 * The server's packages go into its bundle, since each file that Node loads costs it up to a MiB, and
 * what reading it takes. Left out are those with a native file. In development they stay where they are.
 */
const BUNDLED: SSROptions = {
  target: 'node',
  noExternal: true,
  external: ['better-sqlite3'],
};

/** The code of threads, each a file of its own beside the server's. */
const THREADS = {
  'backup-thread.js': 'app/platform/backups/backup-thread.server.ts',
  'export-thread.js': 'app/transfer/out/export-thread.server.ts',
  'import-thread.js': 'app/transfer/in/import-thread.server.ts',
};

const threads: Plugin = {
  name: 'threads',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  buildStart() {
    for (const [fileName, id] of Object.entries(THREADS)) {
      this.emitFile({ type: 'chunk', id, fileName });
    }
  },
};

/** What threads need is one file, whatever each of them shares with the server and with the others. */
function sharedWithThreads(id: string, { getModuleInfo }: Modules): string | undefined {
  if (needed.size === 0) {
    const entries = Object.values(THREADS).map((path) => join(import.meta.dirname, path));
    const open = entries.flatMap((entry) => getModuleInfo(entry)?.importedIds ?? []);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (needed.has(next)) continue;
      needed.add(next);
      open.push(...(getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return needed.has(id) ? 'threads' : undefined;
}

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };
const needed = new Set<string>();

/** The script that stands in every page (`start.js?raw`), as short as the others. It stays ES5. */
const shortStart: Plugin = {
  name: 'short-start',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?');
    if (query !== 'raw' || !file.endsWith('/ui/scripts/start.js')) return null;
    const { code } = await transformWithEsbuild(await readFile(file, 'utf8'), file, {
      minify: true,
      target: 'es5',
    });
    return `export default ${JSON.stringify(code.trim())}`;
  },
};

/**
 * The server's code in ASCII alone: V8 keeps a text with one character beyond Latin-1 at twice the size. What
 * esbuild leaves are regular expressions, where an escape means the same.
 */
const plainServer: Plugin = {
  name: 'plain-server',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** Leaves out of the server the `fetch` for old versions of Node, a megabyte that nothing calls. */
const ownFetch: Plugin = {
  name: 'own-fetch',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/node_modules/@remix-run/node/dist/globals.js')) return null;
    return { code: code.replace('require("undici")', '{}'), map: null };
  },
};

/** What makes scripts smallest for browsers. */
const SMALL = {
  minify: 'terser',
  terserOptions: { ecma: 2020, toplevel: true, compress: { passes: 3 } },
} as const;

/** Scripts whose names stay, beside the browser's other files: what works without a line. */
const OFFLINE = {
  'service-worker.js': 'app/offline/worker/worker.ts',
  'offline.js': 'app/offline/page-script.ts',
};

const offline: Plugin = {
  name: 'offline',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  async generateBundle() {
    for (const [fileName, input] of Object.entries(OFFLINE)) {
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          ...SMALL,
          rollupOptions: { input, output: { format: 'iife' } },
        },
      });
      if (Array.isArray(built) || !('output' in built))
        throw new Error(`No ${fileName} was built.`);
      this.emitFile({ type: 'asset', fileName, source: built.output[0].code });
    }
  },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    lessOfRemix(isSsrBuild === true),
    shortStart,
    offline,
    threads,
    plainServer,
    ownFetch,
    listLicences(import.meta.dirname, isSsrBuild ? 'server' : 'browser'),
  ],
  ssr: command === 'build' ? BUNDLED : {},
  // On the server names stay whole, for the stack of an error in the log. For browsers each package's
  // notice stands once in a file, at its end, and not once for each of the package's modules.
  esbuild: isSsrBuild ? { minifyIdentifiers: false, charset: 'ascii' } : { legalComments: 'eof' },
  build: {
    target: 'es2022',
    ...(isSsrBuild ? { minify: 'esbuild' } : SMALL),
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? { chunkFileNames: '[name]-[hash].js', manualChunks: sharedWithThreads }
        : { manualChunks: (id) => SHARED_CHUNKS.find(([, folders]) => folders.test(id))?.[0] },
      onwarn(warning, warn) {
        // Resource routes have nothing for the browser; zod's comments are its own affair.
        if (warning.code === 'EMPTY_BUNDLE' || warning.code === 'INVALID_ANNOTATION') return;
        warn(warning);
      },
    },
  },
}));
