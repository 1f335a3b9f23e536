import type { Database } from '#db/connection.server.ts';
import type { Background } from './platform/background.server.ts';
import type { Backups } from './platform/backups/backups.server.ts';
import type { LongWrites } from './platform/long-writes.server.ts';
import type { Ports } from './ports.ts';
import type { SecretStore } from './platform/secrets/key-check.server.ts';
import type { Config } from './platform/env.server.ts';
import type { Logger } from './platform/logger.server.ts';

/** What the product is given; tests pass their own. */
export type Services = Ports & {
  config: Config;
  /** Signs cookies and seals stored secrets. */
  appSecret: string;
  db: Database;
  /** Where the database holds what is sealed with it. */
  secretStores: SecretStore[];
  /** Runs work that goes on after the request that asked for it. */
  background: Background;
  /** Makes backups of the database, and knows those that there are. */
  backups: Backups;
  /** Runs what writes for seconds, and whose turn it is to write beside it. */
  longWrites: LongWrites;
  /** Called at every step of work that must survive a crash; tests make it crash there. */
  checkpoint: (step: string) => void;
  /** The present instant. */
  clock: () => Date;
  logger: Logger;
};
