import { conflict } from '../../lib/errors.ts';
import { write } from '#db/connection.server.ts';
import { formatCount } from '../../lib/count.ts';
import { readChoices } from './choices.ts';
import { compareNow, hasChangedSince } from './compare.server.ts';
import type { FileFormat } from './reading/fields.ts';
import { CONFIRM_FILE, doubtsOfFile } from './doubtful.server.ts';
import { getImport, setImport } from './import-row.server.ts';
import { matchNames } from './names.server.ts';
import { countStaged } from './staged.server.ts';
import type { WorkLogServices } from '../../work-logs/work-logs.server.ts';
import { lookAgainIfChanged, lookAgainIfOtherEdits } from './unseen.server.ts';
import { writeOwnRows, writeWorkRows } from './write-rows.server.ts';

/** An import whose lines were read and compared; `seen`: where the trail stood then. */
export type Compared = { importId: number; format: FileFormat; seen: number };

/** Why nothing is written while lines have a problem. */
export function sayProblems(count: number): string {
  return count === 1
    ? 'Nothing was imported: a line has a problem. Mend it, or leave it out.'
    : `Nothing was imported: ${formatCount(count)} lines have a problem. Mend them, or leave them out.`;
}

/** Only the API gets as far without a look. */
const CONFIRM_API = `Nothing was imported. If they are right, send it again with ?confirm=${CONFIRM_FILE}.`;

/**
 * Makes all records of an import in one transaction, and says in it that it is done. What changed since
 * it was compared is compared again first; where names mean something else than was shown by then,
 * nothing is made, and people look again. Throws 409, and then nothing was written.
 * `onWritten` is called before the transaction ends.
 */
export function writeImport(
  services: WorkLogServices,
  { importId, format, seen }: Compared,
  onWritten: () => void,
): void {
  const { db, clock } = services;
  write(db, () => {
    const row = getImport(services, importId);
    const choices = readChoices(row.choices);
    if (hasChangedSince(db, seen)) {
      const changed = matchNames(db, importId, choices);
      compareNow(services, { importId, format });
      if (lookAgainIfChanged(services, { id: importId, choices, changed })) return;
    }
    const counts = countStaged(db, importId);
    if (counts.problemCount > 0 && !choices.skips) {
      throw conflict(sayProblems(counts.problemCount));
    }
    const doubts = choices.confirms ? null : doubtsOfFile(services, importId);
    if (doubts !== null) throw conflict(`${doubts} ${CONFIRM_API}`);
    if (lookAgainIfOtherEdits(services, importId, choices)) return;
    if (format === 'clients' || format === 'work-types') writeOwnRows(services, importId, format);
    else {
      const edits = choices.edits !== null;
      writeWorkRows(services, { importId, importer: row.userId, format, edits });
    }
    onWritten();
    setImport(services, importId, { ...counts, status: 'done', finishedAt: clock() });
  });
}
