import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readRetryAfter } from '../../lib/retry-after.ts';
import { AnswerTooLarge, boundedFetch } from '../../platform/bounded-answer.server.ts';
import type { OnCall } from '../../platform/metrics/metrics.server.ts';
import { ResultPage } from './completed-task.ts';
import { refusedAnswer, TodoistError, unreadableAnswer } from './todoist-error.ts';

export type RequestOptions = {
  apiUrl: string;
  clock: () => Date;
  patience?: Patience;
  onCall?: OnCall;
};

/** How long to wait for Todoist. Read at each call. */
export type Patience = {
  /** Waits this many milliseconds before a repetition, or until the signal is raised. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** The longest that one call may take, repetitions included, in milliseconds. */
  timeoutMs?: number;
};

/** Reads one address below `/api/v1` and gives its JSON. Throws a TodoistError. */
export type Get = (path: string, query?: Record<string, string>) => Promise<unknown>;

/** More than a page of any list has. */
const fetchAnswer = boundedFetch(32_000_000);

const DEFAULT_TIMEOUT = 30_000;

const ATTEMPTS = 3;

/** The pauses before repetitions, in milliseconds, when Todoist asks for none. */
const PAUSES = [500, 1_500];

const pauseFor = (milliseconds: number, signal?: AbortSignal) =>
  delay(milliseconds, undefined, { signal });

/** The characters that an HTTP header can carry; anything else cannot be a token. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Makes the function that reads from Todoist with a token. Calls only read, so repeating one is
 * harmless: a fault on Todoist's side is tried twice more, and a short `Retry-After` is waited for,
 * within the time of one call. Raising the signal ends every wait.
 */
export function createRequests(
  options: RequestOptions,
): (token: string, signal?: AbortSignal) => Get {
  const { clock } = options;

  return (token, signal) => async (path, query) => {
    const { wait = pauseFor, timeoutMs = DEFAULT_TIMEOUT } = options.patience ?? {};
    // `fetch` would show the token in its error.
    if (!TOKEN.test(token)) throw refusedAnswer(401, null);
    const url = new URL(`/api/v1${path}`, options.apiUrl);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);

    const end = clock().getTime() + timeoutMs;
    const timeLeft = () => Math.min(end - clock().getTime(), timeoutMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await readOnce(url, token, { timeLeft: timeLeft(), clock, signal });
        options.onCall?.('ok');
        return answer;
      } catch (error) {
        options.onCall?.(error instanceof TodoistError ? error.kind : 'fault');
        const pause = pauseBefore(attempt, error);
        if (pause === null || pause >= timeLeft()) throw error;
        await wait(pause, signal);
      }
    }
  };
}

/** Milliseconds to wait before the next attempt; null when another one would not help. */
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
    const asked = await pauseAskedFor(response, clock());
    // The unread rest of the answer must not keep the connection open.
    await response.body?.cancel().catch(() => undefined);
    throw response.status >= 300 && response.status < 400
      ? unreadableAnswer('answered with a redirection, which is not followed')
      : refusedAnswer(response.status, asked);
  }
  return parseJson(await readText(response, signal));
}

async function openAnswer(url: URL, token: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetchAnswer(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      // The token must not follow a redirection.
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
  } catch (error) {
    if (signal.aborted) throw tooLate();
    const isTooLarge = error instanceof AnswerTooLarge;
    throw unreadableAnswer(
      isTooLarge ? 'gave an answer that is too large' : 'broke off in the middle of its answer',
    );
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

/** The cause, such as ECONNREFUSED: it helps the server's operator and holds nothing private. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

const LimitNotice = z.object({ error_extra: z.object({ retry_after: z.number() }) });

/** Whole seconds to wait: from the header, a number or a date, else from the body of a 429. */
async function pauseAskedFor(response: Response, now: Date): Promise<number | null> {
  const inHeader = readRetryAfter(response.headers.get('retry-after'), now);
  if (inHeader !== null) return Math.ceil(inHeader);
  if (response.status !== 429) return null;
  try {
    const notice = LimitNotice.safeParse(await response.json());
    const inBody = readRetryAfter(notice.data?.error_extra.retry_after, now);
    return inBody === null ? null : Math.ceil(inBody);
  } catch {
    return null;
  }
}

export type RowPage = { rows: unknown[]; cursor: string | null };

/** Reads one page of a list. Throws a TodoistError, also when the answer holds no list. */
export async function readPage(
  get: Get,
  path: string,
  query: Record<string, string>,
): Promise<RowPage> {
  const page = ResultPage.safeParse(await get(path, query));
  const rows = page.data?.rows;
  if (!page.success || !rows) throw unreadableAnswer('gave an answer without a list in it');
  return { rows, cursor: page.data.cursor };
}

/** A list with more pages than any account fills in the part of it that is asked for at once. */
const MOST_PAGES = 10_000;

/** The pages of a list. Throws a TodoistError, also for a cursor that comes twice, or a list without end. */
export async function* readPages(
  get: Get,
  path: string,
  query: Record<string, string>,
  first?: RowPage,
): AsyncGenerator<unknown[]> {
  const cursors = new Set<string>();
  let page = first ?? (await readPage(get, path, query));
  for (;;) {
    yield page.rows;
    const { cursor } = page;
    if (cursor === null) return;
    if (cursors.has(cursor)) throw unreadableAnswer('gave the same page of a list twice');
    if (cursors.size >= MOST_PAGES) throw unreadableAnswer('gave a list without end');
    cursors.add(cursor);
    page = await readPage(get, path, { ...query, cursor });
  }
}

/** Splits rows into those that fit the schema, parsed, and the others, as they came. */
export function parseRows<Row>(
  rows: unknown[],
  schema: z.ZodType<Row>,
): { parsed: Row[]; unreadable: unknown[] } {
  const results = rows.map((row) => ({ row, result: schema.safeParse(row) }));
  return {
    parsed: results.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unreadable: results.filter(({ result }) => !result.success).map(({ row }) => row),
  };
}
