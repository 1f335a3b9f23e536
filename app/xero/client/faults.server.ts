import { LedgerError, type LedgerErrorKind, type RateLimit } from '../../invoices/ledger.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import { shorten } from '../../lib/shorten.ts';

function endOf(isOutcomeUnknown: boolean): string {
  return isOutcomeUnknown
    ? 'Xero may have done this anyway: check in Xero before you try again.'
    : 'No changes were made in Xero. Try again in a few minutes.';
}

const fault =
  (kind: LedgerErrorKind, what: string) => (isOutcomeUnknown: boolean, httpStatus?: number) =>
    new LedgerError(kind, `${what} ${endOf(isOutcomeUnknown)}`, { isOutcomeUnknown, httpStatus });

/** No answer came in time. Pass false for a call that was never sent: its outcome is known. */
export const timedOut = fault('timeout', 'Xero did not answer in time.');

/** Xero cannot be reached, or has a fault of its own. */
export const unavailable = fault('unavailable', 'Xero is not available at the moment.');

/** The answer cannot be understood. */
export const unreadable = fault('unreadable', "Xero's answer could not be read.");

const nothingDone = (kind: LedgerErrorKind, message: string) => (httpStatus?: number) =>
  new LedgerError(kind, message, { isOutcomeUnknown: false, httpStatus });

const notAuthorised = nothingDone(
  'not-authorised',
  'Xero no longer accepts the present sign-in. No changes were made in Xero. Try again; if it happens once more, connect to Xero again.',
);

const notAllowed = nothingDone(
  'not-authorised',
  'Xero was not allowed to let Tallyhour do this. No changes were made in Xero. Connect to Xero again in Settings, and allow all that is asked for.',
);

/**
 * Xero says the same of a role that changed, and of an organisation that was disconnected, reset or deleted: only its
 * list of connections tells them apart.
 */
const noAccess = nothingDone(
  'no-access',
  'Xero does not let Tallyhour work in this organisation any more: whoever connected it has another role there now, or its subscription or trial has ended. No changes were made in Xero. Have somebody whose role there is Standard or Adviser connect to Xero again in Settings.',
);

/** The connection has ended; nothing was done. */
export const connectionGone = nothingDone(
  'connection-gone',
  'The connection to Xero has ended. No changes were made in Xero. Connect to Xero again in Settings.',
);

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
  const details = { isOutcomeUnknown, messages, httpStatus };
  return new LedgerError('refused', `Xero refused it${reasons}`, details);
}

/** A limit of the organisation is used up until `retryAt`; nothing was done. */
export function rateLimited(limit: RateLimit, retryAt: Date, now: Date): LedgerError {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
  const why =
    limit === 'day'
      ? "Xero's limit of calls for the day is used up."
      : 'Xero gets more calls at the moment than it allows.';
  const message = `${why} No changes were made in Xero. Try again in ${inWords(seconds)}.`;
  const details = { isOutcomeUnknown: false, limit, retryAt, httpStatus: 429 };
  return new LedgerError('rate-limited', message, details);
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

type FailedAnswer = {
  /** 0 when there was no answer. */
  status: number;
  /** Parsed JSON, or text when the body was not JSON. */
  body: unknown;
  /** Names in lower case. */
  headers: Record<string, unknown>;
};

type CallContext = {
  /** True for a write, which may have been done even when its answer is missing. */
  isWrite: boolean;
  now: Date;
};

/**
 * Node's codes for a host that could not be reached, so that nothing was sent. EHOSTUNREACH and
 * ENETUNREACH can also end an established connection, so they need the word `connect`.
 */
const NEVER_SENT =
  /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\b|\bconnect (?:EHOSTUNREACH|ENETUNREACH)\b/;

/** A wait of more seconds than this means the day's limit, whatever Xero calls it. */
export const LONGEST_MINUTE_WAIT = 120;

/** Seconds to wait when Xero does not say how long. */
const DEFAULT_WAIT: Record<RateLimit, number> = { minute: 60, day: 3_600, concurrent: 1 };

const LONGEST_MESSAGE = 500;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the reason of a failed request means that it was never sent. */
export function wasNeverSent(reason: string): boolean {
  return NEVER_SENT.test(reason);
}

/**
 * Turns whatever a call to Xero threw into a LedgerError. The SDK rejects with a JSON string of `{
 * response: { statusCode, body, headers } }`, with status 0 for no answer. Without a clear "no"
 * from Xero, the outcome of a write is unknown.
 */
export function toLedgerError(thrown: unknown, context: CallContext): LedgerError {
  if (thrown instanceof LedgerError) return thrown;
  const answer = readSdkError(thrown);
  return answer ? fromAnswer(answer, context) : unreadable(context.isWrite);
}

/** The headers of a failed answer, with names in lower case; undefined when there was none. */
export function headersOf(thrown: unknown): Record<string, unknown> | undefined {
  return readSdkError(thrown)?.headers;
}

function readSdkError(thrown: unknown): FailedAnswer | null {
  if (typeof thrown !== 'string') return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(thrown);
  } catch {
    return null;
  }
  if (!isRecord(parsed) || !isRecord(parsed.response)) return null;
  const { statusCode, body, headers } = parsed.response;
  return {
    status: typeof statusCode === 'number' ? statusCode : 0,
    body,
    headers: isRecord(headers) ? headers : {},
  };
}

