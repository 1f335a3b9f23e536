import { existsSync } from 'node:fs';
import { refuseUnfinishedRestore } from '../backups/restore.server.ts';
import type { Config } from '../env.server.ts';
import { StartRefusal } from '../start-refusal.ts';

/** For a command that works with the installation's database. Throws StartRefusal where there is none to work with. */
export function refuseWithoutDatabase({
  dataDir,
  databaseFile,
}: Pick<Config, 'dataDir' | 'databaseFile'>): void {
  refuseUnfinishedRestore(dataDir);
  if (existsSync(databaseFile)) return;
  throw new StartRefusal(
    `There is no database at ${databaseFile}. Nothing was changed: set DATA_DIR to the folder that the server uses; its first start makes the database.`,
  );
}
