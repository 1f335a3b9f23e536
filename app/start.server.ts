import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import type { Express } from 'express';
import { alignBusinessDays } from '#db/business-days.server.ts';
import { keepTrailBy } from '#db/history/record-changes.server.ts';
import {
  guardWrites,
  migrateDatabase,
  openDatabase,
  type Database,
} from '#db/connection.server.ts';
import { refuseNewer } from '#db/schema-version.server.ts';
import { refuseDamaged } from '#db/soundness.server.ts';
import { API } from './api.server.ts';
import { findSession, isFormToken, renewedCookies } from './auth/sessions/sessions.server.ts';
import { findToken } from './auth/tokens/tokens.server.ts';
import { createSignInLink } from './auth/sign-in/sign-in-links.server.ts';
import type { Services } from './context.server.ts';
import { FORGOTTEN_ON_FRIDAY } from './forgotten/friday.server.ts';
import { keepHistory } from './history/keep-history.server.ts';
import { agedBy } from './platform/aged-by.server.ts';
import { installationId, noteServedOrigin } from './platform/settings-store.server.ts';
import { OVERDUE_INVOICES } from './invoices/list/overdue-invoices.server.ts';
import { changesState, keepStatuses } from './invoices/refresh/changes.server.ts';
import { keepRuns, runsState } from './invoices/runs/carry-on.server.ts';
import {
  type DataFolderLock,
  lacksItsLog,
  openDataFolder,
  refuseLostDatabase,
  sentenceForStart,
  WITHOUT_LOG,
} from './platform/data-folder/open-data-folder.server.ts';
import { keepIndexMerged } from './work-logs/list/keep-index.server.ts';
import { backUpBeforeMigration } from './platform/backups/make-backup.server.ts';
import { backupsState } from './platform/backups/backups.server.ts';
import { markRestored } from './platform/backups/since-backup.server.ts';
import { finishRestore } from './platform/backups/restore.server.ts';
import { dayOf } from './lib/calendar.ts';
import { readConfig, type Config } from './platform/env.server.ts';
import { noticeOtherKey, rollKey } from './settings/roll-key.server.ts';
import { watchDatabase } from './platform/health/database.server.ts';
import { checkDisk } from './platform/health/disk.server.ts';
import { checkJobs, createHealth, type Job } from './platform/health/health.server.ts';
import { createCounts, createMetrics } from './platform/metrics/metrics.server.ts';
import { endInterruptedBatches } from './ai/batch/batches.server.ts';
import {
  endInterruptedImports,
  FAILED_TASK_IMPORTS,
} from './pending-work-logs/import/import.server.ts';
import { FAILED_FILE_IMPORTS } from './transfer/in/imports.server.ts';
import { endInterruptedFileImports } from './transfer/in/import-file.server.ts';
import { addNameKeys, keepSuggesting } from './pending-work-logs/suggest/suggest.server.ts';
import { createApp } from './http/server/create-app.server.ts';
import type { QueueLimits } from './http/server/in-turn.ts';
import { keepSchedule, scheduleState } from './todoist/settings/schedule.server.ts';
import { connectServices, type ServiceOptions } from './services.server.ts';
import { FAILED_BACKUPS, keepWebhooks } from './webhooks/tell.server.ts';
import { keepOrganisation, SIGN_IN_WANTED } from './xero/connection/state.server.ts';
import { takeXeroWebhook } from './xero/webhook.server.ts';
import { listApprovedEmails, seedApprovedEmails } from './users/approved-emails.server.ts';
import { nobodyApproved } from './users/approved-emails.ts';

