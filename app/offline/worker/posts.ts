import { printAge, SENT_LATER, TAKEN } from '../../http/form/sent-later.ts';
import { REDIRECT_TO, TELL_REDIRECT } from '../../http/form/told-redirect.ts';
import { WAITING_PATH } from '../places.ts';
import { keptPage, plainPage, signOutAddress, wipe } from './pages.ts';
import { isForSame, isQueued, pageAfter, pathOf, rebase, recordsOf } from './queued.ts';
import { askAgain, isFromUs, worker, type FetchEvent } from './scope.ts';
import { inPages, sendAll, tellPages } from './sending.ts';
import { addEntry, entriesOf, readFact, removeEntry, type Entry } from './store.ts';

/** The address of a form that was opened from the list names the entry that it was filled from. */
const OPENED = 'opened';

/** Answers a form that may wait: it is in the outbox until the server has answered, and its page goes on without. */
export async function answerForm({ request, clientId }: FetchEvent): Promise<Response> {
  const url = new URL(request.url);
  const body = await request.clone().text();
  const fields = new URLSearchParams(body);
  const person = await readFact('person').catch(() => null);
  if (person === null || !isForm(request)) return answerOther(request);
  const opened = Number(url.searchParams.get(OPENED));
  if (opened > 0) return answerOpened(request, await findEntry(person, opened));
  if (!isQueued(url.pathname, fields)) return answerOther(request);
  const store = async () => {
    const before = await entriesOf(person);
    return addEntry({
      person,
      // What was refused and is mended is of the moment when it was first sent.
      at: before.find((one) => one.refused && keyOf(one.body) === keyOf(body))?.at ?? Date.now(),
      address: `${url.pathname}${url.search}`,
      body: toSend(fields, url.pathname, before).toString(),
      refused: null,
      fault: null,
    });
  };
  const entry = await store().catch(() => null);
  // A device that is full, or stores nothing for us.
  if (entry === null) return answerOther(request);
  inPages.add(entry.id);
  try {
    return await sendFromPage(request, entry, clientId);
  } finally {
    inPages.delete(entry.id);
  }
}

/** The fields of a form with a one-time key, made after what waits for the same record. */
function toSend(fields: URLSearchParams, path: string, before: Entry[]): URLSearchParams {
  const same = before.filter((one) => pathOf(one.address) === path && one.refused === null);
  const sent = rebase(
    fields,
    same.map(({ body }) => new URLSearchParams(body)),
  );
  const key = sent.get('oneTimeKey');
  // A page that Back shows as it was left has one key for its timer, and a stop names by it the start that it ends.
  const isOtherPress =
    path.startsWith('/timer/st') &&
    before.some(({ body }) => body.includes(String(key))) &&
    before.at(-1)?.body !== sent.toString();
  if (!key || isOtherPress) sent.set('oneTimeKey', crypto.randomUUID());
  return sent;
}

async function sendFromPage(request: Request, entry: Entry, page: string): Promise<Response> {
  const heard = { foreign: false };
  if (await isFirst(entry)) {
    const answer = await askAgain((signal) =>
      post(request, entry, signal).catch((error: unknown) => {
        heard.foreign = error instanceof ForeignAnswer;
        throw error;
      }),
    );
    if (answer) {
      // A refusal that nobody sees stays: it is sent again, and shown in the list. So is what cannot be taken out.
      if (isSaved(answer) || (await isThere(page)))
        await takeOut(entry, answer).catch(() => undefined);
      return answer;
    }
  }
  worker.registration.sync?.register('outbox').catch(() => undefined);
  await tellPages();
  // That network would answer for the next page, too, and browsers refuse to follow a form to another's.
  if (heard.foreign && request.mode === 'navigate') {
    return plainPage('This waits to be sent', FOREIGN_WAITS, 202);
  }
  // Where the form says, if that page is kept.
  const back = pageAfter(entry);
  const landing = await keptPage(back, { isOffline: true });
  return goOn(request, landing ? back : WAITING_PATH);
}

async function takeOut(entry: Entry, answer: Response): Promise<void> {
  await removeEntry(entry.id);
  if (isSaved(answer)) await forgetReplaced(entry);
  await tellPages();
}

/** Another network answered in place of the product: what it was sent is not saved. */
class ForeignAnswer extends Error {}

/**
 * Sends the form of a request on: once its body was read, a request cannot be sent itself. Gives our own answer;
 * throws ForeignAnswer for any other, and for a redirect, of which nothing can be known.
 */
