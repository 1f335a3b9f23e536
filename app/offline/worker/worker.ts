import { WAITING_PATH, type PageMessage } from '../places.ts';
import {
  answerAsset,
  answerScript,
  copyOf,
  forgetOldAssets,
  greet,
  isHtml,
  isRecent,
  keepAssets,
  keptPage,
  notePage,
  noteUnchanged,
  plainPage,
  shownAgain,
  SIGN_OUT,
  signOutAddress,
  unlessAs,
  whatWaits,
  withWaiting,
} from './pages.ts';
import { answerForm, answerList, answerOther } from './posts.ts';
import { isQueuedPath } from './queued.ts';
import { askOnce, worker, type FetchEvent } from './scope.ts';
import { sendAll, waitingMessage } from './sending.ts';
import { readFact, writeFact } from './store.ts';

/** The forms that log time, and what they lead to: kept before anybody needs them. */
const FORMS = [
  WAITING_PATH,
  '/work-logs/new',
  '/work-logs/line',
  '/work-logs/quick-log',
  '/timer',
  '/dashboard',
  '/work-logs',
  '/',
];
/** How old the kept forms may grow while there is a line, in milliseconds: new clients are in them. */
const FORMS_AGE = 60 * 60 * 1_000;

const PAGE_SCRIPT = '/offline.js';

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('sync', (event) => {
  event.waitUntil(sendAll());
});

worker.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  if (message.kind === 'send') event.waitUntil(sendAll());
  else if (message.kind === 'seen') event.waitUntil(keepPage(message.address));
  else {
    event.waitUntil(beginWith(message));
    event.waitUntil(waitingMessage().then((waiting) => event.source?.postMessage(waiting)));
  }
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === 'GET') answerGet(event, url);
  // Another site's form is not ours to keep or to send: the server judges where it comes from.
  else if (request.method === 'POST' && request.referrer.startsWith(`${location.origin}/`)) {
    answerPost(event, url);
  }
});

function answerGet(event: FetchEvent, url: URL): void {
  const { request } = event;
  if (url.pathname.startsWith('/assets/')) event.respondWith(orFromServer(answerAsset, request));
  else if (url.pathname === PAGE_SCRIPT) event.respondWith(orFromServer(answerScript, request));
  else if (request.mode !== 'navigate') return;
  else if (url.pathname === SIGN_OUT) {
    // The sign-out itself is the browser's: the server has to see where it comes from.
    if (url.searchParams.has('now')) event.waitUntil(writeFact('isLeaving', true));
    else event.respondWith(orFromServer(askBeforeSigningOut, request));
  } else if (!url.pathname.startsWith('/api/')) {
    event.respondWith(orFromServer(() => answerPage(event, url), request));
  }
}

function answerPost(event: FetchEvent, { pathname }: URL): void {
  const { request } = event;
  const answer =
    pathname === WAITING_PATH
      ? answerList(request)
      : isQueuedPath(pathname)
        ? answerForm(event)
        : request.mode === 'navigate' && answerOther(request);
  if (!answer) return;
  // The form is sent even if its page is closed meanwhile.
  event.waitUntil(answer.catch(() => undefined));
  event.respondWith(answer);
}

/** What it answers; where the device's storage fails, what the server does, as without a worker. */
function orFromServer(
  answer: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  return answer(request).catch(() => fetch(request));
}

async function askBeforeSigningOut(): Promise<Response> {
  const { entries } = await whatWaits();
  const to = entries.length > 0 ? `${WAITING_PATH}?leaving` : await signOutAddress();
  return Response.redirect(to, 303);
}

async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const address = `${url.pathname}${url.search}`;
  const isLeaving = url.pathname === WAITING_PATH && url.searchParams.has('leaving');
  const isForNobody = (await readFact('person')) === null;
  let isOffline = false;
  const copy = await copyOf(address);
  const late = new AbortController();
  const how = { ...(copy && unlessAs(copy, event.request.headers)), signal: late.signal };
  const asked = fetch(event.request, isForNobody ? { cache: 'reload' } : how);
  asked.catch(() => {
    isOffline = true;
  });
  const answer = await askOnce(() => Promise.race([asked, giveUpIfKept(address)]));
  if (answer?.status === 304 && copy) {
    const noted = noteUnchanged(address, copy.clone()).then(sendAll);
    event.waitUntil(noted.catch(() => undefined));
    return withWaitingIn(await shownAgain(copy), isLeaving);
  }
  if (!answer) {
    const kept = await keptPage(address, { isOffline, isLeaving });
    // What comes after it is seen by nobody, and must not use up a toast.
    if (kept) late.abort();
    if (kept) return kept;
    // A proxy's own words, where it has some.
    return asked.catch(() => plainPage('You are offline', NOT_KEPT));
  }
  const noted = notePage(address, answer.clone()).then(sendAll);
  event.waitUntil(noted.catch(() => undefined));
  return withWaitingIn(answer, isLeaving);
}

async function withWaitingIn(answer: Response, isLeaving: boolean): Promise<Response> {
  const { entries } = await whatWaits();
  return isHtml(answer) && entries.length > 0 ? withWaiting(answer, { isLeaving }) : answer;
}

const NOT_KEPT = 'This screen was not opened on this device in the last seven days.';

/** Waits for good where there is no copy to show: a late answer is better than none. */
async function giveUpIfKept(address: string): Promise<never> {
  const kept = await keptPage(address, { isOffline: false });
  await new Promise((resolve) => setTimeout(resolve, kept ? 10_000 : 10 * 60_000));
  throw new Error(address);
}

/** Keeps a page that was seen: the data that its scripts had asked for is no page. */
async function keepPage(address: string): Promise<void> {
  const copy = await copyOf(address);
  // As browsers say it of what they fetch ahead: it may never be seen (lib/asked-by.ts).
  const headers = { Accept: 'text/html', Purpose: 'prefetch' };
  const how = copy ? unlessAs(copy, headers) : { headers };
  const answer = await askOnce((signal) => fetch(address, { ...how, redirect: 'manual', signal }));
  if (answer?.status === 304 && copy) await noteUnchanged(address, copy);
  else if (answer) await notePage(address, answer);
}

async function beginWith(hello: Extract<PageMessage, { kind: 'hello' }>): Promise<void> {
  await greet(hello.person);
  await sendAll();
  await keepAssets(hello.assets);
  const build = hello.assets.find((path) => path.includes('/manifest-')) ?? '';
  const kept = await readFact('kept');
  // What was kept while the device's clock was ahead is not new until then.
  const isFresh = kept?.build === build && Math.abs(Date.now() - kept.at) < FORMS_AGE;
  if (!isFresh) {
    for (const address of FORMS) await keepPage(address);
    await writeFact('kept', { at: Date.now(), build });
  }
  // The first page of a visit came before the worker did; a later one it has just kept itself.
  const copy = await copyOf(hello.address);
  if (!copy || !isRecent(copy)) await keepPage(hello.address);
  if (kept && kept.build !== build) await forgetOldAssets(hello.person, hello.assets);
}