/** How the product is started; tests set more than the server does. */
export type StartOptions = ServiceOptions & {
  /** The build that this module is part of; in development, a function that gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The environment variables (docs/operating.md). */
  environment: Record<string, string | undefined>;
  /** How many requests may wait; a test may change it, with effect from the next request. */
  queue?: QueueLimits;
  /** Prints the first sign-in link, which is secret and so must not be logged. */
  announce?: (text: string) => void;
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
export async function start(options: StartOptions): Promise<Application> {
  const config = readConfig(options.environment);
  const lock = openDataFolder(config);
  let db: Database | null = null;
  try {
    finishRestore(config.dataDir);
    refuseLostDatabase(config);
    const isWithoutLog = lacksItsLog(config);
    db = openDatabase(config.databaseFile);
    if (statSync(config.databaseFile).size <= CHECKED_AT_START) refuseDamaged(db.$client);
    await prepareDatabase(db, config, options);
    const application = startWith({ db, lock }, config, options);
    if (isWithoutLog) sayWithoutLog(application, config);
    return application;
  } catch (error) {
    db?.$client.close();
    lock.release();
    throw error;
  }
}

/** Brings the database up to date, after a backup when that changes it. */
async function prepareDatabase(db: Database, config: Config, options: StartOptions): Promise<void> {
  const migrations = join(options.root, MIGRATIONS);
  refuseNewer(db.$client, migrations);
  const now = options.clock?.() ?? new Date();
  await backUpBeforeMigration(db.$client, config, migrations, now);
  migrateDatabase(db, migrations);
  alignBusinessDays(db, config.timeZone, dayOf);
  addNameKeys(db);
}

/**
 * The largest database, in bytes, whose pages are all read before the start, in about 0.2 s; a
 * larger one is read by the next daily backup.
 */
const CHECKED_AT_START = 64 * 1024 * 1024;

const MIGRATIONS = 'db/migrations';

type Opened = { db: Database; lock: DataFolderLock };

function startWith(opened: Opened, config: Config, options: StartOptions): Application {
  const { db, lock } = opened;
  if (options.clock) keepTrailBy(db.$client, options.clock);
  const counts = config.metricsToken === null ? null : createCounts();
  const migrations = join(options.root, MIGRATIONS);
  const database = watchDatabase(db, {
    file: config.databaseFile,
    migrations,
    isHeldByUs: () => services.longWrites.isUnderWay(),
  });
  guardWrites(db, database.refuseWrites);
  const observers = { counts, onError: database.noteError };
  const services = connectServices(db, config, options, observers);
  keepSuggesting(services);
  // Before any backup or copy of the database, so that all of them know each other's invoices.
  installationId(services);
  // What the clock shows is noted at each start, so that what is asked for later need not write.
  agedBy(services);
  rollKey(services);
  noticeOtherKey(services);
  endInterruptedImports(services);
  endInterruptedBatches(services);
  endInterruptedFileImports(services);
  noteServedOrigin(services, config.origin);
  welcomeFirstUser(services, options.announce ?? print);
  const { root, build, development } = options;
  const jobs = jobsOf(services);
  const checks = [checkDisk(config.dataDir), ...database.checks, ...checkJobs(jobs)];
  const health = createHealth(checks, services.logger);
  const { metricsToken: token, databaseFile, xeroWebhookKey } = config;
  const metrics =
    counts && token
      ? { source: createMetrics({ counts, health, jobs, databaseFile }), counts, token }
      : null;
  const stopJobs: (() => void)[] = [];
  return {
    config,
    services,
    app: createApp({
      services,
      sessions: {
        isFormToken: (cookies, token) => isFormToken(services, cookies, token),
        personOf: (cookies) => findSession(services, cookies)?.user.id ?? null,
        renewedCookies: (cookies) => renewedCookies(services, cookies),
      },
      findToken: (secret) => findToken(services, secret),
      build,
      apiAddresses: Object.keys(API),
      clientFolder: join(root, development ? 'public' : 'build/client'),
      health,
      metrics,
      takeXeroWebhook: xeroWebhookKey === null ? null : takeXeroWebhook(services, xeroWebhookKey),
      development,
      queue: options.queue,
    }),
    signInLink: (email) => createSignInLink(services, email),
    beginJobs: () => {
      stopJobs.push(
        keepSchedule(services),
        keepRuns(services),
        keepStatuses(services),
        keepOrganisation(services),
        keepHistory(services),
        keepIndexMerged(services),
        keepWebhooks(services, WATCHES),
        database.keepWrittenBack(),
        services.backups.keepDaily(),
      );
    },
    endJobs: async () => {
      for (const stop of stopJobs.splice(0)) stop();
      metrics?.source.close();
      await Promise.all([services.background.close(), health.close()]);
    },
    closeDatabase: () => {
      db.$client.close();
      lock.release();
    },
  };
}

/** What webhooks tell of that a person would miss, by the rooms that know it. */
const WATCHES = [
  FAILED_TASK_IMPORTS,
  FAILED_FILE_IMPORTS,
  SIGN_IN_WANTED,
  FAILED_BACKUPS,
  OVERDUE_INVOICES,
  FORGOTTEN_ON_FRIDAY,
];

/** The work that nobody asks for; what stands here is in /health and /metrics. */
function jobsOf(services: Services): Job[] {
  const since = services.clock();
  return [
    { name: 'todoist_import', state: () => scheduleState(services, since) },
    { name: 'invoices', state: () => runsState(services, since) },
    { name: 'invoice_statuses', state: () => changesState(services, since) },
    { name: 'backups', state: () => backupsState(services.backups) },
  ];
}

function print(text: string): void {
  process.stdout.write(text);
}

/** Says that work may be lost with the log, invoices too: none is made until Xero was asked, as after a restore. */
function sayWithoutLog({ services }: Application, { databaseFile }: Config): void {
  markRestored(services.db.$client, databaseFile, services.clock());
  services.logger.warn(WITHOUT_LOG);
}

/** Fills an empty approved list, and prints the first sign-in link, or that nobody can sign in yet. */
function welcomeFirstUser(services: Services, announce: (text: string) => void): void {
  const { config } = services;
  const [first] = seedApprovedEmails(services, config.approvedEmails);
  if (listApprovedEmails(services).length === 0) announce(`${nobodyApproved()}\n`);
  if (first === undefined || config.identityProvider !== null || config.authHeader !== null) return;
  const link = createSignInLink(services, first);
  announce(`Sign in as ${first} with this link, once, within ten minutes:\n${link}\n`);
}

/**
 * Why the product could not start, for the operator: one line unless the fault is the program's.
 */
export function explainFailedStart(error: unknown): string {
  const sentence = sentenceForStart(error);
  if (sentence !== null) return sentence;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
