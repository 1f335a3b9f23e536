import { pathOf } from './queued.ts';
import { putInto, sayCount, sayKept, sayList, withFreshKeys, withToday } from './say.ts';
import { isFromUs } from './scope.ts';
import { clearStores, entriesOf, hasEntries, readFact, writeFact, type Entry } from './store.ts';

const ASSETS = 'assets';
const KEPT_AT = 'X-Kept-At';
export const SIGN_OUT = '/api/logout';
/** How many screens are kept, the last seen ones. */
const MOST_PAGES = 60;

/** How long a screen is kept that the server did not confirm again, in milliseconds: seven days, as what is typed. */
const LONGEST_KEPT = 7 * 24 * 60 * 60 * 1_000;

/** The headers of a page that its copy keeps. */
const KEPT_HEADERS = [
  'ETag',
  'Content-Type',
  'Content-Security-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
];

/** The store of a person's pages. */
const nameOf = (person: number) => `pages-${person}`;

/** The copy of a page; the pages of somebody who was just forgotten are not begun anew by a question. */
const copyFor = (person: number, address: string) =>
  caches.match(address, { cacheName: nameOf(person) });

/** Rises when what is kept is wiped: what was asked for before may not be kept any more. */
let era = 0;

/** The files of the build that a text names. */
const assetsIn = (text: string) => new Set(text.match(/\/assets\/[\w.-]+/g) ?? []);

/** Whether an answer is the file that was asked for, and no page of a network on the way. */
const isFile = (answer: Response) => answer.ok && !answer.redirected && !isHtml(answer);

/** Whether an answer is a page. */
export const isHtml = ({ headers }: Response) =>
  headers.get('Content-Type')?.startsWith('text/html') ?? false;

/** A file of the build: its name says its contents, so a copy is always right. */
export async function answerAsset(request: Request | string): Promise<Response> {
  const cache = await caches.open(ASSETS);
  const { url } = new Request(request);
  const kept = await cache.match(url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isFile(answer)) await cache.put(url, answer.clone()).catch(() => undefined);
  return answer;
}

/** The pages' own part of all this: its name stays as it changes, so the server is asked first. */
export async function answerScript(request: Request): Promise<Response> {
  const cache = await caches.open(ASSETS);
  try {
    const answer = await fetch(request);
    if (isFile(answer)) await cache.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request.url);
    if (kept) return kept;
    throw error;
  }
}

/** Keeps files of the build. Throws when one cannot be had. */
export async function keepAssets(paths: Iterable<string>): Promise<void> {
  await Promise.all(
    [...paths].map(async (path) => {
      if (!isFile(await answerAsset(path))) throw new Error(path);
    }),
  );
}

