import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { compareSchema, databaseSchema, programSchema } from '#db/schema-version.server.ts';
import type { Config } from '../env.server.ts';
import { StartRefusal } from '../start-refusal.ts';
import { backupFolder, backupName } from './backup-files.server.ts';
import { BackupError } from './backup-error.ts';
import { makeBackup } from './make-backup.server.ts';

/**
 * Backs a database up when the start is about to migrate it. Does nothing for a new one, and with
 * `BACKUPS=off`. Gives the name of the backup, or null. Throws a StartRefusal.
 */
export async function backUpBeforeMigration(
  sqlite: SqliteDatabase.Database,
  config: Pick<Config, 'dataDir' | 'databaseFile' | 'backups'>,
  migrations: string,
  madeAt: Date,
): Promise<string | null> {
  if (config.backups === 'off') return null;
  const schema = databaseSchema(sqlite);
  if (schema === null || compareSchema(schema, programSchema(migrations)) === 'same') return null;
  const kind = 'before-migration';
  const name = backupName(kind, madeAt);
  const file = join(backupFolder(config.dataDir), name);
  try {
    const { databaseFile } = config;
    await makeBackup({ databaseFile, file, kind, madeAt, isThorough: true });
    return name;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new StartRefusal(
      `This version changes the database, and the backup before that failed: ${error.message} Nothing was changed. To go on without a backup, set BACKUPS=off.`,
    );
  }
}
