/** Which of an organisation's limits Xero named: calls a minute, a day, or at the same time. */
export type RateLimit = 'minute' | 'day' | 'concurrent';

export type XeroErrorKind =
  /** The access token has expired or is not accepted: refresh it and try again. */
  | 'not-authorised'
  /** The refresh token or the organisation is no longer ours to use: connect again. */
  | 'connection-gone'
  /** Xero understood and said no; `messages` say why. */
  | 'refused'
  /** Too many calls; `retryAt` says when it can go on. */
  | 'rate-limited'
  /** Xero cannot be reached, or has a fault of its own. */
  | 'unavailable'
  /** Xero answered what cannot be understood. */
  | 'unreadable'
  /** No answer before the deadline. */
  | 'timeout';

type Details = {
  /** True when the call was a write that Xero may have done all the same. */
  isOutcomeUnknown: boolean;
  messages?: string[];
  limit?: RateLimit;
  retryAfterSeconds?: number;
  retryAt?: Date;
  status?: number;
};

/**
 * A call to Xero that did not succeed. The message is a sentence for people and never
 * contains a token. `isOutcomeUnknown` is what exactly-once rests on: when it is false,
 * Xero has certainly done nothing; when it is true, only looking in Xero can tell.
 */
export class XeroError extends Error {
  readonly kind: XeroErrorKind;
  readonly isOutcomeUnknown: boolean;
  /** Xero's own sentences; empty unless it refused. */
  readonly messages: string[];
  /** Only of 'rate-limited'. */
  readonly limit: RateLimit | null;
  readonly retryAfterSeconds: number | null;
  readonly retryAt: Date | null;
  /** The HTTP status, for the log; null when there was no answer. */
  readonly status: number | null;

  constructor(kind: XeroErrorKind, message: string, details: Details) {
    super(message);
    this.name = 'XeroError';
    this.kind = kind;
    this.isOutcomeUnknown = details.isOutcomeUnknown;
    this.messages = details.messages ?? [];
    this.limit = details.limit ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.retryAt = details.retryAt ?? null;
    this.status = details.status ?? null;
  }
}

/** What every sentence about an unfinished write ends with, and every other one. */
function endOf(isOutcomeUnknown: boolean): string {
  return isOutcomeUnknown
    ? 'It is not known whether Xero did what was asked; that has to be looked up before trying again.'
    : 'Nothing was changed in Xero. Try again in a few minutes.';
}

/** No answer in time. A call that was never sent has a known outcome. */
export function timedOut(isOutcomeUnknown: boolean): XeroError {
  const message = `Xero did not answer in time. ${endOf(isOutcomeUnknown)}`;
  return new XeroError('timeout', message, { isOutcomeUnknown });
}

/** Xero cannot be reached, or has a fault of its own. */
export function unavailable(isOutcomeUnknown: boolean, status?: number): XeroError {
  const message = `Xero is not available at the moment. ${endOf(isOutcomeUnknown)}`;
  return new XeroError('unavailable', message, { isOutcomeUnknown, status });
}

/** The answer cannot be understood. */
export function unreadable(isOutcomeUnknown: boolean, status?: number): XeroError {
  const message = `Xero's answer could not be read. ${endOf(isOutcomeUnknown)}`;
  return new XeroError('unreadable', message, { isOutcomeUnknown, status });
}

/** Xero no longer accepts the access token; nothing was done. */
export function notAuthorised(status?: number): XeroError {
  return new XeroError(
    'not-authorised',
    'Xero no longer accepts the present sign-in. Nothing was changed in Xero. Try again; if it happens once more, connect to Xero again.',
    { isOutcomeUnknown: false, status },
  );
}

/** The connection has ended; nothing was done. */
export function connectionGone(status?: number): XeroError {
  return new XeroError(
    'connection-gone',
    'The connection to Xero has ended. Nothing was changed in Xero. Connect to Xero again in Settings.',
    { isOutcomeUnknown: false, status },
  );
}

/** Xero said no. A refusal because of an earlier call under the same key leaves that one open. */
export function refused(messages: string[], isOutcomeUnknown = false, status?: number): XeroError {
  const reasons = messages.length > 0 ? `: ${messages.join(' ')}` : '.';
  return new XeroError('refused', `Xero refused it${reasons}`, {
    isOutcomeUnknown,
    messages,
    status,
  });
}

/** A limit of the organisation is used up until `retryAt`; nothing was done. */
export function rateLimited(limit: RateLimit, retryAt: Date, now: Date): XeroError {
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
  const message =
    limit === 'day'
      ? `Xero's limit of calls for the day is used up. Nothing was changed in Xero. Try again in ${inWords(retryAfterSeconds)}.`
      : `Xero gets more calls at the moment than it allows. Nothing was changed in Xero. Try again in ${inWords(retryAfterSeconds)}.`;
  return new XeroError('rate-limited', message, {
    isOutcomeUnknown: false,
    limit,
    retryAfterSeconds,
    retryAt,
    status: 429,
  });
}

function inWords(seconds: number): string {
  if (seconds <= 90) return 'a minute or two';
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3_600)} hours`;
}

/**
 * Whether a call to Xero failed, for whoever was given the adapter. The adapter is made by
 * `server.ts` and used by the build, and each of the two has a XeroError of its own, so
 * `instanceof` would not know it.
 */
export function isXeroError(error: unknown): error is XeroError {
  return error instanceof Error && error.name === 'XeroError';
}
