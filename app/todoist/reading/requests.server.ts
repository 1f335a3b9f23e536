import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { refusedAnswer, TodoistError, unreadableAnswer } from './todoist-error.ts';

export type RequestOptions = {
  /** Todoist's origin, without a path. */
  apiUrl: string;
  clock: () => Date;
  patience?: Patience;
};

/** How long Todoist is waited for. Read at each call. */
export type Patience = {
  /** Waits so many milliseconds before a repetition, or until the signal is raised. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** The longest that one call lasts, repetitions included, in milliseconds. */
  timeoutMs?: number;
};

/** Reads one address below `/api/v1` and gives its JSON. Throws a TodoistError. */
export type Get = (path: string, query?: Record<string, string>) => Promise<unknown>;

const DEFAULT_TIMEOUT = 30_000;

/** The first call and two repetitions. */
const ATTEMPTS = 3;

/** Pauses before a repetition when Todoist names none, in milliseconds. */
const PAUSES = [500, 1_500];

const pauseFor = (milliseconds: number, signal?: AbortSignal) =>
  delay(milliseconds, undefined, { signal });

/** What an HTTP header can carry; anything else cannot be a token. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Makes the function that reads from Todoist in the name of whoever the token belongs to.
 * All calls only read, so that repeating one is harmless: a fault on Todoist's side is
 * repeated twice, and a short `Retry-After` is waited out, within the time one call has. When
 * the signal is raised nothing is waited for any more.
 */
export function createRequests(
  options: RequestOptions,
): (token: string, signal?: AbortSignal) => Get {
  const { clock } = options;

  return (token, signal) => async (path, query) => {
    const { wait = pauseFor, timeoutMs = DEFAULT_TIMEOUT } = options.patience ?? {};
    // `fetch` would name the value in its own error.
    if (!TOKEN.test(token)) throw refusedAnswer(401, null);
    const url = new URL(`/api/v1${path}`, options.apiUrl);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);

    const end = clock().getTime() + timeoutMs;
    const timeLeft = () => Math.min(end - clock().getTime(), timeoutMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readOnce(url, token, { timeLeft: timeLeft(), clock, signal });
      } catch (error) {
        const pause = pauseBefore(attempt, error);
        if (pause === null || pause >= timeLeft()) throw error;
        await wait(pause, signal);
      }
    }
  };
}

/** Milliseconds to wait before the next attempt; null when another would not help. */
function pauseBefore(attempt: number, error: unknown): number | null {
  if (!(error instanceof TodoistError) || attempt >= ATTEMPTS) return null;
  if (error.kind !== 'unavailable' && error.kind !== 'rate-limited') return null;
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1_000;
  return PAUSES[attempt - 1] ?? null;
}

async function readOnce(
  url: URL,
  token: string,
  options: { timeLeft: number; clock: () => Date; signal: AbortSignal | undefined },
): Promise<unknown> {
  const { timeLeft, clock } = options;
  if (timeLeft <= 0) throw tooLate();
  const deadline = AbortSignal.timeout(timeLeft);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const response = await openAnswer(url, token, signal);
  if (!response.ok) {
    const asked = await readRetryAfter(response, clock());
    // Whatever is left of the answer is not wanted, and must not keep the connection.
    await response.body?.cancel().catch(() => undefined);
    throw response.status >= 300 && response.status < 400
      ? unreadableAnswer('answered with a redirection, which is not followed')
      : refusedAnswer(response.status, asked);
  }
  return parseJson(await readText(response, signal));
}

async function openAnswer(url: URL, token: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      // Wherever a redirection leads, the token does not go there.
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw tooLate();
    throw new TodoistError(
      'unavailable',
      `Todoist could not be reached${describeCause(error)}. Check the connection, and try again in a few minutes.`,
    );
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw signal.aborted ? tooLate() : unreadableAnswer('broke off in the middle of its answer');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadableAnswer(
      text.trimStart().startsWith('<')
        ? 'answered with a web page instead of data'
        : 'gave an answer that is not valid JSON',
    );
  }
}

function tooLate(): TodoistError {
  return new TodoistError(
    'timeout',
    'Todoist did not answer in time. Check the connection, and try again in a few minutes.',
  );
}

/** A code such as ECONNREFUSED helps whoever runs the product, and holds nothing private. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

const LimitNotice = z.object({ error_extra: z.object({ retry_after: z.number() }) });

/** Whole seconds from the header, as a number or a date, or else from the body of a 429. */
async function readRetryAfter(response: Response, now: Date): Promise<number | null> {
  const header = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(header)) return Number(header);
  const instant = Date.parse(header);
  if (header !== '' && !Number.isNaN(instant)) {
    return Math.max(0, Math.ceil((instant - now.getTime()) / 1_000));
  }
  if (response.status !== 429) return null;
  try {
    const notice = LimitNotice.safeParse(await response.json());
    return notice.success ? Math.max(0, Math.ceil(notice.data.error_extra.retry_after)) : null;
  } catch {
    return null;
  }
}
