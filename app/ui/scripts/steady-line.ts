import { noteAnswer, noteAsked } from './kept-typing.ts';
import { ASKED_BY } from '../../lib/asked-by.ts';
import { isForeign } from './proxy-answer.ts';
import { createSharedValue } from './shared-value.ts';

/** How long to wait before each next try, in milliseconds; the last wait repeats. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000];

/** How long the server may take before that is said, in milliseconds. */
const SILENCE = 10_000;

/** What is wrong with the line: requests are lost, or one has no answer yet. */
export type LineTrouble = 'lost' | 'silent';

const trouble = createSharedValue<LineTrouble | null>(null);
const waiting = { lost: 0, silent: 0 };

function count(what: LineTrouble, change: 1 | -1): void {
  waiting[what] += change;
  trouble.set(waiting.lost > 0 ? 'lost' : waiting.silent > 0 ? 'silent' : null);
}

/** What is wrong with the line, if anything is. */
export const useLineTrouble = trouble.useShown;

/**
 * Makes requests of our scripts survive a lost connection: each is sent again until it is answered or aborted.
 * Without this a filled-in form would become an error page. Twice is safe: what creates or deletes carries a one-time
 * key.
 */
export function keepLineSteady(): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init = {}) => {
    if (!isOurData(input)) return plainFetch(input, init);
    const { method = 'GET', signal } = init;
    const headers = new Headers(init.headers);
    if (method.toUpperCase() === 'GET' && isReadAnew(input)) headers.set(ASKED_BY, 'page');
    const ask = async (onSilence?: () => void, until?: AbortSignal | null) => {
      const answer = await fetchUntilAnswered(
        () => plainFetch(input, { ...init, headers, signal: until }),
        until,
        onSilence,
      );
      noteAnswer(input, method, answer);
      return answer;
    };
    if (!signal || method.toUpperCase() !== 'POST') return ask(undefined, signal);
    noteAsked(input);
    return sendInTurn(ask, signal);
  };
}

function isOurData(input: RequestInfo | URL): input is string | URL {
  // The body of a Request can be sent only once; Remix passes addresses.
  if (input instanceof Request) return false;
  const url = new URL(input, window.location.href);
  return url.origin === window.location.origin && url.searchParams.has('_data');
}

/** Whether the page is only read anew: nobody goes anywhere, and no answer to a form is shown. */
function isReadAnew(input: string | URL): boolean {
  const { navigation, fetchers } = window.__remixRouter.state;
  const isAnswer = isOfOvertaken(input);
  const isSending = [...fetchers.values()].some(({ state }) => state !== 'idle');
  return navigation.state === 'idle' && !isSending && !isAnswer;
}

/** Whether the service worker has kept a copy of a page (app/offline/). */
export async function isKeptOnDevice(address: string): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return false;
  return (await caches.match(address)) !== undefined;
}

/** Where a navigation gets no answer, goes to the copy of its page that the device has. A form on its way is none. */
async function goToKeptCopy(): Promise<void> {
  const { location: to, formMethod } = window.__remixRouter.state.navigation;
  if (!to || formMethod !== undefined) return;
  const address = `${to.pathname}${to.search}`;
  if (address !== addressNow() && (await isKeptOnDevice(address))) window.location.assign(address);
}

/** The path and the query of the page's address. */
export const addressNow = () => `${window.location.pathname}${window.location.search}`;

async function fetchUntilAnswered(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
  onSilence?: () => void,
): Promise<Response> {
  const first = await tryOnce(send, signal, onSilence);
  if (first) return first;
  count('lost', 1);
  try {
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0) await goToKeptCopy();
      await untilNextTry(WAITS[attempt] ?? WAITS.at(-1) ?? 0, signal);
      const response = await tryOnce(send, signal, onSilence);
      if (response) return response;
    }
  } finally {
    count('lost', -1);
  }
}

/** Sends once; null when the request or its answer was lost. Throws when it was aborted. */
async function tryOnce(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
  onSilence?: () => void,
): Promise<Response | null> {
  let endSilence: () => void = () => undefined;
  const timer = setTimeout(() => {
    count('silent', 1);
    onSilence?.();
    endSilence = () => {
      count('silent', -1);
    };
  }, SILENCE);
  try {
    const response = await send();
    return isForeign(response) ? null : response;
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    endSilence();
  }
}

/** Waits; ends early when the browser is online again, or when the request is aborted. */
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

/** Ends once every form is answered that another one overtook, or has been silent for long. */
let turn: Promise<unknown> = Promise.resolve();

/** Whether an overtaken form was answered, and the page does not say so yet. */
let isUnsaid = false;

/** Whether a request reads the page anew to say what became of an overtaken form: the root's data has its toast. */
function isOfOvertaken(address: string | URL): boolean {
  const isIt = isUnsaid && String(address).includes('_data=root');
  if (isIt) isUnsaid = false;
  return isIt;
}

/**
 * Sends a form of our scripts. The router gives a form up as soon as another is sent or another page opened, perhaps
 * before it came to the server. It is sent all the same, and the page read anew once it is answered. Another form
 * waits for that, since both may set the same, but not for an answer that does not come: `send` calls `onSilence`.
 */
function sendInTurn(
  send: (onSilence: () => void) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let endTurn: () => void = () => undefined;
    const silence = new Promise<void>((end) => {
      endTurn = end;
    });
    const answer = turn.then(() => send(endTurn));
    let isRefused = false;
    answer.then((response) => {
      isRefused = !response.ok;
      resolve(response);
    }, reject);
    const giveUp = () => {
      // The page says so already, and no changes were made that it lacks.
      if (isRefused) return;
      reject(new DOMException('', 'AbortError'));
      const readAnew = answer.then(() => {
        isUnsaid = true;
        window.__remixRouter.revalidate();
      });
      turn = Promise.all([turn, Promise.race([silence, readAnew.catch(() => undefined)])]);
    };
    // It may be given up before it has left.
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
  });
}
