import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
// Only types are imported: the code of the product runs from the build.
import type { API } from './app/api.server.ts';
import type { run } from './app/commands.server.ts';
import type { RunningServer, serve } from './app/serve.server.ts';
import type { openApiText } from './app/openapi.server.ts';
import type { explainFailedStart, StartOptions } from './app/start.server.ts';

export type { RunningServer };

/** The build, with the functions that `app/entry.server.tsx` exports besides Remix's. */
export type ProductBuild = ServerBuild & {
  entry: {
    module: {
      api: typeof API;
      openApiText: typeof openApiText;
      serve: typeof serve;
      run: typeof run;
      explain: typeof explainFailedStart;
    };
  };
};

type ServerOptions = Omit<StartOptions, 'root' | 'build' | 'development'> & {
  /** For the development server: Vite's part in it, and a function that gives the newest build. */
  development?: StartOptions['development'] & { loadBuild: () => Promise<ServerBuild> };
};

const ROOT = import.meta.dirname;

/**
 * Starts the product and listens. Throws what `start` in the build throws, and when the port is
 * taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { development } = options;
  const build = await (development?.loadBuild ?? loadBuild)();
  return (build as ProductBuild).entry.module.serve({
    ...options,
    root: ROOT,
    build: development?.loadBuild ?? build,
  });
}

/** Why the server could not start, for the operator. */
export async function explain(error: unknown): Promise<string> {
  return ((await loadBuild()) as ProductBuild).entry.module.explain(error);
}

async function loadBuild(): Promise<ServerBuild> {
  const file = pathToFileURL(join(ROOT, 'build/server/index.js')).href;
  return (await import(/* @vite-ignore */ file)) as ServerBuild;
}

if (import.meta.main) await import('./run.js');
