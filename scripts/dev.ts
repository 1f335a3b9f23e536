import { createServer } from 'vite';
import type { ServerBuild } from '@remix-run/node';
import { startServer } from '../server.ts';

/** The development server: the same app, with modules from Vite instead of a build. */
const vite = await createServer({ server: { middlewareMode: true } });

await startServer({
  environment: process.env,
  development: {
    middleware: vite.middlewares,
    loadBuild: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  },
});
