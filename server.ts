import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { alignBusinessDays } from '#db/business-days.server.ts';
import type { Database } from '#db/connection.server.ts';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { connectOpenAi } from '#app/ai/openai.server.ts';
import { connectIdentityProvider } from '#app/auth/identity-provider.server.ts';
import { createSignInLink } from '#app/auth/sign-in-links.server.ts';
import type { Services } from '#app/context.server.ts';
import { dayOf } from '#app/lib/calendar.ts';
import { loadAppSecret } from '#app/lib/app-secret.server.ts';
import { createBackground } from '#app/lib/background.server.ts';
import { ConfigError, readConfig, type Config } from '#app/lib/env.server.ts';
import { createLogger, type Logger } from '#app/lib/logger.server.ts';
import { keepRuns } from '#app/invoices/runs/due-runs.server.ts';
import { endInterruptedImports } from '#app/pending-work-logs/import.server.ts';
import { keepSchedule } from '#app/pending-work-logs/schedule.server.ts';
import { endInterruptedBatches } from '#app/rewritings/batches.server.ts';
import { createApp, type Development } from '#app/server/create-app.ts';
import { connectTodoist } from '#app/todoist/todoist.server.ts';
import { openXeroAccess } from '#app/xero/connection/access.server.ts';
import { openXeroLedger } from '#app/xero/ledger/xero-ledger.server.ts';
import { seedApprovedEmails } from '#app/users/approved-emails.server.ts';

/** How long a closing server waits for running requests, in milliseconds. */
const CLOSE_DEADLINE = 10_000;

export type RunningServer = {
  server: Server;
  services: Services;
  port: number;
  /** Takes no new requests, lets the running ones finish, closes the database. */
  close: () => Promise<void>;
};

type StartOptions = {
  config: Config;
  logger?: Logger;
  clock?: () => Date;
  /** Is told of every step that must survive a crash. */
  checkpoint?: (step: string) => void;
  /** Prints the first sign-in link; it is no log line, since it is a secret. */
  announce?: (text: string) => void;
  /** What the development server has instead of a build. */
  development?: Development;
};

/** Opens and migrates the database, then listens. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, logger = createLogger(), clock = () => new Date(), announce = print } = options;
  const db = openDatabase(config.databaseFile);
  try {
    const checkpoint = options.checkpoint ?? (() => undefined);
    return await startWith(db, { ...options, logger, clock, announce, checkpoint });
  } catch (error) {
    db.$client.close();
    throw error;
  }
}

type StartParts = Required<Omit<StartOptions, 'development'>> & Pick<StartOptions, 'development'>;

async function startWith(db: Database, parts: StartParts): Promise<RunningServer> {
  const { config, logger, clock, announce, checkpoint, development } = parts;
  migrateDatabase(db);
  alignBusinessDays(db, config.timeZone, dayOf);
  const appSecret = loadAppSecret(config);
  const xero = openXeroAccess(config, clock);
  const services: Services = {
    config,
    appSecret,
    db,
    identityProvider:
      config.identityProvider && connectIdentityProvider(config.identityProvider, config.origin),
    todoist: connectTodoist({ apiUrl: config.todoistApiUrl, clock }),
    ledger: openXeroLedger({ db, clock, appSecret, logger, config, xero }),
    xero,
    ai: connectOpenAi({ baseUrl: config.openAiBaseUrl, model: config.openAiModel }),
    background: createBackground(logger),
    checkpoint,
    clock,
    logger,
  };
  endInterruptedImports(services);
  endInterruptedBatches(services);
  welcomeFirstUser(services, announce);
  const root = import.meta.dirname;
  const app = createApp({
    services,
    build: development?.loadBuild ?? (await loadBuild(root)),
    clientFolder: join(root, development ? 'public' : 'build/client'),
    development,
  });
  const server = createServer(app);
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  logger.info({ address: config.origin, host: config.host, port }, 'listening');
  const endSchedule = keepSchedule(services);
  const endRuns = keepRuns(services);
  return {
    server,
    services,
    port,
    close: async () => {
      endSchedule();
      endRuns();
      await Promise.all([close(server), services.background.close()]);
      db.$client.close();
    },
  };
}

async function loadBuild(root: string): Promise<ServerBuild> {
  const file = pathToFileURL(join(root, 'build/server/index.js')).href;
  return (await import(/* @vite-ignore */ file)) as ServerBuild;
}

function print(text: string): void {
  process.stdout.write(text);
}

/** Fills the approved list of a new database and prints the first sign-in link. */
function welcomeFirstUser(services: Services, announce: (text: string) => void): void {
  const { config } = services;
  const [first] = seedApprovedEmails(services, config.approvedEmails);
  if (first === undefined || config.identityProvider !== null) return;
  const link = createSignInLink(services, first);
  announce(`Sign in as ${first} with this link, once, within ten minutes:\n${link}\n`);
}

function listen(server: Server, { port, host }: Config): Promise<void> {
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
  // A connection whose last request has just ended is idle only from then on.
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
  const starting = startServer({ config: readConfig(process.env) });
  // Listened for from the first moment: a signal during the start closes what was started.
  let isClosing = false;
  const stop = (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    // That a start failed is said below.
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

function explainFailedStart(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (code === 'EADDRINUSE') {
    process.stderr.write('PORT should be free, but another program listens on it.\n');
  } else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main().catch(explainFailedStart);
