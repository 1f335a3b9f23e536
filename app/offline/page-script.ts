import { beginKeeping, isKeeping } from '../ui/scripts/kept-fields.ts';
import { WAITING_TIMER } from '../ui/scripts/waiting-event.ts';
import { waitForLostFiles } from './lost-file.ts';
import {
  COUNT_ID,
  NOTICE_ID,
  WAITING_PATH,
  type PageMessage,
  type WaitingMessage,
} from './places.ts';

/** How often to try while something waits or a kept copy is shown, in milliseconds. */
const EVERY = 15_000;

/** How long after a navigation its page counts as seen, in milliseconds. */
const SEEN_AFTER = 1_000;

const person = Number(document.documentElement.dataset.person);
let number = 0;

const addressNow = () => `${location.pathname}${location.search}`;

async function begin(): Promise<void> {
  beginKeeping(person);
  window.addEventListener('pageshow', leaveIfSignedOut);
  // Not over plain http, nor in some private windows.
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js');
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<WaitingMessage>) => {
    show(data);
  });
  window.addEventListener('online', tryNow);
  document.addEventListener('click', followAsDocument, true);
  setInterval(() => {
    if (document.visibilityState === 'visible' && (number > 0 || isCopy())) tryNow();
  }, EVERY);
  const { active } = await navigator.serviceWorker.ready;
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'));
  const hello: PageMessage = { kind: 'hello', person, address: addressNow(), assets };
  active?.postMessage(hello);
  noteSeen();
}

/** Says which pages scripts go on to: their data alone is no page to keep. */
function noteSeen(): void {
  let address = addressNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.__remixRouter.subscribe(() => {
    if (address === addressNow()) return;
    address = addressNow();
    clearTimeout(timer);
    timer = setTimeout(() => {
      tell({ kind: 'seen', address });
    }, SEEN_AFTER);
  });
}

function tell(message: PageMessage): void {
  navigator.serviceWorker.controller?.postMessage(message);
}

const placeOf = (id: string) => document.getElementById(id);

const isCopy = () => placeOf(NOTICE_ID)?.hasChildNodes() ?? false;

function show({ number: now, count, timer, sent }: WaitingMessage): void {
  const place = placeOf(COUNT_ID);
  const isOther = place !== null && place.innerHTML !== count;
  if (isOther) place.innerHTML = count;
  window.dispatchEvent(new CustomEvent(WAITING_TIMER, { detail: { timer } }));
  number = now;
  // The list is as the worker put it into the page: what was sent or refused since is not in it.
  if (location.pathname === WAITING_PATH && (sent > 0 || isOther)) location.reload();
  else if (sent > 0) readAgain();
}

/** The line is there: shows the page as it is now. What is typed stays (kept-typing.ts). */
function readAgain(): void {
  if (window.__remixRouter.state.navigation.state !== 'idle') return;
  window.__remixRouter.revalidate();
  placeOf(NOTICE_ID)?.replaceChildren();
}

/** Sends what waits, and shows a kept copy as it is now, if there is a line. */
function tryNow(): void {
  tell({ kind: 'send' });
  if (!isCopy()) return;
  fetch('/up', { cache: 'no-store' }).then(
    ({ ok }) => {
      if (ok && isCopy()) readAgain();
    },
    () => undefined,
  );
}

/** A browser may show a page again as it was left: not once its person has signed out. */
function leaveIfSignedOut({ persisted }: PageTransitionEvent): void {
  if (!persisted || isKeeping(person)) return;
  document.documentElement.hidden = true;
  location.reload();
}

/** Without a line a link asks for the page, which the worker may have kept, and not for its data. */
function followAsDocument(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (navigator.onLine || !navigator.serviceWorker.controller || !link || !isPlain) return;
  if (link.origin !== location.origin || link.target !== '') return;
  event.preventDefault();
  event.stopPropagation();
  location.assign(link.href);
}

waitForLostFiles();
if (person > 0) begin().catch(() => undefined);