async function post(
  request: Request,
  { body, at }: Pick<Entry, 'body' | 'at'>,
  signal?: AbortSignal,
): Promise<Response> {
  const { url, referrer } = request;
  const headers = new Headers(request.headers);
  headers.set(TELL_REDIRECT, 'yes');
  headers.set(SENT_LATER, printAge(Date.now() - at));
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    referrer,
    signal,
  });
  if (!isFromUs(answer)) throw new ForeignAnswer();
  const to = answer.headers.get(REDIRECT_TO);
  if (to === null) return answer;
  const taken = answer.headers.get(TAKEN) ?? '';
  return new Response(null, {
    status: 303,
    headers: { Location: new URL(to, url).href, [TAKEN]: taken },
  });
}

/** Whether a page still waits for the answer to its form; true where the browser does not say which page it was. */
const isThere = async (page: string) =>
  page === '' || (await worker.clients.get(page)) !== undefined;

/** Whether nothing waits before an entry for the same record; sends that first, if the line is back. */
async function isFirst(entry: Entry): Promise<boolean> {
  const records = recordsOf(entry);
  const waitsBefore = async () =>
    (await entriesOf(entry.person)).some(
      (one) => one.id < entry.id && isForSame(recordsOf(one), records),
    );
  if (!(await waitsBefore())) return true;
  await sendAll();
  return !(await waitsBefore());
}

const isSaved = ({ headers }: Response) => headers.get(TAKEN) === 'done';

/** Takes out what was refused and has now been saved from its own form. */
async function forgetReplaced({ person, body, address }: Entry): Promise<void> {
  const key = keyOf(body);
  for (const one of await entriesOf(person)) {
    const isSameEdit = address.includes('/edit') && pathOf(one.address) === pathOf(address);
    if (one.refused && (keyOf(one.body) === key || isSameEdit)) {
      await removeEntry(one.id);
    }
  }
}

function keyOf(body: string): string {
  const fields = new URLSearchParams(body);
  return [fields.get('oneTimeKey'), fields.get('do')].join(' ');
}

/** Leads on: as Remix tells its scripts, or as a browser is told. */
function goOn(request: Request, to: string): Response {
  if (request.mode === 'navigate') return Response.redirect(to, 303);
  return new Response(null, {
    status: 204,
    headers: {
      'X-Remix-Redirect': to,
      'X-Remix-Status': '302',
      'X-Remix-Reload-Document': 'true',
    },
  });
}

const findEntry = async (person: number, wanted: number) =>
  (await entriesOf(person)).find(({ id }) => id === wanted);

/** A form that was opened from the list: the server saves it, or shows it with its reasons. */
async function answerOpened(request: Request, entry?: Entry): Promise<Response> {
  const answer = await answerOther(request, entry?.at);
  if (entry && isSaved(answer)) await takeOut(entry, answer);
  return answer;
}

/** A form that may not wait. A script of ours repeats it (steady-line.ts); a document says so. */
export async function answerOther(request: Request, at?: number): Promise<Response> {
  try {
    return await sendOn(request, at);
  } catch (error) {
    if (request.mode !== 'navigate') throw error;
    return error instanceof ForeignAnswer
      ? plainPage('Another network answered', FOREIGN)
      : plainPage('This needs a connection', NEEDS_LINE);
  }
}

async function sendOn(request: Request, at = Date.now()): Promise<Response> {
  return isForm(request)
    ? post(request, { body: await request.clone().text(), at })
    : fetch(request);
}

const isForm = ({ headers }: Request) =>
  headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false;

const FOREIGN =
  'This Wi-Fi may need a sign-in first. Not saved: what you entered is still in the form. Open the start page to sign in to the Wi-Fi, then send the form again.';
const FOREIGN_WAITS =
  'This Wi-Fi may need a sign-in first. What you entered waits on this device, and is never saved twice. Open the start page to sign in to the Wi-Fi.';

const NEEDS_LINE =
  'You’re offline and this can’t wait. What you entered is still in the form. Send it again later; it is never saved twice.';

/** Answers the buttons in the list of what waits. */
export async function answerList(request: Request): Promise<Response> {
  const fields = new URLSearchParams(await request.text());
  const what = fields.get('do');
  if (what === 'leave') {
    await wipe();
    return Response.redirect(await signOutAddress(), 303);
  }
  if (what === 'remove') {
    await removeEntry(Number(fields.get('id')));
    await tellPages();
  } else await sendAll();
  return Response.redirect(WAITING_PATH, 303);
}
