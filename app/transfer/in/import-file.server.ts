import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { actingAs, type Actor } from '#db/history/acting.server.ts';
import { imports, type ImportRow } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { readChoices, readSurvey, type Choices, type Survey } from './choices.ts';
import { writeInTurn } from './carry-out.server.ts';
import { compareFile, hasChangedSince, lastChange } from './compare.server.ts';
import { doubtsOfFile, findImport, setImport, clearStaged, countStaged } from './staged.server.ts';
import { isOfWork } from './reading/formats.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { matchNames, type ChangedName } from './names.server.ts';
import { stageFile, type StageResult } from './reading/stage.server.ts';
import { surveyFile, type FileSurvey } from './reading/survey.server.ts';
import { lookAgainIfChanged, sayUnseen, unseenChoices, type SentLook } from './unseen.server.ts';

/** The services that an import needs. */
export type ImportServices = Pick<
  Services,
  'db' | 'clock' | 'background' | 'logger' | 'config' | 'checkpoint' | 'longWrites'
>;

/** Imports run one after another: what one adds, the next one knows. */
const LANE = 'imports';

const INTERRUPTED =
  'The server stopped during this import, and none of it was kept. Send the file again.';
const FAULT = 'Something went wrong on the server. Not imported: please try again.';

/** Where the files are kept until they are imported. */
export function importsFolder({ config }: Pick<Services, 'config'>): string {
  return join(config.dataDir, 'imports');
}

/** A file that is read; `look`: what was shown of it, where it is to be written if it is still so; else null. */
type Read = { id: number; look: SentLook | null };

/**
 * Reads a file in the background, and writes it where nobody is to look first. Resolves at the end; the row says what
 * came of it.
 */
export function readInBackground(
  services: ImportServices,
  read: Read,
  actor: Actor,
): Promise<void> {
  return services.background.run(LANE, (signal) =>
    actingAs(actor, () =>
      guarded(services, read.id, signal, () => readFile(services, read, signal)),
    ),
  );
}

/** Writes what was read and looked at, in the background. */
export function writeInBackground(
  services: ImportServices,
  id: number,
  actor: Actor,
): Promise<void> {
  return services.background.run(LANE, (signal) =>
    actingAs(actor, () => guarded(services, id, signal, () => writeFile(services, id, signal))),
  );
}

async function guarded(
  services: ImportServices,
  id: number,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
    if (signal.aborted && isUnderWay(services, id)) fail(services, id, INTERRUPTED);
  } catch (error) {
    const isRefused = error instanceof ProductError && !signal.aborted;
    if (!isRefused && !signal.aborted) services.logger.error({ error }, 'An import failed');
    const fault = signal.aborted ? INTERRUPTED : FAULT;
    // A thread that is ended may have written all of it just before.
    if (isUnderWay(services, id)) fail(services, id, isRefused ? error.message : fault);
  }
  if (!isWaiting(services, id)) await clearUp(services, id);
}

const isUnderWay = (services: ImportServices, id: number) =>
  ['reading', 'writing'].includes(findImport(services, id)?.status ?? '');
const isWaiting = (services: ImportServices, id: number) =>
  findImport(services, id)?.status === 'waiting';

function fail(services: ImportServices, id: number, message: string): void {
  setImport(services, id, { status: 'failed', message, finishedAt: services.clock() });
}

/** Takes away the file of an import that has ended, and its lines but for those with a problem. */
async function clearUp(services: ImportServices, id: number): Promise<void> {
  const row = findImport(services, id);
  if (row === null) return;
  await clearStaged(services, id);
  removeFile(services, row);
}

/** Takes away the file of an import, or one that is not imported after all. */
export function removeFile(
  services: Pick<Services, 'config'>,
  { storedAs }: Pick<ImportRow, 'storedAs'>,
): void {
  rmSync(join(importsFolder(services), storedAs), { force: true });
}

