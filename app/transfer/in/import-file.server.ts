import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { actingAs, goingOnAs } from '#db/history/acting.server.ts';
import { imports } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { after } from '../../lib/after.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { displayName, type UserView } from '../../users/users.ts';
import { carryOutInTurn } from './carry-out.server.ts';
import type { Survey } from './choices.ts';
import { compareFile } from './compare.server.ts';
import { findImport, setImport, type Import } from './import-row.server.ts';
import { matchNames } from './names.server.ts';
import { stageFile } from './reading/stage.server.ts';
import { surveyFile } from './reading/survey.server.ts';
import { clearStaged, countStaged, doubtsOfFile } from './staged.server.ts';
import { CHANGED, lookAgain, unseenChoices, type SentLook } from './unseen.server.ts';

/** The services that an import needs. */
export type ImportServices = Pick<
  Services,
  'db' | 'clock' | 'background' | 'logger' | 'config' | 'checkpoint' | 'longWrites'
>;

/** Who imports a file. */
export type Importer = Pick<UserView, 'id' | 'email' | 'firstName' | 'lastName'>;

/** Imports run one after another: what one adds, the next one knows. */
const LANE = 'imports';

const INTERRUPTED =
  'The server stopped during this import, and none of it was kept. Send the file again.';
const FAULT = 'Something went wrong on the server. Not imported: please try again.';

/** Where the files are kept until they are imported. */
export function importsFolder({ config }: Pick<Services, 'config'>): string {
  return join(config.dataDir, 'imports');
}

/**
 * Carries on an import in the background: reads its file, and writes it once nobody is to look at it first. `look`:
 * what was shown of a file that is read again, and written if it is still so and no line has a problem. Resolves at the end; the row says what
 * came of it.
 */
export function carryOn(
  services: ImportServices,
  user: Importer,
  id: number,
  look: SentLook | null = null,
): Promise<void> {
  const actor = goingOnAs({ userId: user.id, name: displayName(user) });
  return services.background.run(LANE, (signal) =>
    actingAs(actor, async () => {
      try {
        await readFile(services, id, { look, signal });
        await writeFile(services, id, signal);
        failIfUnderWay(services, id, INTERRUPTED);
      } catch (error) {
        const isRefused = error instanceof ProductError && !signal.aborted;
        if (!isRefused && !signal.aborted) services.logger.error({ error }, 'An import failed');
        const fault = signal.aborted ? INTERRUPTED : FAULT;
        failIfUnderWay(services, id, isRefused ? error.message : fault);
      }
      const ended = findImport(services, id);
      if (ended !== null && ended.status !== 'waiting') await clearUp(services, ended);
    }),
  );
}

/** Waits for an import two seconds at most: of a short file the next page shows what came of it. */
export async function waitBriefly(carriedOn: Promise<void>): Promise<void> {
  await Promise.race([carriedOn, after(2_000)]);
}

/** A thread that is ended may have written all of it just before. */
function failIfUnderWay(services: ImportServices, id: number, message: string): void {
  const status = findImport(services, id)?.status;
  if (status !== 'reading' && status !== 'writing') return;
  setImport(services, id, { status: 'failed', message, finishedAt: services.clock() });
}

async function clearUp(services: ImportServices, row: StoredFile & { id: number }): Promise<void> {
  await clearStaged(services, row.id);
  removeFile(services, row);
}

type StoredFile = Pick<Import, 'storedAs'>;

/** Takes away the file of an import, or one that is not imported after all. */
export function removeFile(services: Pick<Services, 'config'>, { storedAs }: StoredFile): void {
  rmSync(join(importsFolder(services), storedAs), { force: true });
}

