import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

/**
 * What every screen needs, by folder, as three files: left to itself the bundler makes some twenty of
 * it, and each costs its headers, and over HTTP/1.1 a wait for one of six connections
 * (docs/performance.md says what it is worth).
 */
const SHARED_CHUNKS: [name: string, folders: RegExp][] = [
  ['react', /\/node_modules\/(?:react|react-dom|scheduler)\//],
  ['router', /\/node_modules\/@remix-run\//],
  ['ui', /\/node_modules\/lucide-react\/|\/app\/ui\//],
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? {}
        : { manualChunks: (id) => SHARED_CHUNKS.find(([, folders]) => folders.test(id))?.[0] },
      onwarn(warning, warn) {
        // Resource routes have nothing for the browser; zod's comments are its own affair.
        if (warning.code === 'EMPTY_BUNDLE' || warning.code === 'INVALID_ANNOTATION') return;
        warn(warning);
      },
    },
  },
}));
