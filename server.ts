import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
// Only types are imported: the code of the product runs from the build.
import type { Application, explainFailedStart, start, StartOptions } from './app/start.server.ts';

/** How long a closing server waits for running requests, in milliseconds. */
const CLOSE_DEADLINE = 10_000;

/** The build, with the functions that `app/entry.server.tsx` exports besides Remix's. */
type ProductBuild = ServerBuild & {
  entry: {
    module: { start: typeof start; explainFailedStart: typeof explainFailedStart };
  };
};

/** A server that listens. */
export type RunningServer = Pick<Application, 'config' | 'services' | 'signInLink'> & {
  server: Server;
  port: number;
  /** Accepts no new requests, lets running ones finish, then closes the database. */
  close: () => Promise<void>;
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
  const application = (build as ProductBuild).entry.module.start({
    ...options,
    root: ROOT,
    build: development?.loadBuild ?? build,
  });
  const { config, services, signInLink } = application;
  const server = createServer(application.app);
  try {
    await listen(server, config);
  } catch (error) {
    application.closeDatabase();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  services.logger.info({ address: config.origin, host: config.host, port }, 'listening');
  application.beginJobs();
  return {
    config,
    services,
    signInLink,
    server,
    port,
    close: async () => {
      await Promise.all([close(server), application.endJobs()]);
      application.closeDatabase();
    },
  };
}

async function loadBuild(): Promise<ServerBuild> {
  const file = pathToFileURL(join(ROOT, 'build/server/index.js')).href;
  return (await import(/* @vite-ignore */ file)) as ServerBuild;
}

function listen(server: Server, { port, host }: Application['config']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

async function close(server: Server): Promise<void> {
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, CLOSE_DEADLINE);
  // A connection becomes idle when its last request ends, so look for idle ones repeatedly.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearInterval(idle);
  clearTimeout(deadline);
}

async function main(): Promise<void> {
  const starting = startServer({ environment: process.env });
  // Set up before the start is done: a signal during the start must close the server, too.
  let isClosing = false;
  const stop = (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    // A failed start has nothing to close, and the caller of main() prints its reason.
    starting.then((running) => closeAndEnd(running, signal)).catch(() => undefined);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

async function closeAndEnd({ services, close }: RunningServer, signal: string): Promise<void> {
  const { logger } = services;
  logger.info({ signal }, 'closing');
  try {
    await close();
    logger.info('closed');
    process.exitCode = 0;
  } catch (error) {
    logger.error({ error }, 'closing failed');
    process.exitCode = 1;
  }
}

async function explain(error: unknown): Promise<string> {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'PORT should be free, but another program listens on it.';
  }
  const build = await loadBuild().catch(() => null);
  if (build === null) return 'The product is not built yet: run "npm run build" first.';
  return (build as ProductBuild).entry.module.explainFailedStart(error);
}

if (import.meta.main) {
  main().catch(async (error: unknown) => {
    process.stderr.write(`${await explain(error)}\n`);
    process.exitCode = 1;
  });
}
