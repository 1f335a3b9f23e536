import { join } from 'node:path';
import type { Config } from '../../platform/env.server.ts';
import { BackupError } from '../../platform/backups/backup-error.ts';
import {
  backupFolder,
  removeCopy,
  UNFINISHED,
} from '../../platform/backups/backup-files.server.ts';
import { runInThread } from '../../platform/backups/run-in-thread.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import type { Exports } from '../../ports.ts';
import type { CopyOrder } from './make-copy.server.ts';

const ALREADY =
  'An archive is being made for you already. Wait until it has been downloaded, or stop that download, then try again.';

/** Makes what makes a server's copies; one at a time for each person. */
export function createExports({
  config,
  threadModule,
}: {
  config: Pick<Config, 'dataDir' | 'databaseFile'>;
  /** The file with the code of the thread. */
  threadModule: string;
}): Exports {
  const busy = new Set<number>();
  return {
    async begin(userId, signal) {
      if (busy.has(userId)) throw conflict(ALREADY);
      busy.add(userId);
      // What a crash leaves is removed with what crashed backups leave, or by the person's next one.
      const file = join(backupFolder(config.dataDir), `.export-${userId}${UNFINISHED}`);
      // A thread that is stopped over it leaves it.
      const whole = `${file}.whole`;
      const end = () => {
        removeCopy(whole);
        removeCopy(file);
        busy.delete(userId);
      };
      try {
        const order: CopyOrder = { databaseFile: config.databaseFile, whole, file };
        await runInThread<null>(threadModule, order, signal, 'The archive was not finished.');
        return { file, end };
      } catch (error) {
        end();
        throw error instanceof BackupError ? new ProductError(503, error.message) : error;
      }
    },
  };
}
