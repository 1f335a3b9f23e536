import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeBackup } from '#app/platform/backups/make-backup.server.ts';
import { restoreBackup } from '#app/platform/backups/restore.server.ts';
import { SCHEMA } from '../data/data-folder.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { testRoot } from './test-root.ts';

/** A server for each test of a file, whose database can be backed up and restored. */
export function useRestorable(environment: () => Record<string, string> = () => ({})) {
  let dataDir = '';
  let server: TestServer | null = null;
  const start = async () => {
    server = await startTestServer({ ...environment(), DATA_DIR: dataDir });
  };
  const files = () => ({
    databaseFile: join(dataDir, 'database.sqlite'),
    backup: join(dataDir, 'backups', 'one.sqlite'),
  });

  beforeEach(async () => {
    dataDir = mkdtempSync(join(testRoot(), 'tallyhour-restorable-'));
    copyFileSync(process.env.EMPTY_DATABASE ?? '', files().databaseFile);
    await start();
  });

  afterEach(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  return {
    server: () => {
      if (!server) throw new Error('The server is not started yet');
      return server;
    },
    backUp: async () => {
      const { databaseFile, backup } = files();
      await makeBackup({
        ...{ databaseFile, file: backup, kind: 'manual', isThorough: false },
        madeAt: new Date(),
      });
    },
    /** Restores the backup and starts the server again, at another address. */
    restore: async () => {
      await server?.stop();
      server = null;
      restoreBackup({ dataDir, file: files().backup, schema: SCHEMA, now: new Date() });
      await start();
    },
  };
}
