import {
  printAge,
  printSentLater,
  SENT_LATER,
  STOPPED_LATER,
  TAKEN,
  TAKEN_SAID,
} from '../../http/form/sent-later.ts';
import type { WaitingMessage } from '../places.ts';
import { whatWaits } from './pages.ts';
import { isForSame, recordsOf, timerAfter } from './queued.ts';
import { isTooOld, sayCount } from './say.ts';
import { askOnce, worker } from './scope.ts';
import { changeEntry, entriesOf, readFact, removeEntry, writeFact, type Entry } from './store.ts';

/** Tells every open page what waits, and how many forms were just sent. */
export async function tellPages(sent = 0): Promise<void> {
  const message = await waitingMessage(sent);
  for (const client of await worker.clients.matchAll()) client.postMessage(message);
}

export async function waitingMessage(sent = 0): Promise<WaitingMessage> {
  const { entries, isSignedOut } = await whatWaits();
  return {
    number: entries.length,
    count: sayCount(entries, isSignedOut),
    timer: timerAfter(entries),
    sent,
  };
}

/** The entries that their own pages are sending now. */
export const inPages = new Set<number>();

let running: Promise<void> | null = null;

/** Sends what waits, oldest first; what waits for the same record in order. One run at a time. */
export function sendAll(): Promise<void> {
  running ??= run().finally(() => {
    running = null;
  });
  return running;
}

async function run(): Promise<void> {
  const person = await readFact('person');
  // Until somebody signs in again, which a page then says.
  if (person === null || (await readFact('isSignedOut'))) return;
  const held: string[] = [];
  let sent = 0;
  const entries = await entriesOf(person);
  for (const entry of entries) {
    const records = recordsOf(entry);
    const mustWait = entry.refused !== null || isTooOld(entry) || inPages.has(entry.id);
    const outcome = mustWait || isForSame(records, held) ? 'held' : await send(entry, entries);
    if (outcome === 'lost' || outcome === 'signed out') break;
    if (outcome === 'done') sent += 1;
    else held.push(...records);
  }
  await tellPages(sent);
}

type Outcome = 'done' | 'refused' | 'fault' | 'signed out' | 'lost';

async function send(entry: Entry, entries: Entry[]): Promise<Outcome> {
  const named = new URLSearchParams(entry.body).get('oneTimeKey');
  const stop = entries.find(({ body }) => new URLSearchParams(body).get('timer') === named);
  const answer = await askOnce((signal) =>
    fetch(entry.address, {
      method: 'POST',
      headers: {
        [SENT_LATER]: printSentLater(entry.person, Date.now() - entry.at),
        ...(stop && { [STOPPED_LATER]: printAge(Date.now() - stop.at) }),
      },
      body: new URLSearchParams(entry.body),
      redirect: 'manual',
      signal,
    }),
  );
  // Anything else comes from a network that wants something, or from a proxy.
  if (!answer?.headers.has(TAKEN)) return 'lost';
  const { status, headers } = answer;
  if (headers.get(TAKEN) === 'done') {
    await removeEntry(entry.id);
    return 'done';
  }
  if (status === 401) {
    await writeFact('isSignedOut', true);
    return 'signed out';
  }
  const said = decodeURIComponent(headers.get(TAKEN_SAID) ?? '');
  if (status >= 500) {
    await changeEntry({ ...entry, fault: said });
    return 'fault';
  }
  await changeEntry({ ...entry, refused: { status, said: said || sayStatus(status) } });
  return 'refused';
}

function sayStatus(status: number): string {
  return status === 404
    ? 'Not saved: what this belongs to was removed.'
    : 'Not saved yet: the server has a question. Open the form.';
}
