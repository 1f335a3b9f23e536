import type { WaitingMessage } from '../waiting-message.ts';
import { whatWaits } from './pages.ts';
import { timerAfter } from './queued.ts';
import { sayCount } from './say.ts';
import { worker } from './scope.ts';

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
