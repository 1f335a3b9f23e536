import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

/**
 * What every screen needs, as three files: left to itself the bundler makes some twenty of it, and
 * each costs its headers, and over HTTP/1.1 a wait for one of six connections. React and the router
 * are two, since a new connection carries two halves sooner than one whole.
 */
const SHARED_CHUNKS: [name: string, modules: RegExp][] = [
  ['react', /\/node_modules\/(?:react|react-dom|scheduler)\//],
  ['router', /\/node_modules\/@remix-run\//],
  [
    'shared',
    /\/lucide-react\/|\/app\/(?:ui\/|users\/(?:users|avatar)\.|lib\/(?:product|money|duration)\.|shell\/error-page\.)/,
  ],
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? {}
        : { manualChunks: (id) => SHARED_CHUNKS.find(([, modules]) => modules.test(id))?.[0] },
      onwarn(warning, warn) {
        // Resource routes have nothing for the browser; zod's comments are its own affair.
        if (warning.code === 'EMPTY_BUNDLE' || warning.code === 'INVALID_ANNOTATION') return;
        warn(warning);
      },
    },
  },
}));
