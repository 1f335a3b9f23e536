import type { InvoiceRun } from '#db/schema.ts';
import { reasonOf } from '../ledger.ts';
import { markFound } from './look-up.server.ts';
import { waitAfter, type Pause, refuseClaims } from './pause.server.ts';
import {
  type RunServices,
  markFailed,
  markUnsentIfAlone,
  noteUnknown,
  settleOutcomes,
  type Sending,
} from './steps.server.ts';
import type { SendAnswer } from './send.server.ts';

/**
 * Stores the result of a call: made, refused, certainly not done, or unknown. When a repetition was
 * certainly not done, the call before it may have been: its outcome stays unknown. A refusal of the
 * whole call is believed only once the ledger, asked for the references, has none of its invoices.
 * Gives a pause when the run cannot go on at once.
 */
export async function settle(
  services: RunServices,
  run: InvoiceRun,
  { sendKey, batch, isRepetition }: Sending,
  answer: SendAnswer,
): Promise<Pause | null> {
  if ('outcomes' in answer) {
    await settleOutcomes(services, batch, answer.outcomes);
    services.checkpoint('settled');
    return null;
  }
  const { error } = answer;
  const isUnknown = isRepetition || error.isOutcomeUnknown;
  if (!isUnknown && error.kind === 'refused') {
    const pause = await markFound(services, run, batch);
    if (pause) return pause;
  }
  if (isUnknown || !markUnsentIfAlone(services, sendKey)) {
    const pause = waitAfter(services, error);
    return noteUnknown(services, batch, pause.message) > 0 ? pause : null;
  }
  services.checkpoint('unsent');
  if (error.kind !== 'refused') return refuseClaims(services, run, error);
  const ids = batch.map(({ id }) => id);
  markFailed(services, ids, reasonOf(error));
  return null;
}
