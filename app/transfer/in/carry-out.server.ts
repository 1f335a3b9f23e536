import { prepared, write } from '#db/connection.server.ts';
import { presentActor, type Actor } from '#db/history/acting.server.ts';
import type { Services } from '../../context.server.ts';
import { once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { ProductError, conflict } from '../../lib/errors.ts';
import type { WorkLogServices } from '../../work-logs/work-logs.server.ts';
import { undoImport, type Undone } from './undo.server.ts';
import { formatCount } from '../../lib/count.ts';
import { readChoices } from './choices.ts';
import { compareNow, hasChangedSince } from './compare.server.ts';
import type { FileFormat } from './reading/products.ts';
import { CONFIRM_FILE, doubtsOfFile, getImport, setImport, countStaged } from './staged.server.ts';
import { matchNames } from './names.server.ts';
import { lookAgainIfChanged, lookAgainIfOtherEdits } from './unseen.server.ts';
import { writeOwnRows, writeWorkRows } from './write-rows.server.ts';

/** What may write for long: an import, or its undo. Plain data, since it may go to another thread. */
type LongWrite =
  | { kind: 'write'; import: Compared }
  | { kind: 'undo'; importId: number; key: KeyedRequest | null };

/** The same, and by whom, when and where it is written. */
export type Order = { work: LongWrite; actor: Actor; now: Date; timeZone: string };

/** What came of it; of a refusal nothing was written. */
type Carried = { done: Undone | null } | { refused: { status: number; message: string } };

/** Carries out a long write, at once and in one transaction. `onWritten` is called before its end. */
export function carryOut(
  services: WorkLogServices,
  work: LongWrite,
  onWritten: () => void,
): Carried {
  try {
    if (work.kind === 'undo') return { done: undoOnce(services, work) };
    writeImport(services, work.import, onWritten);
    return { done: null };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return { refused: { status: error.status, message: error.message } };
  }
}

const USED = 'This form was already sent for something else. No changes were made.';

function undoOnce(
  services: WorkLogServices,
  { importId, key }: { importId: number; key: KeyedRequest | null },
): Undone {
  if (key === null) return undoImport(services, importId);
  const keyed = once(services, key, () => undoImport(services, importId));
  if (keyed.outcome === 'mismatch') throw new ProductError(422, USED);
  return keyed.answer;
}

type TurnServices = Pick<Services, 'db' | 'clock' | 'checkpoint' | 'longWrites' | 'config'>;

/** So many lines are written in less time than a thread takes to begin. */
const FEW_LINES = 300;

/**
 * Writes an import that was compared. Throws a ProductError, also when the signal ends it; then nothing was written.
 */
export async function writeInTurn(
  services: TurnServices,
  compared: Compared,
  { lines, signal }: { lines: number; signal: AbortSignal },
): Promise<void> {
  await carryOutInTurn(services, { kind: 'write', import: compared }, lines, signal);
}

const MADE = 'select count(*) from import_records where import_id = ?';

/**
 * Undoes an import, once for each key. Throws 404, and 409 where something of it is invoiced or it is undone already.
 */
export async function undoInTurn(
  services: TurnServices,
  importId: number,
  key: KeyedRequest | null,
): Promise<Undone> {
  const made = Number(prepared(services.db, MADE).pluck().get(importId));
  // Whoever leaves the page has pressed the button all the same.
  const { signal } = new AbortController();
  const undone = await carryOutInTurn(services, { kind: 'undo', importId, key }, made, signal);
  return undone ?? { logs: 0, others: 0, kept: 0 };
}

async function carryOutInTurn(
  services: TurnServices,
  work: LongWrite,
  lines: number,
  signal: AbortSignal,
): Promise<Undone | null> {
  const { db, longWrites, clock, config } = services;
  const { timeZone } = config;
  const atOnce = async () => {
    await longWrites.over();
    // Without what the caller confirms: the doubts of a file are asked about all at once.
    return carryOut({ db, clock, config }, work, () => {
      services.checkpoint('import written');
    });
  };
  const order: Order = { work, actor: presentActor(), now: clock(), timeZone };
  const carried = lines > FEW_LINES ? longWrites.run<Carried>(order, signal) : atOnce();
  const outcome = await carried;
  if ('done' in outcome) return outcome.done;
  throw new ProductError(outcome.refused.status, outcome.refused.message);
}

/** An import whose lines were read and compared; `seen`: where the trail stood then. */
type Compared = { importId: number; format: FileFormat; seen: number };

function sayProblems(count: number): string {
  return count === 1
    ? 'Not imported: a line has a problem. Fix it, or leave it out.'
    : `Not imported: ${formatCount(count)} lines have a problem. Fix them, or leave them out.`;
}

/** Only the API gets as far without a look. */
const CONFIRM_API = `Not imported. If these lines are right, send the file again with ?confirm=${CONFIRM_FILE}.`;

/**
 * Makes all records of an import in one transaction. What changed since it was compared is compared again first;
 * where names mean something else by then, nothing is made, and people look again. Throws 409, and then nothing was
 * written.
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
