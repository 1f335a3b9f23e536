import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { imports } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import { shorten } from '../../lib/shorten.ts';
import { cleanLine, storableLine } from '../../lib/text.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import type { Watch } from '../../webhooks/events.ts';
import { NO_CHOICES, type Choices } from './choices.ts';
import { carryOn, removeFile, type Importer, type ImportServices } from './import-file.server.ts';
import { getImport, setImport, toImport, type Import } from './import-row.server.ts';
import { lackOf } from './reading/formats.ts';
import type { WorkColumns } from './reading/products.ts';
import { keepColumns } from './reading/survey.server.ts';
import { clearStaged, CONFIRM_FILE, doubtsOfFile, listProblems } from './staged.server.ts';
import type { SentLook } from './unseen.server.ts';

/** The imports that ended, and those under way, newest first; not what nobody has imported yet. */
export function listImports({ db }: Pick<Services, 'db'>): Import[] {
  return db.select().from(imports).orderBy(desc(imports.id)).limit(100).all().map(toImport);
}

/** Tells of files whose import failed. */
export const FAILED_FILE_IMPORTS: Watch = {
  type: 'import.failed',
  look: ({ db }, since) =>
    db
      .select()
      .from(imports)
      .where(and(eq(imports.status, 'failed'), gte(imports.finishedAt, since)))
      .all()
      .map(({ id, fileName, message, finishedAt, startedAt }) => ({
        key: `file:${id}`,
        at: finishedAt ?? startedAt,
        title: `The import of ${fileName} failed`,
        text: message ?? 'The file could not be imported.',
        path: `/import/${id}`,
        data: { source: 'file', importId: id, fileName, reason: message },
      })),
};

type SentFile = { fileName: string; storedAs: string; choices?: Partial<Choices> };

const UNNAMED = 'A file without a name';

/** Makes the row of an import. Reading begins with {@link carryOn}. */
export function addImport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  user: Importer,
  { fileName, storedAs, choices = {} }: SentFile,
): number {
  const { id } = db
    .insert(imports)
    .values({
      userId: user.id,
      fileName: cleanLine(shorten(storableLine(fileName) || UNNAMED, 200)),
      storedAs,
      status: 'reading',
      choices: JSON.stringify({ ...NO_CHOICES, ...choices }),
      startedAt: clock(),
    })
    .returning({ id: imports.id })
    .get();
  return id;
}

/**
 * Changes what was chosen for a file, and reads it again. `look`: what the page showed that wants it written then.
 * Throws 404, and 409 once it is imported.
 */
export function chooseForImport(
  services: ImportServices,
  user: Importer,
  { id, change, look }: { id: number; change?: Partial<Choices>; look?: SentLook },
): Promise<void> {
  const { choices } = waitingImport(services, id);
  setImport(services, id, {
    status: 'reading',
    linesRead: 0,
    message: null,
    choices: { ...choices, ...change },
  });
  return carryOn(services, user, id, look);
}

/** Keeps which columns a header has, and reads the file by them. Throws 400 for a choice with gaps. */
export function chooseColumns(
  services: ImportServices,
  user: Importer,
  { id, columns }: { id: number; columns: WorkColumns },
): Promise<void> {
  const { survey } = waitingImport(services, id);
  const lack = lackOf(columns);
  if (lack !== null) throw invalid('columns', lack);
  keepColumns(services.db, survey?.header ?? [], columns);
  // With other columns another use of projects may be proposed.
  return chooseForImport(services, user, { id, change: { projects: null } });
}

type Writing = Pick<Choices, 'skips' | 'confirms'> & { id: number; edits?: Choices['edits'] };

/** Imports what was looked at. Throws 409 while lines have a problem and are not to be left out. */
export function beginWriting(
  services: ImportServices,
  user: Importer,
  { id, skips, confirms, edits = null }: Writing,
): Promise<void> {
  const { survey, problemCount, choices } = waitingImport(services, id);
  if (survey?.needsColumns !== false) throw conflict(COLUMNS_FIRST);
  if (problemCount > 0 && !skips) throw conflict(MEND_FIRST);
  const doubts = confirms ? null : doubtsOfFile(services, id);
  if (doubts !== null) throw conflict(`${doubts} ${CONFIRM_FIRST}`);
  setImport(services, id, {
    status: 'writing',
    message: null,
    choices: { ...choices, skips, confirms, edits },
  });
  return carryOn(services, user, id);
}

const COLUMNS_FIRST = 'First choose the file’s columns.';
const CONFIRM_FIRST = 'Not imported yet. Check the file, or tick that these lines are right.';
const MEND_FIRST = 'Some lines have a problem. Fix them, or tick that they are left out.';

function waitingImport(services: Pick<Services, 'db'>, id: number): Import {
  const row = getImport(services, id);
  if (row.status === 'waiting') return row;
  throw conflict('This file was already imported, or is being read. See the list of imports.');
}

/** Forgets a file that was looked at and not imported. Throws 404 and 409. */
export async function dropImport(services: ImportServices, id: number): Promise<void> {
  await forget(services, waitingImport(services, id));
}

/** Forgets an import that was only to be looked at, whatever came of it, with its lines. */
export async function forget(
  services: ImportServices,
  row: Pick<Import, 'id' | 'storedAs'>,
): Promise<void> {
  // The lines go bit by bit: another window must not import what is left of them meanwhile.
  setImport(services, row.id, { status: 'failed', message: FORGOTTEN });
  await clearStaged(services, row.id, true);
  services.db.delete(imports).where(eq(imports.id, row.id)).run();
  // A file that no import waits for goes with the next start; an import without its file would stay.
  removeFile(services, row);
}

/** Without a moment at which it ended, it is told to nobody as a failure. */
const FORGOTTEN = 'This file was removed before it was imported.';

const DAY = 86_400_000;

/** Forgets files that were sent in over a day ago, looked at, and not imported. */
export async function forgetOldLooks(services: ImportServices): Promise<void> {
  const before = new Date(agedBy(services).getTime() - DAY);
  const old = services.db
    .select()
    .from(imports)
    .where(and(eq(imports.status, 'waiting'), lt(imports.startedAt, before)))
    .all();
  for (const row of old) await forget(services, row);
}

/** What came of the lines of an import, as the API has it, and what of its file is not read. */
export const resultOf = (row: Import) => ({
  new: row.newCount,
  known: row.knownCount,
  changed: row.changedCount,
  leftOut: row.leftOutCount,
  problemCount: row.problemCount,
  ...(row.survey?.unread?.length && { notRead: row.survey.unread }),
});

/** An import as the API has it. */
export function toImportView({ db }: Pick<Services, 'db'>, row: Import) {
  const { status } = row;
  const isOver = status === 'done' || status === 'failed' || status === 'undone';
  return {
    id: row.id,
    status: isOver ? status : ('running' as const),
    fileName: row.fileName,
    ...resultOf(row),
    // While it runs, looking for them would go through all its lines each time.
    problems: isOver ? listProblems(db, row.id) : [],
    message: row.message,
    ...(row.message?.includes(`=${CONFIRM_FILE}.`) && { confirm: CONFIRM_FILE }),
    linesRead: row.linesRead,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