async function readFile(
  services: ImportServices,
  { id, look }: Read,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services;
  const isStopped = () => signal.aborted;
  const row = findImport(services, id);
  if (row?.status !== 'reading') return;
  await clearStaged(services, id, true);
  const choices = readChoices(row.choices);
  const file = join(importsFolder(services), row.storedAs);
  const survey = await surveyFile(db, file, { choices, signal });
  services.checkpoint('import surveyed');
  const { known } = survey;
  if (known.format === null) {
    stopForColumns(services, id, { survey, choices, why: known.why });
    return;
  }
  setImport(services, id, { format: known.format });
  let staged: StageResult;
  try {
    staged = await stageFile(services, { importId: id, file, survey, choices, signal });
  } catch (error) {
    if (known.format !== 'chosen' || !(error instanceof ProductError)) throw error;
    // A person chose its columns, perhaps others than are meant: they are asked about again.
    await clearStaged(services, id, true);
    const proposed = { ...survey, proposed: known.columns };
    stopForColumns(services, id, { survey: proposed, choices, why: error.message });
    return;
  }
  if (isStopped()) return;
  services.checkpoint('import read');
  await services.longWrites.over();
  const seen = lastChange(db);
  matchNames(db, id, choices);
  await compareFile(services, { importId: id, format: known.format }, signal);
  if (isStopped()) return;
  const counts = countStaged(db, id);
  setImport(services, id, {
    ...counts,
    leftOutCount: staged.leftOut,
    survey: JSON.stringify(toSurvey(survey, staged)),
  });
  const isWhole = counts.problemCount === 0 || choices.skips;
  const doubts = choices.writesIfWhole && !choices.confirms ? doubtsOfFile(services, id) : null;
  const message = (look && sayUnseen(unseenChoices(services, { id, look }))) ?? doubts;
  if (choices.writesAtOnce || (choices.writesIfWhole && isWhole && message === null)) {
    setImport(services, id, { status: 'writing' });
    await writeFile(services, id, signal, seen);
  } else {
    setImport(services, id, { status: 'waiting', message });
  }
}

type Stopped = { survey: FileSurvey; choices: Choices; why: string };

/** A file whose columns nobody knows waits for a person; one that is to be written at once fails. */
function stopForColumns(
  services: ImportServices,
  id: number,
  { survey, choices, why }: Stopped,
): void {
  if (choices.writesAtOnce) {
    throw conflict(`${why} Choose its columns once on the Import page.`);
  }
  const found: Survey = { ...toSurvey(survey, null), needsColumns: true };
  setImport(services, id, { status: 'waiting', survey: JSON.stringify(found), message: why });
}

function toSurvey(survey: FileSurvey, staged: StageResult | null): Survey {
  const { known, header, proposed, dayOrder, exampleDate, samples } = survey;
  const isWork = isOfWork(known);
  return {
    format: known.format,
    header: header.map((name) => name.slice(0, 200)),
    needsColumns: false,
    samples,
    proposed,
    columns: isWork ? known.columns : {},
    asksDayOrder: isWork && dayOrder === 'ask',
    exampleDate,
    currencies: staged?.currencies ?? [],
    hasZeroRates: staged?.hasZeroRates ?? false,
  };
}

/** How often a file is compared again because somebody logged meanwhile, before it is done at once. */
const MOST_ROUNDS = 3;

/** `comparedAt`: where the trail stood when the file was compared a moment ago; -1: it was not. */
async function writeFile(
  services: ImportServices,
  id: number,
  signal: AbortSignal,
  comparedAt = -1,
): Promise<void> {
  const { db } = services;
  const row = findImport(services, id);
  const format = readSurvey(row?.survey ?? null)?.format ?? null;
  if (row?.status !== 'writing' || format === null) return;
  const choices = readChoices(row.choices);
  const compared = { importId: id, format };
  let seen = comparedAt;
  const changed: ChangedName[] = [];
  for (let round = 0; round < MOST_ROUNDS && (seen < 0 || hasChangedSince(db, seen)); round += 1) {
    await services.longWrites.over();
    seen = lastChange(db);
    changed.push(...matchNames(db, id, choices));
    await compareFile(services, compared, signal);
    if (signal.aborted) return;
  }
  if (lookAgainIfChanged(services, { id, choices, changed })) return;
  services.checkpoint('import compared');
  await writeInTurn(services, { ...compared, seen }, { lines: row.linesRead, signal });
  services.checkpoint('import done');
}

const LEFT_BEHIND = `select id from imports where status <> 'waiting' and exists (
  select 1 from import_rows where import_id = imports.id and problem is null)`;

/**
 * Says of imports that a crash left unfinished that they failed, and clears what they left. Called when the server
 * starts.
 */
export function endInterruptedFileImports(services: ImportServices): void {
  const { db } = services;
  const unfinished = db
    .select()
    .from(imports)
    .where(inArray(imports.status, ['reading', 'writing']))
    .all();
  for (const row of unfinished) fail(services, row.id, INTERRUPTED);
  removeForgottenFiles(services);
  const left = db.$client.prepare<[], { id: number }>(LEFT_BEHIND).all();
  if (left.length === 0) return;
  void services.background.run(LANE, async () => {
    for (const { id } of left) await clearUp(services, id);
  });
}

/** Also of uploads that were cut off before their import had a row. */
function removeForgottenFiles(services: ImportServices): void {
  const folder = importsFolder(services);
  const waiting = services.db
    .select({ storedAs: imports.storedAs })
    .from(imports)
    .where(eq(imports.status, 'waiting'))
    .all();
  const kept = new Set(waiting.map((row) => row.storedAs));
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!kept.has(name)) rmSync(join(folder, name));
  }
}