/** The error for an answer with this status, for calls by the SDK and by `fetch`. */
export function fromAnswer(answer: FailedAnswer, { isWrite, now }: CallContext): LedgerError {
  const { status, body } = answer;
  if (status === 0) {
    return unavailable(isWrite && !(typeof body === 'string' && wasNeverSent(body)));
  }
  // Xero's own words, as a gateway's 401 and 403 lack them.
  const detail = isRecord(body) && typeof body.Detail === 'string' ? body.Detail : '';
  if (status === 401) {
    return detail === 'AuthorizationUnsuccessful' ? notAllowed(status) : notAuthorised(status);
  }
  if (status === 429) return fromLimit(answer, now);
  if (status >= 500) return unavailable(isWrite, status);
  // Xero's own refusals are JSON. Anything else comes from a server in between.
  if (status < 400 || !isRecord(body)) return unreadable(isWrite, status);
  if (status === 403) {
    return detail === 'AuthenticationUnsuccessful' ? noAccess(status) : connectionGone(status);
  }
  // The first call under this key may still be at work, or may have been cut off.
  if (status === 408 || status === 409 || status === 425) return unavailable(isWrite, status);
  const messages = readMessages(body);
  const isAboutKey = messages.some((message) => /idempotency/i.test(message));
  return refused(messages, isWrite && isAboutKey, status);
}

function fromLimit({ headers }: FailedAnswer, now: Date): LedgerError {
  const seconds = readRetryAfter(headers['retry-after'], now);
  const limit = chooseLimit(String(headers['x-rate-limit-problem']).toLowerCase(), seconds);
  const wait = seconds ?? DEFAULT_WAIT[limit];
  return rateLimited(limit, new Date(now.getTime() + wait * 1000), now);
}

function chooseLimit(problem: string, seconds: number | null): RateLimit {
  if (/da(y|ily)/.test(problem)) return 'day';
  if (seconds !== null && seconds > LONGEST_MINUTE_WAIT) return 'day';
  return problem.includes('concurrent') ? 'concurrent' : 'minute';
}

/** Xero's messages: those about single elements when there are any, else the general one. */
function readMessages(body: Record<string, unknown>): string[] {
  const elements = Array.isArray(body.Elements) ? body.Elements.filter(isRecord) : [];
  const found = [...elements, body].flatMap(({ ValidationErrors: errors }) =>
    Array.isArray(errors) ? errors.filter(isRecord).map(({ Message }) => Message) : [],
  );
  const general = [body.Detail, body.Message, body.Title];
  const messages = (found.length > 0 ? found : general)
    .filter((text) => typeof text === 'string')
    .map((text) => shorten(text.trim(), LONGEST_MESSAGE))
    .filter(Boolean);
  return [...new Set(found.length > 0 ? messages : messages.slice(0, 1))];
}
