import { LedgerError, type RateLimit } from '../../invoices/ledger.ts';

/** The end of every error sentence: what it means for the data in Xero, and what to do. */
function endOf(isOutcomeUnknown: boolean): string {
  return isOutcomeUnknown
    ? 'It is not known whether Xero did what was asked; that has to be looked up before trying again.'
    : 'Nothing was changed in Xero. Try again in a few minutes.';
}

/** No answer came in time. Pass false for a call that was never sent: its outcome is known. */
export function timedOut(isOutcomeUnknown: boolean): LedgerError {
  const message = `Xero did not answer in time. ${endOf(isOutcomeUnknown)}`;
  return new LedgerError('timeout', message, { isOutcomeUnknown });
}

/** Xero cannot be reached, or has a fault of its own. */
export function unavailable(isOutcomeUnknown: boolean, httpStatus?: number): LedgerError {
  const message = `Xero is not available at the moment. ${endOf(isOutcomeUnknown)}`;
  return new LedgerError('unavailable', message, { isOutcomeUnknown, httpStatus });
}

/** The answer cannot be understood. */
export function unreadable(isOutcomeUnknown: boolean, httpStatus?: number): LedgerError {
  const message = `Xero's answer could not be read. ${endOf(isOutcomeUnknown)}`;
  return new LedgerError('unreadable', message, { isOutcomeUnknown, httpStatus });
}

/** Xero no longer accepts the access token; nothing was done. */
export function notAuthorised(httpStatus?: number): LedgerError {
  return new LedgerError(
    'not-authorised',
    'Xero no longer accepts the present sign-in. Nothing was changed in Xero. Try again; if it happens once more, connect to Xero again.',
    { isOutcomeUnknown: false, httpStatus },
  );
}

/** The connection has ended; nothing was done. */
export function connectionGone(httpStatus?: number): LedgerError {
  return new LedgerError(
    'connection-gone',
    'The connection to Xero has ended. Nothing was changed in Xero. Connect to Xero again in Settings.',
    { isOutcomeUnknown: false, httpStatus },
  );
}

/**
 * Xero refused the call. A refusal caused by an earlier call under the same key leaves the outcome
 * of that call unknown.
 */
export function refused(
  messages: string[],
  isOutcomeUnknown = false,
  httpStatus?: number,
): LedgerError {
  const reasons = messages.length > 0 ? `: ${messages.join(' ')}` : '.';
  return new LedgerError('refused', `Xero refused it${reasons}`, {
    isOutcomeUnknown,
    messages,
    httpStatus,
  });
}

/** A limit of the organisation is used up until `retryAt`; nothing was done. */
export function rateLimited(limit: RateLimit, retryAt: Date, now: Date): LedgerError {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
  const message =
    limit === 'day'
      ? `Xero's limit of calls for the day is used up. Nothing was changed in Xero. Try again in ${inWords(seconds)}.`
      : `Xero gets more calls at the moment than it allows. Nothing was changed in Xero. Try again in ${inWords(seconds)}.`;
  return new LedgerError('rate-limited', message, {
    isOutcomeUnknown: false,
    limit,
    retryAt,
    httpStatus: 429,
  });
}

function inWords(seconds: number): string {
  if (seconds <= 90) return 'a minute or two';
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3_600)} hours`;
}

/** Nobody has connected Xero, or the server's operator has registered no app; nothing was done. */
export function notConnected(message: string): LedgerError {
  return new LedgerError('not-connected', message, { isOutcomeUnknown: false });
}
