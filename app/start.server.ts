import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import type { Express } from 'express';
import { alignBusinessDays } from '#db/business-days.server.ts';
import type { Database } from '#db/connection.server.ts';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { connectOpenAi } from './ai/client/openai.server.ts';
import { connectIdentityProvider } from './auth/identity-provider.server.ts';
import { isFormToken } from './auth/sessions.server.ts';
import { createSignInLink } from './auth/sign-in-links.server.ts';
import type { Services } from './context.server.ts';
import { keepRuns } from './invoices/runs/due-runs.server.ts';
import { loadAppSecret } from './platform/app-secret.server.ts';
import { createBackground } from './platform/background.server.ts';
import { dayOf } from './lib/calendar.ts';
import { ConfigError, readConfig, type Config } from './platform/env.server.ts';
import { createLogger, type LogDestination } from './platform/logger.server.ts';
import { endInterruptedBatches } from './ai/batch/batches.server.ts';
import { endInterruptedImports } from './pending-work-logs/import/import.server.ts';
import { createApp, type Development } from './http/server/create-app.server.ts';
import type { Patience } from './todoist/reading/requests.server.ts';
import { connectTodoist } from './todoist/reading/todoist.server.ts';
import { keepSchedule } from './todoist/settings/schedule.server.ts';
import { todoistTasks } from './todoist/settings/todoist-settings.server.ts';
import { seedApprovedEmails } from './users/approved-emails.server.ts';
import { openXeroAccess } from './xero/connection/access.server.ts';
import { openXeroLedger } from './xero/ledger/xero-ledger.server.ts';

/** How the product is started; tests set more than the server does. */
export type StartOptions = {
  /** The program's folder, with the migrations and the browser's files. */
  root: string;
  /** The build that this module is part of; in development, a function that gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The environment variables (docs/operating.md). */
  environment: Record<string, string | undefined>;
  /** Where log lines go; by default to standard output. */
  logDestination?: LogDestination;
  clock?: () => Date;
  /** How long to wait for Todoist; a test may change it, with effect from the next call. */
  todoistPatience?: Patience;
  /** Called at every step that must survive a crash. */
  checkpoint?: (step: string) => void;
  /** Prints the first sign-in link, which is secret and so must not be logged. */
  announce?: (text: string) => void;
  /** Vite's part in the development server. */
  development?: Development;
};

/** The product, ready to run, but not yet listening on a port. */
export type Application = {
  config: Config;
  services: Services;
  /** Answers requests. */
  app: Express;
  /** Makes a link that signs in once. Throws a ProductError for an email that is not approved. */
  signInLink: (email: string) => string;
  /** Begins the work that no request asks for, such as scheduled imports. */
  beginJobs: () => void;
  /** Ends this work and the background work. */
  endJobs: () => Promise<void>;
  /** Must come last: after it, no request can be answered. */
  closeDatabase: () => void;
};

/**
 * Builds the product from its environment: database, outside services, jobs, web server. Throws an
 * error that {@link explainFailedStart} puts into words.
 */
export function start(options: StartOptions): Application {
  const config = readConfig(options.environment);
  const db = openDatabase(config.databaseFile);
  try {
    migrateDatabase(db, join(options.root, 'db/migrations'));
    alignBusinessDays(db, config.timeZone, dayOf);
    return startWith(db, config, options);
  } catch (error) {
    db.$client.close();
    throw error;
  }
}

function startWith(db: Database, config: Config, options: StartOptions): Application {
  const services = connectServices(db, config, options);
  endInterruptedImports(services);
  endInterruptedBatches(services);
  welcomeFirstUser(services, options.announce ?? print);
  const { root, build, development } = options;
  const stopJobs: (() => void)[] = [];
  return {
    config,
    services,
    app: createApp({
      services,
      isFormToken: (cookies, token) => isFormToken(services, cookies, token),
      build,
      clientFolder: join(root, development ? 'public' : 'build/client'),
      development,
    }),
    signInLink: (email) => createSignInLink(services, email),
    beginJobs: () => {
      stopJobs.push(keepSchedule(services), keepRuns(services));
    },
    endJobs: async () => {
      for (const stop of stopJobs.splice(0)) stop();
      await services.background.close();
    },
    closeDatabase: () => {
      db.$client.close();
    },
  };
}

function connectServices(db: Database, config: Config, options: StartOptions): Services {
  const { clock = () => new Date(), checkpoint = () => undefined } = options;
  const { todoistPatience: patience } = options;
  const logger = createLogger({ destination: options.logDestination });
  const appSecret = loadAppSecret(config);
  const xero = openXeroAccess(config, clock);
  const todoist = connectTodoist({ apiUrl: config.todoistApiUrl, clock, patience });
  return {
    config,
    appSecret,
    db,
    identityProvider:
      config.identityProvider && connectIdentityProvider(config.identityProvider, config.origin),
    todoist,
    taskSource: todoistTasks(todoist, { db, appSecret }),
    ledger: openXeroLedger({ db, clock, appSecret, logger, config, xero }),
    xero,
    ai: connectOpenAi({ baseUrl: config.openAiBaseUrl, model: config.openAiModel }),
    background: createBackground(logger),
    checkpoint,
    clock,
    logger,
  };
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

/** Why the product could not start, for the operator: one line when a variable is wrong. */
export function explainFailedStart(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