/** Keeps a page of the server with every file that it needs. One of somebody else, or of nobody, ends what was kept. */
export async function notePage(address: string, answer: Response): Promise<void> {
  let asked = era;
  if (!isHtml(answer) || !isFromUs(answer) || ![200, 401].includes(answer.status)) return;
  const html = await answer.text();
  const [, person] = /<html[^>]* data-person="(\d+)"/.exec(html) ?? [];
  if (person === undefined) {
    if (await readFact('isLeaving')) await wipe();
    else await endSession();
    return;
  }
  if (await greet(Number(person))) asked = era;
  // What belongs to one moment, such as a toast or a secret that is shown once.
  if (answer.status !== 200 || html.includes('data-passing="')) return;
  await keepAssets(assetsIn(html));
  const headers = new Headers({ [KEPT_AT]: String(Date.now()) });
  for (const name of KEPT_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (asked === era) await putPage(Number(person), address, new Response(html, { headers }));
}

/** Keeps a page of a person, and takes it back where the person's pages were forgotten meanwhile. */
async function putPage(person: number, address: string, page: Response): Promise<void> {
  const asked = era;
  const cache = await caches.open(nameOf(person));
  await cache.delete(address);
  await cache.put(address, page);
  const addresses = await cache.keys();
  const oldest = addresses.slice(0, -MOST_PAGES);
  await Promise.all(oldest.map((one) => cache.delete(one)));
  if (asked !== era) await caches.delete(nameOf(person));
}

/** Notes who is signed in, and whether it is somebody else; what was kept for others is wiped but for what waits. */
export async function greet(person: number): Promise<boolean> {
  const isOther = (await readFact('person')) !== person;
  if (isOther) {
    await forgetPages();
    await writeFact('person', person);
  }
  await writeFact('isSignedOut', false);
  await writeFact('isLeaving', false);
  return isOther;
}

/** Somebody's session has ended: no screens are shown any more, and what waits is kept. */
async function endSession(): Promise<void> {
  await writeFact('isSignedOut', true);
  await forgetPages();
}

/** Where a person signs out of whom nothing waits; what others did not send stays (auth/sign-in/logout.route.tsx). */
export async function signOutAddress(): Promise<string> {
  return `${SIGN_OUT}?now${(await hasEntries()) ? '=keep' : ''}`;
}

/** Wipes what is kept on this device of the person who signs out. */
export async function wipe(): Promise<void> {
  era += 1;
  for (const name of await caches.keys()) await caches.delete(name);
  await clearStores();
}

/** Wipes the kept pages of everybody. */
export async function forgetPages(): Promise<void> {
  era += 1;
  await writeFact('kept', { at: 0, build: '' });
  for (const name of await caches.keys()) if (name !== ASSETS) await caches.delete(name);
}

/** Forgets the files of the build that no kept page needs, after another build was installed. */
export async function forgetOldAssets(person: number, loaded: string[]): Promise<void> {
  const pages = await caches.open(nameOf(person));
  const kept = await Promise.all(
    (await pages.keys()).map(async (request) => (await pages.match(request))?.text() ?? ''),
  );
  const needed = assetsIn([...kept, ...loaded].join('\n'));
  const assets = await caches.open(ASSETS);
  for (const request of await assets.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/assets/') && !needed.has(pathname)) await assets.delete(request);
  }
}

/** Whether a copy is older than a person expects of a device; one of the future is of a wrong clock. */
const ageOf = (copy?: Response) => Math.abs(Date.now() - Number(copy?.headers.get(KEPT_AT)));

/** The copy of a page of exactly this address; null when there is none that the server can judge. */
export async function copyOf(address: string): Promise<Response | null> {
  const person = await readFact('person');
  if (person === null) return null;
  const copy = await copyFor(person, address);
  return copy?.headers.has('ETag') ? copy : null;
}

/** How to ask for a page, given its copy: an answer 304 says that it is as the copy has it. */
export function unlessAs(copy: Response, headers?: HeadersInit): RequestInit {
  const asked = new Headers(headers);
  asked.set('If-None-Match', copy.headers.get('ETag') ?? '');
  return { headers: asked, cache: 'no-store' };
}

/** Whether a copy is of the last minute. */
export const isRecent = (copy: Response) => ageOf(copy) < 60_000;

/** Notes that a page is as its copy has it. */
export async function noteUnchanged(address: string, copy: Response): Promise<void> {
  const asked = era;
  const person = await readFact('person');
  const noted = new Response(copy.body, copy);
  noted.headers.set(KEPT_AT, String(Date.now()));
  if (person === null || !(await copyFor(person, address)) || asked !== era) return;
  await putPage(person, address, noted);
}

/** A page as its copy has it, shown again: its forms are new ones, as those of a page of the server. */
export async function shownAgain(copy: Response): Promise<Response> {
  return new Response(withFreshKeys(await copy.text()), copy);
}

/** The forms that start with today, or with the day that their address asks for. */
const DATED = ['/work-logs/new', '/work-logs/line'];
const ASKED_DAY = /[?&]date=(\d{4}-\d\d-\d\d)/;
/** What an address may say besides, and its page shows all the same. */
const ASKS_FOR_MORE = /[?&](?!back|leaving)/;

/** A kept page as it is shown without a line; null when there is none, or it is too old. */
export async function keptPage(
  address: string,
  options: { isOffline: boolean; isLeaving?: boolean },
): Promise<Response | null> {
  const person = await readFact('person');
  if (person === null) return null;
  const path = pathOf(address);
  const same = await copyFor(person, address);
  const kept = same ?? (await copyFor(person, path));
  if (!kept) return null;
  if (ageOf(kept) > LONGEST_KEPT) {
    const cache = await caches.open(nameOf(person));
    for (const one of await cache.keys()) {
      if (ageOf(await cache.match(one)) > LONGEST_KEPT) await cache.delete(one);
    }
    return null;
  }
  const keptAt = Number(kept.headers.get(KEPT_AT));
  const isDated = DATED.includes(path);
  const isPart = !same && !isDated && ASKS_FOR_MORE.test(address);
  const notice = sayKept(keptAt, options.isOffline, isPart);
  const asForm = (html: string) => {
    const fresh = withFreshKeys(html);
    const asked = ASKED_DAY.exec(address)?.[1];
    return isDated ? withToday(fresh, { keptAt, now: Date.now(), asked }) : fresh;
  };
  return withWaiting(kept, { notice, isLeaving: options.isLeaving, change: asForm });
}

/** A page with what waits in its places. */
export async function withWaiting(
  page: Response,
  options: { notice?: string; isLeaving?: boolean; change?: (html: string) => string } = {},
): Promise<Response> {
  const { notice, isLeaving = false, change = (html: string) => html } = options;
  const { entries, isSignedOut } = await whatWaits();
  const html = await page.text();
  const filled = putInto(change(html), {
    notice,
    count: sayCount(entries, isSignedOut),
    list: sayList(entries, { isSignedOut, isLeaving }),
  });
  const answer = new Response(filled, page);
  // The text is not as it came over the line any more.
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) answer.headers.delete(name);
  return answer;
}

export async function whatWaits(): Promise<{ entries: Entry[]; isSignedOut: boolean }> {
  const entries = await entriesOf(await readFact('person'));
  return { entries, isSignedOut: (await readFact('isSignedOut')) ?? false };
}

/** A page that needs nothing else, for what cannot be done without a line. Both texts are our own, without signs of HTML. */
export function plainPage(title: string, text: string, status = 503): Response {
  const html = `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/waiting">What waits to be sent</a> · <a href="/work-logs/new">Add Log</a> · <a href="/">Back to the start</a></p></html>`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
    },
  });
}
