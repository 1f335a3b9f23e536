import { prepared, write } from '#db/connection.server.ts';
import { presentActor, type Actor } from '#db/history/acting.server.ts';
import type { Services } from '../../context.server.ts';
import { once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { formatCount } from '../../lib/count.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import type { WorkLogServices } from '../../work-logs/work-logs.server.ts';
import { compareNow } from './compare.server.ts';
import { getImport, setImport } from './import-row.server.ts';
import { matchNames } from './names.server.ts';
import { isOfClients, isOfRecords } from './reading/formats.ts';
import { leaveOthers } from './edits.server.ts';
import { CONFIRM_FILE, countStaged, doubtsOfFile } from './staged.server.ts';
import { undoImport, type Undone } from './undo.server.ts';
import { CHANGED, lookAgain, lookOf, unseenChoices } from './unseen.server.ts';
import { writeOwnRows, writeWorkRows } from './write-rows.server.ts';

/** What may write for long: an import, or its undo. Plain data, since it may go to another thread. */
type LongWrite =
  | { kind: 'write'; importId: number }
  | { kind: 'undo'; importId: number; key: KeyedRequest | null };

/** The same, and by whom, when and where it is written. */
export type Order = { work: LongWrite; actor: Actor; now: Date; timeZone: string };

/** What came of it; of a refusal nothing was written. */
type Carried = { done: Undone } | { refused: { status: number; message: string } };

/** Carries out a long write, at once and in one transaction. `onWritten` is called before its end. */
export function carryOut(
  services: WorkLogServices,
  work: LongWrite,
  onWritten: () => void,
): Carried {
  try {
    if (work.kind === 'undo') return { done: undoOnce(services, work.importId, work.key) };
    writeImport(services, work, onWritten);
    return { done: NOTHING_UNDONE };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return { refused: { status: error.status, message: error.message } };
  }
}

const NOTHING_UNDONE: Undone = { logs: 0, others: 0, kept: 0 };

const USED = 'This form was already sent for something else. No changes were made.';

function undoOnce(services: WorkLogServices, id: number, key: KeyedRequest | null): Undone {
  if (key === null) return undoImport(services, id);
  const keyed = once(services, key, () => undoImport(services, id));
  if (keyed.outcome === 'mismatch') throw new ProductError(422, USED);
  return keyed.answer;
}

type TurnServices = Pick<Services, 'db' | 'clock' | 'checkpoint' | 'longWrites' | 'config'>;

/** So many lines are written in less time than a thread takes to begin. */
const FEW_LINES = 300;

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
  return carryOutInTurn(services, { kind: 'undo', importId, key }, made, signal);
}

/**
 * Carries out what writes for long when its turn has come, in a thread where it has many lines. Throws a ProductError,
 * also when the signal ends it; then nothing was written.
 */
export async function carryOutInTurn(
  services: TurnServices,
  work: LongWrite,
  lines: number,
  signal: AbortSignal,
): Promise<Undone> {
  const { db, longWrites, clock, config } = services;
  const atOnce = async () => {
    await longWrites.over();
    // Without what the caller confirms: the doubts of a file are asked about all at once.
    return carryOut({ db, clock, config }, work, () => {
      services.checkpoint('import written');
    });
  };
  const actor = presentActor();
  const order: Order = { work, actor, now: clock(), timeZone: config.timeZone };
  // Another thread has nobody who could check what is written.
  const isLong = lines > FEW_LINES && actor.check === undefined;
  const carried = isLong ? longWrites.run<Carried>(order, signal) : atOnce();
  const outcome = await carried;
  if ('done' in outcome) return outcome.done;
  throw new ProductError(outcome.refused.status, outcome.refused.message);
}

function sayProblems(count: number): string {
  return count === 1
    ? 'Not imported: a line has a problem. Fix it, or leave it out.'
    : `Not imported: ${formatCount(count)} lines have a problem. Fix them, or leave them out.`;
}

/** Only the API gets as far without a look. */
const CONFIRM_API = `Not imported. If these lines are right, send the file again with ?confirm=${CONFIRM_FILE}.`;

const OTHER_EDITS = 'Not imported: the changes to logs differ from those shown.';

/**
 * Makes all records of an import in one transaction, compared once more with what is here by now. Where names mean
 * something else than people saw, or the edits of logs are others, nothing is made, and people look again. Throws 409,
 * and then nothing was written.
 */
export function writeImport(
  services: WorkLogServices,
  { importId }: { importId: number },
  onWritten: () => void,
): void {
  const { db, clock } = services;
  write(db, () => {
    const { choices, format, userId } = getImport(services, importId);
    const { edits } = choices;
    const shown = lookOf(services, importId);
    const isOther = matchNames(db, importId, choices) && !choices.writesAtOnce;
    compareNow(services, importId);
    const counts = countStaged(db, importId);
    const waitForLook = (message: string) => {
      setImport(services, importId, { ...counts, status: 'waiting', message });
    };
    if (isOther) {
      waitForLook(lookAgain(CHANGED, unseenChoices(services, importId, shown)));
      return;
    }
    if (counts.problemCount > 0 && !choices.skips) {
      throw conflict(sayProblems(counts.problemCount));
    }
    const doubts = choices.confirms ? null : doubtsOfFile(services, importId);
    if (doubts !== null) throw conflict(`${doubts} ${CONFIRM_API}`);
    if (!leaveOthers(db, importId, edits)) {
      waitForLook(lookAgain(OTHER_EDITS));
      return;
    }
    if (isOfRecords(format)) writeOwnRows(services, importId, isOfClients(format));
    else writeWorkRows(services, { importId, importer: userId, format });
    onWritten();
    setImport(services, importId, { ...counts, status: 'done', finishedAt: clock() });
  });
}
