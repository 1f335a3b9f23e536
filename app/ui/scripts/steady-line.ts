import { useSyncExternalStore } from 'react';

/** How long to wait before the next try, in milliseconds; the last one for all that follow. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000];

/** What a proxy answers while the product is away. */
const AWAY = [502, 503, 504];

/** What our own answers carry: one of these, whether it was returned, thrown, or is a fault. */
const OURS = ['X-Remix-Response', 'X-Remix-Catch', 'X-Remix-Error'];

const listeners = new Set<() => void>();
/** How many requests are waiting for the line. */
let waiting = 0;

function count(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether something waits to be sent, since the line is down. */
export function useIsLineDown(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );
}

/**
 * Makes the requests of our scripts outlast a line that breaks: each is sent again until it
 * is answered or nobody wants it any more, and the page stays as it is meanwhile. Without this
 * a lost request would put an error page in the place of a filled-in form. To send one twice is
 * safe: what creates or deletes carries a one-time key.
 */
export function keepLineSteady(): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init) =>
    isOurData(input)
      ? fetchUntilAnswered(() => plainFetch(input, init), init?.signal)
      : plainFetch(input, init);
}

function isOurData(input: RequestInfo | URL): input is string | URL {
  // A Request's body could be sent only once; Remix passes addresses.
  if (input instanceof Request) return false;
  const url = new URL(input, window.location.href);
  return url.origin === window.location.origin && url.searchParams.has('_data');
}

async function fetchUntilAnswered(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const first = await tryOnce(send, signal);
  if (first) return first;
  count(1);
  try {
    for (let attempt = 0; ; attempt += 1) {
      await untilNextTry(WAITS[attempt] ?? WAITS.at(-1) ?? 0, signal);
      const response = await tryOnce(send, signal);
      if (response) return response;
    }
  } finally {
    count(-1);
  }
}

/** Null: the request or its answer was lost. Throws when nobody wants it any more. */
async function tryOnce(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response | null> {
  try {
    const response = await send();
    return isFromProxy(response) ? null : response;
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError)) throw error;
    return null;
  }
}

function isFromProxy({ status, headers }: Response): boolean {
  return AWAY.includes(status) && !OURS.some((name) => headers.has(name));
}

/** Waits, but no longer than until the browser says that the line is back, or nobody waits. */
function untilNextTry(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    window.addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
}
