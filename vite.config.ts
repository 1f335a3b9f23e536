import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig)],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: {
      onwarn(warning, warn) {
        // Resource routes have nothing for the browser; zod's comments are its own affair.
        if (warning.code === 'EMPTY_BUNDLE' || warning.code === 'INVALID_ANNOTATION') return;
        warn(warning);
      },
    },
  },
});
