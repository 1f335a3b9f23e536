import { write } from '#db/connection.server.ts';
import { recordAct } from '#db/history/record-changes.server.ts';
import type { Services } from '../context.server.ts';

/**
 * Notes in the history that the present person has downloaded a file. While nothing can be written, as on a
 * full disk, the note goes into the log and the download goes on: just then somebody may need the file.
 */
export function noteDownload({ db, logger }: Pick<Services, 'db' | 'logger'>, file: string): void {
  try {
    write(db, () => {
      recordAct(db.$client, { kind: 'download', action: 'downloaded', after: { file } });
    });
  } catch (error) {
    logger.error({ error, file }, 'A download is not in the history');
  }
}
