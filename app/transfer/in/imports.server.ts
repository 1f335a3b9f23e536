import { and, desc, eq, lt } from 'drizzle-orm';
import { imports, type ImportRow } from '#db/schema.ts';
import { displayName, type UserView } from '../../users/users.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import { shorten } from '../../lib/shorten.ts';
import { cleanLine, storableLine } from '../../lib/text.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import type { Services } from '../../context.server.ts';
import { NO_CHOICES, readChoices, readSurvey, type Choices } from './choices.ts';
import type { WorkColumns } from './reading/products.ts';
import { lackOf } from './reading/formats.ts';
import {
  CONFIRM_FILE,
  doubtsOfFile,
  findImport,
  getImport,
  setImport,
  clearStaged,
  listProblems,
} from './staged.server.ts';
import {
  readInBackground,
  removeFile,
  writeInBackground,
  type ImportServices,
} from './import-file.server.ts';
import { keepColumns } from './reading/survey.server.ts';
import type { SentLook } from './unseen.server.ts';

type Person = Pick<UserView, 'id' | 'email' | 'firstName' | 'lastName'>;

const actorOf = (user: Person) => ({ userId: user.id, name: displayName(user) });

/** The imports that ended, and those under way, newest first; not what nobody has imported yet. */
export function listImports({ db }: Pick<Services, 'db'>): ImportRow[] {
  return db.select().from(imports).orderBy(desc(imports.id)).limit(100).all();
}

/** A file that was sent in, and what was chosen for it. */
export type SentFile = { fileName: string; storedAs: string; choices?: Partial<Choices> };

const UNNAMED = 'A file without a name';

/** Makes the row of an import. Reading begins with {@link beginReading}. */
export function addImport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  user: Person,
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

/** Reads the file of an import in the background; resolves when that has ended. */
export function beginReading(services: ImportServices, user: Person, id: number): Promise<void> {
  return readInBackground(services, { id, look: null }, actorOf(user));
}

/** `look`: what the page showed that wants the file written once it was read again. */
type Choosing = {
  id: number;
  change: (choices: Choices) => Partial<Choices>;
  look?: SentLook | null;
};

/** Changes what was chosen for a file, and reads it again. Throws 404, and 409 once it is imported. */
export function chooseForImport(
  services: ImportServices,
  user: Person,
  { id, change, look = null }: Choosing,
): Promise<void> {
  const row = waitingImport(services, id);
  const choices = readChoices(row.choices);
  setImport(services, id, {
    status: 'reading',
    linesRead: 0,
    message: null,
    choices: JSON.stringify({ ...choices, writesIfWhole: false, ...change(choices) }),
  });
  return readInBackground(services, { id, look }, actorOf(user));
}

/** Keeps which columns a header has, and reads the file by them. Throws 400 for a choice with gaps. */
export function chooseColumns(
  services: ImportServices,
  user: Person,
  { id, columns }: { id: number; columns: WorkColumns },
): Promise<void> {
  const row = waitingImport(services, id);
  const lack = lackOf(columns);
  if (lack !== null) throw invalid('columns', lack);
  const header = readSurvey(row.survey)?.header ?? [];
  keepColumns(services.db, header, columns);
  return chooseForImport(services, user, { id, change: (choices) => choices });
}

/** Imports what was looked at. Throws 409 while lines have a problem and are not to be left out. */
export function beginWriting(
  services: ImportServices,
  user: Person,
  {
    id,
    skips,
    confirms,
    edits = null,
  }: { id: number; skips: boolean; confirms: boolean; edits?: Choices['edits'] },
): Promise<void> {
  const row = waitingImport(services, id);
  if (readSurvey(row.survey)?.needsColumns !== false) throw conflict(COLUMNS_FIRST);
  if (row.problemCount > 0 && !skips) throw conflict(MEND_FIRST);
  const doubts = confirms ? null : doubtsOfFile(services, id);
  if (doubts !== null) throw conflict(`${doubts} ${CONFIRM_FIRST}`);
  const choices = readChoices(row.choices);
  setImport(services, id, {
    status: 'writing',
    message: null,
    choices: JSON.stringify({ ...choices, skips, confirms, edits }),
  });
  return writeInBackground(services, id, actorOf(user));
}

const COLUMNS_FIRST = 'First choose the file’s columns.';
const CONFIRM_FIRST = 'Not imported yet. Check the file, or tick that these lines are right.';
const MEND_FIRST = 'Some lines have a problem. Fix them, or tick that they are left out.';

function waitingImport(services: Pick<Services, 'db'>, id: number): ImportRow {
  const row = getImport(services, id);
  if (row.status === 'waiting') return row;
  throw conflict('This file was already imported, or is being read. See the list of imports.');
}

/** Forgets a file that was looked at and not imported. Throws 404 and 409. */
export async function dropImport(services: ImportServices, id: number): Promise<void> {
  const row = waitingImport(services, id);
  await forget(services, row);
}

async function forget(services: ImportServices, row: ImportRow): Promise<void> {
  // The lines go bit by bit: another window must not import what is left of them meanwhile.
  setImport(services, row.id, {
    status: 'failed',
    message: FORGOTTEN,
    finishedAt: services.clock(),
  });
  await clearStaged(services, row.id, true);
  services.db.delete(imports).where(eq(imports.id, row.id)).run();
  // A file that no import waits for goes with the next start; an import without its file would stay.
  removeFile(services, row);
}

const FORGOTTEN = 'This file was removed before it was imported.';

/** Forgets an import that was only to be looked at, whatever came of it. */
export async function forgetLook(services: ImportServices, id: number): Promise<void> {
  const row = findImport(services, id);
  if (row !== null) await forget(services, row);
}

const DAY = 86_400_000;

/** Forgets files that were sent in over a day ago, looked at, and not imported. */
export async function forgetOldLooks(services: ImportServices): Promise<void> {
  const { db } = services;
  const before = new Date(agedBy(services).getTime() - DAY);
  const old = db
    .select()
    .from(imports)
    .where(and(eq(imports.status, 'waiting'), lt(imports.startedAt, before)))
    .all();
  for (const row of old) await forget(services, row);
}

/** What came of the lines of an import, as the API has it. */
export const countsOf = (row: ImportRow) => ({
  new: row.newCount,
  known: row.knownCount,
  changed: row.changedCount,
  leftOut: row.leftOutCount,
});

/** An import as the API has it. */
export function toImportView({ db }: Pick<Services, 'db'>, row: ImportRow) {
  // While it runs, looking for them would go through all its lines each time.
  const isRunning = toStatus(row) === 'running';
  return {
    id: row.id,
    status: toStatus(row),
    fileName: row.fileName,
    ...countsOf(row),
    problems: isRunning ? [] : listProblems(db, row.id),
    problemCount: row.problemCount,
    message: row.message,
    ...(row.message?.includes(`=${CONFIRM_FILE}.`) && { confirm: CONFIRM_FILE }),
    linesRead: row.linesRead,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function toStatus({ status }: ImportRow): 'running' | 'done' | 'failed' | 'undone' {
  switch (status) {
    case 'reading':
    case 'waiting':
    case 'writing':
      return 'running';
    case 'done':
    case 'failed':
    case 'undone':
      return status;
  }
}
