import { prepared } from '#db/connection.server.ts';
import { presentActor } from '#db/history/acting.server.ts';
import type { Services } from '../../context.server.ts';
import type { KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { carryOut, type Carried, type LongWrite, type Order } from './carry-out.server.ts';
import { FileRefusal } from './reading/refusal.ts';
import type { Undone } from './undo.server.ts';
import type { Compared } from './write-import.server.ts';

/** The services that carrying out a long write needs. */
export type TurnServices = Pick<Services, 'db' | 'clock' | 'checkpoint' | 'longWrites'>;

/** So many lines are written in less time than a thread takes to begin. */
const FEW_LINES = 300;

/**
 * Writes an import that was compared: in a thread, unless it has few lines. Throws FileRefusal, and a
 * ProductError when the signal ends it; then nothing was written.
 */
export async function writeInTurn(
  services: TurnServices,
  compared: Compared,
  { lines, signal }: { lines: number; signal: AbortSignal },
): Promise<void> {
  const work: LongWrite = { kind: 'write', import: compared };
  doneOf(await carryOutInTurn(services, work, lines, signal));
}

const MADE = 'select count(*) from import_records where import_id = ?';

/**
 * Undoes an import, once for each one-time key: in a thread, unless it made few records. Throws 404, and
 * 409 when something of it is on an invoice, or it is undone already.
 */
export async function undoInTurn(
  services: TurnServices,
  importId: number,
  key: KeyedRequest | null,
): Promise<Undone> {
  const made = Number(prepared(services.db, MADE).pluck().get(importId));
  // Whoever leaves the page has pressed the button all the same.
  const { signal } = new AbortController();
  const carried = await carryOutInTurn(services, { kind: 'undo', importId, key }, made, signal);
  return doneOf(carried) ?? { logs: 0, others: 0, kept: 0 };
}

function doneOf(carried: Carried): Undone | null {
  if ('done' in carried) return carried.done;
  const { status, message, isOfFile } = carried.refused;
  throw isOfFile ? new FileRefusal(message) : new ProductError(status, message);
}

async function carryOutInTurn(
  services: TurnServices,
  work: LongWrite,
  lines: number,
  signal: AbortSignal,
): Promise<Carried> {
  const { longWrites, clock, checkpoint } = services;
  if (lines > FEW_LINES) {
    const order: Order = { work, actor: presentActor(), now: clock() };
    return longWrites.run<Carried>(order, signal);
  }
  await longWrites.over();
  return carryOut(services, work, () => {
    checkpoint('import written');
  });
}
