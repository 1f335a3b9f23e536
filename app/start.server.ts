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

export type StartOptions = {
  /** The folder of the program, in which the migrations and the browser's files are. */
  root: string;
  /** The build that this module is part of; while developing, what gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The variables that configure it (docs/operating.md). */
  environment: Record<string, string | undefined>;
  /** Where log lines go; without, to the standard output. */
  logDestination?: LogDestination;
  clock?: () => Date;
  /** How long Todoist is waited for; what a test changes in it holds from the next call on. */
  todoistPatience?: Patience;
  /** Is told of every step that must survive a crash. */
  checkpoint?: (step: string) => void;
  /** Prints the first sign-in link; it is no log line, since it is a secret. */
  announce?: (text: string) => void;
  /** What the development server has instead of a build. */
  development?: Development;
};

/** The product, made ready: all of it but the port it listens on. */
export type Application = {
  config: Config;
  services: Services;
  /** Answers requests. */
  app: Express;
  /** A link that signs an approved email in, once. Throws a ProductError for another email. */
  signInLink: (email: string) => string;
  /** Begins what is done without anyone's request. */
  beginJobs: () => void;
  /** Ends that, and the work in the background. */
  endJobs: () => Promise<void>;
  /** The last thing: nothing can be answered any more. */
  closeDatabase: () => void;
};

/**
 * Makes the product from its environment: database, adapters, jobs, web server. Throws with a
 * reason that {@link explainFailedStart} says.
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
  const endings: (() => void)[] = [];
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
      endings.push(keepSchedule(services), keepRuns(services));
    },
    endJobs: async () => {
      for (const end of endings.splice(0)) end();
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

/** Why the product could not start, for the operator: one line where the environment is wrong. */
export function explainFailedStart(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
