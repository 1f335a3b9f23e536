import { join } from 'node:path';
import type { Database } from '#db/connection.server.ts';
import { connectOpenAi } from './ai/client/openai.server.ts';
import { connectIdentityProvider } from './auth/sign-in/identity-provider.server.ts';
import type { Services } from './context.server.ts';
import type { Development } from './http/server/create-app.server.ts';
import { createBackground } from './platform/background.server.ts';
import { createBackups } from './platform/backups/backups.server.ts';
import type { Config } from './platform/env.server.ts';
import { createLogger, type LogDestination } from './platform/logger.server.ts';
import { createLongWrites } from './platform/long-writes.server.ts';
import type { Counts } from './platform/metrics/metrics.server.ts';
import { loadAppSecret } from './platform/secrets/app-secret.server.ts';
import { secretSettings } from './settings/secret-settings.server.ts';
import type { Patience } from './todoist/reading/requests.server.ts';
import { connectTodoist } from './todoist/reading/todoist.server.ts';
import { todoistTasks } from './todoist/settings/todoist-settings.server.ts';
import { createExports } from './transfer/export/exports.server.ts';
import { secretWebhooks } from './webhooks/webhooks.server.ts';
import { openXeroAccess } from './xero/client/xero.server.ts';
import { secretTokens } from './xero/connection/tokens.server.ts';
import { countCalls } from './xero/ledger/call-days.server.ts';
import { openXeroLedger } from './xero/ledger/xero-ledger.server.ts';

/** What services are made with, besides configuration and database; tests set more than the server does. */
export type ServiceOptions = {
  /** The program's folder, with the migrations and the browser's files. */
  root: string;
  /** Where log lines go; by default to standard output. */
  logDestination?: LogDestination;
  clock?: () => Date;
  /** How long to wait for Todoist; a test may change it, with effect from the next call. */
  todoistPatience?: Patience;
  /** Called at every step that must survive a crash. */
  checkpoint?: (step: string) => void;
  /** Vite's part in the development server. */
  development?: Development;
};

/** Who is told of calls to outside services (null: nobody counts them), and of errors that are logged. */
type Observers = { counts: Counts | null; onError: (error: unknown) => void };

/**
 * Makes all services of a process from its configuration and database; starts nothing. Throws StartRefusal
 * for a key file that does not hold a key.
 */
export function connectServices(
  db: Database,
  config: Config,
  options: ServiceOptions,
  { counts, onError }: Observers,
): Services {
  const { clock = () => new Date(), checkpoint = () => undefined } = options;
  const { todoistPatience: patience } = options;
  const logger = createLogger({ destination: options.logDestination, onError });
  const appSecret = loadAppSecret(config);
  const longWrites = createLongWrites({
    db,
    databaseFile: config.databaseFile,
    threadModule: threadModule(options, 'import-thread', 'app/transfer/in'),
    checkpoint: options.checkpoint ?? null,
  });
  const background = createBackground(logger, longWrites.over);
  const xero = openXeroAccess(config, clock, {
    onCall: counts?.callsTo('xero'),
    noteCall: countCalls({ db, clock, config, logger }),
  });
  const todoist = connectTodoist({
    apiUrl: config.todoistApiUrl,
    clock,
    patience,
    onCall: counts?.callsTo('todoist'),
  });
  return {
    config,
    appSecret,
    db,
    secretStores: [secretSettings({ db }), secretTokens({ db }), secretWebhooks({ db })],
    identityProvider:
      config.identityProvider &&
      connectIdentityProvider(
        config.identityProvider,
        config.origin,
        clock,
        counts?.callsTo('identity'),
      ),
    todoist,
    taskSource: todoistTasks(todoist, { db, appSecret }),
    ledger: openXeroLedger({ db, clock, appSecret, logger, config, xero }),
    xero,
    background,
    backups: createBackups({
      db,
      config,
      clock,
      logger,
      background,
      threadModule: threadModule(options, 'backup-thread', 'app/platform/backups'),
    }),
    exports: createExports({
      config,
      threadModule: threadModule(options, 'export-thread', 'app/transfer/export'),
    }),
    longWrites,
    ai: connectOpenAi({
      baseUrl: config.openAiBaseUrl,
      model: config.openAiModel,
      timeoutMs: config.aiTimeoutMs,
      onCall: counts?.callsTo('openai'),
    }),
    checkpoint,
    clock,
    logger,
  };
}

/** The code of a thread: from the build, or in development its source in a folder. */
function threadModule({ root, development }: ServiceOptions, name: string, folder: string): string {
  return join(root, development ? `${folder}/${name}.server.ts` : `build/server/${name}.js`);
}