async function readFile(
  services: ImportServices,
  id: number,
  { look, signal }: { look: SentLook | null; signal: AbortSignal },
): Promise<void> {
  const { db } = services;
  const isStopped = () => signal.aborted;
  const row = findImport(services, id);
  if (row?.status !== 'reading') return;
  await clearStaged(services, id, true);
  const file = join(importsFolder(services), row.storedAs);
  const { shape, found } = await surveyFile(db, file, { choices: row.choices, signal });
  const choices = { ...row.choices, projects: shape.projects };
  services.checkpoint('import surveyed');
  const { known } = shape;
  if (known.format === null) {
    stopForColumns(services, row, found, known.why);
    return;
  }
  setImport(services, id, { format: known.format, survey: found, choices });
  let staged: Awaited<ReturnType<typeof stageFile>>;
  try {
    staged = await stageFile(services, { importId: id, file, shape, choices, signal });
  } catch (error) {
    if (!shape.isChosen || !(error instanceof ProductError)) throw error;
    // A person chose its columns, perhaps others than are meant: they are asked about again.
    await clearStaged(services, id, true);
    stopForColumns(services, row, { ...found, proposed: found.columns }, error.message);
    return;
  }
  if (isStopped()) return;
  services.checkpoint('import read');
  await services.longWrites.over();
  matchNames(db, id, choices);
  await compareFile(services, id, signal);
  if (isStopped()) return;
  const counts = countStaged(db, id);
  const { leftOut, unread, ...more } = staged;
  const survey = { ...found, ...more, unread: [...(found.unread ?? []), ...unread] };
  setImport(services, id, { ...counts, leftOutCount: leftOut, survey });
  const isWhole = counts.problemCount === 0 || choices.skips;
  const doubts = look && !choices.confirms ? doubtsOfFile(services, id) : null;
  const unseen = look === null ? [] : unseenChoices(services, id, look);
  const message = unseen.length > 0 ? lookAgain(CHANGED, unseen) : doubts;
  const isWritten = choices.writesAtOnce || (look !== null && isWhole && message === null);
  setImport(services, id, isWritten ? { status: 'writing' } : { status: 'waiting', message });
}

/** A file whose columns nobody knows waits for a person; one that is to be written at once fails. */
function stopForColumns(
  services: ImportServices,
  { id, choices }: Import,
  found: Survey,
  why: string,
): void {
  if (choices.writesAtOnce) throw conflict(`${why} Choose its columns once on the Import page.`);
  const survey = { ...found, needsColumns: true };
  setImport(services, id, { status: 'waiting', survey, message: why });
}

async function writeFile(
  services: ImportServices,
  importId: number,
  signal: AbortSignal,
): Promise<void> {
  const row = findImport(services, importId);
  if (row?.status !== 'writing' || signal.aborted) return;
  services.checkpoint('import compared');
  await carryOutInTurn(services, { kind: 'write', importId }, row.linesRead, signal);
  services.checkpoint('import done');
}

const LEFT_BEHIND = `select id, stored_as as storedAs from imports
  where status <> 'waiting' and exists (
    select 1 from import_rows where import_id = imports.id and problem is null)`;

/**
 * Says of imports that a crash left unfinished that they failed, and clears what they left. Called when the server
 * starts.
 */
export function endInterruptedFileImports(services: ImportServices): void {
  const { db, clock } = services;
  db.update(imports)
    .set({ status: 'failed', message: INTERRUPTED, finishedAt: clock() })
    .where(inArray(imports.status, ['reading', 'writing']))
    .run();
  removeForgottenFiles(services);
  const left = db.$client.prepare<[], { id: number; storedAs: string }>(LEFT_BEHIND).all();
  if (left.length === 0) return;
  void services.background.run(LANE, async () => {
    for (const row of left) await clearUp(services, row);
  });
}

const WAITING = `select stored_as from imports where status = 'waiting'`;

/** Also of uploads that were cut off before their import had a row. */
function removeForgottenFiles(services: ImportServices): void {
  const folder = importsFolder(services);
  const kept = new Set(services.db.$client.prepare(WAITING).pluck().all());
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!kept.has(name)) rmSync(join(folder, name));
  }
}
