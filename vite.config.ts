import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';
import { listLicences } from './scripts/licences.ts';
import {
  offline,
  plainLetters,
  sharedWithThreads,
  shortStart,
  SMALL,
  threads,
} from './scripts/own-files.ts';

/**
 * What many screens need, by folder: left to itself the bundler makes some forty small files of it, and each costs a
 * page its headers, and over HTTP/1.1 a wait for one of six connections. Each route stays a file of its own.
 */
const SHARED_BY_SCREENS: [name: string, modules: RegExp][] = [
  ['react', /\/node_modules\/(?:react|react-dom|scheduler)\//],
  ['remix', /\/node_modules\/@remix-run\//],
  ['conform', /\/node_modules\/@conform-to\//],
  ['ui', /\/(?:app\/(?:http|lib|offline|shell|ui(?!\/(?:chart|dialog|printed))|users)|db)\//],
  ['rates', /\/app\/work-logs\/rates\//],
  [
    'tasks',
    /\/app\/(?:pending-work-logs\/(?:import\/sync|review\/(?:selection|screen\/review-filters))|work-logs\/line\/names)/,
  ],
];
const ROUTE = /\.route\.tsx|\/api\./;

const chunkOf = (id: string) =>
  ROUTE.test(id) ? undefined : SHARED_BY_SCREENS.find(([, modules]) => modules.test(id))?.[0];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    shortStart,
    offline,
    threads,
    plainLetters,
    listLicences(import.meta.dirname, isSsrBuild ? 'server' : 'browser'),
  ],
  // The server's packages go into its bundle, since each file that Node loads takes time and memory; but for the one
  // with a native file. In development they stay where they are.
  ssr:
    command === 'build' ? { target: 'node', noExternal: true, external: ['better-sqlite3'] } : {},
  // On the server names stay whole, for the stack of an error in the log. In browsers' files each package's notice
  // stands once, at the end.
  esbuild: isSsrBuild ? { minifyIdentifiers: false, charset: 'ascii' } : { legalComments: 'eof' },
  build: {
    ...(isSsrBuild ? { target: 'es2022', minify: 'esbuild' } : SMALL),
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? { chunkFileNames: '[name]-[hash].js', manualChunks: sharedWithThreads }
        : { manualChunks: chunkOf },
      onwarn(warning, warn) {
        // Resource routes have nothing for the browser; zod's comments, and what other packages import, are their own affair.
        const { code = '' } = warning;
        if (['EMPTY_BUNDLE', 'INVALID_ANNOTATION', 'UNUSED_EXTERNAL_IMPORT'].includes(code)) return;
        warn(warning);
      },
    },
  },
}));
