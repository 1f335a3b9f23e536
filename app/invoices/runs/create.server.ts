import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared } from '#db/connection.server.ts';
import { invoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { after } from '../../lib/after.ts';
import { conflict } from '../../lib/errors.ts';
import { once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { API_ERROR, CHANGED_SINCE } from '../messages.ts';
import { findRun, continueRun } from './carry-on.server.ts';
import { claimInvoices, type ClaimRequest } from './claim.server.ts';
import type { RunServices } from './steps.server.ts';

/** The progress of a run; of none where there was nothing to claim. */
export type RunResult = Omit<ReturnType<typeof resultOf>, 'runId'> & { runId: number | null };

const COLUMNS = columnsOf(invoices, 'i', ['contents']);

const OF_RUN = `select ${COLUMNS.text} from invoices i where i.run_id = ? order by i.id`;

/** The invoices of a run without their long contents, oldest first. */
export function listRunInvoices({ db }: Pick<Services, 'db'>, runId: number) {
  return prepared<Stored<Omit<Invoice, 'contents'>>>(db, OF_RUN)
    .all(runId)
    .map((row) => COLUMNS.read(row));
}

/** The progress of a stored run. */
export function resultOf(services: Pick<Services, 'db'>, runId: number) {
  const run = findRun(services, runId);
  const all = listRunInvoices(services, runId);
  const made = all.filter(({ state }) => state === 'created' || state === 'released');
  return {
    runId,
    /** False while the run goes on in the background. */
    isFinished: run?.status === 'done',
    invoicesCreated: made.length,
    clientsProcessed: new Set(made.map(({ clientId }) => clientId)).size,
    unknown: all.filter(({ state }) => state === 'sending').length,
    /** The invoices that were not made: for which client, and why. */
    failures: all
      .filter(({ state }) => state === 'failed')
      .map(({ clientId, message }) => ({ clientId, message: message ?? '' })),
    /** Why the run pauses or failed; null when neither is the case. */
    message: run?.message ?? null,
  };
}

/** A request for invoices. With `oneTime`, a repetition of the same request makes nothing more. */
type CreateRequest = ClaimRequest & { oneTime?: KeyedRequest };

type Claimed = Pick<RunResult, 'runId' | 'failures'>;

/**
 * Claims once for a one-time key: a repetition after a lost answer gives the run that the request
 * began. Where nothing came of that run, the repetition is a new attempt from the same page, and what
 * it begins is what further ones give.
 */
function claimOnce(services: RunServices, { oneTime, ...request }: CreateRequest): Claimed {
  const claim = (): Claimed => {
    const { runId, leftOut } = claimInvoices(services, request);
    const failures = leftOut.map(({ client, problems }) => ({
      clientId: client.id,
      message: problems.join(' '),
    }));
    return { runId, failures };
  };
  if (!oneTime) return claim();
  const result = once(services, oneTime, claim, ({ runId }) => !isStanding(services, runId));
  if (result.outcome === 'mismatch') throw conflict(CHANGED_SINCE);
  return result.answer;
}

function isStanding(services: RunServices, runId: number | null): boolean {
  return runId !== null && listRunInvoices(services, runId).some(({ state }) => state !== 'failed');
}

/**
 * Claims what can be invoiced and starts to send it. Waits `patience` milliseconds at most; a
 * longer run goes on in the background. Throws 409 when no organisation is active, or when the plan
 * has changed since the person saw it.
 */
export async function createInvoices(
  services: RunServices,
  request: CreateRequest,
  patience: number,
): Promise<RunResult> {
  const { runId, failures } = claimOnce(services, request);
  if (runId === null) {
    const nothing = { invoicesCreated: 0, clientsProcessed: 0, unknown: 0 };
    return { runId, isFinished: true, ...nothing, failures, message: null };
  }
  await Promise.race([continueRun(services, runId), after(patience)]);
  const result = resultOf(services, runId);
  return { ...result, failures: [...failures, ...result.failures] };
}

/** The toast for a run that has ended. */
export function toastOfRun(result: RunResult): ToastMessage {
  const { invoicesCreated, clientsProcessed, failures, unknown } = result;
  const made = `Successfully created ${invoicesCreated} invoice(s) in Xero for ${clientsProcessed} client(s)`;
  const parts = [
    failures.length > 0 ? `${failures.length} could not be created` : '',
    unknown > 0 ? `${unknown} not known yet` : '',
  ].filter(Boolean);
  const variant = 'destructive';
  // The page of the run says what was wrong with Xero.
  if (invoicesCreated === 0 && result.message !== null) return { text: API_ERROR, variant };
  if (invoicesCreated === 0 && parts.length > 0) {
    const reason = failures[0]?.message;
    return { text: `Failed to create invoices in Xero${reason ? `: ${reason}` : ''}`, variant };
  }
  return { text: [made, ...parts].join('; ') };
}

/** In the address of a run's page: its person waits there for the end, and is told of it once. */
export const AWAITED = 'awaited';
