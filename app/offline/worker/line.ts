import { isFromProxy } from '../../ui/scripts/proxy-answer.ts';
import { worker } from './scope.ts';

/** How long the server may take before what can be done without it is done, in milliseconds. */
const PATIENCE = 10_000;

/** How long to wait before each try to send a form while its page waits, in milliseconds. */
const TRIES = [0, 500, 1_000];

/** Whether an answer is of the product: each of ours has such an id; a page of somebody else's network has none. */
export const isFromUs = ({ headers }: Response) =>
  /^[\w-]{12}$/.test(headers.get('X-Request-Id') ?? '');

/** Asks the server once. Null: the request or its answer was lost, or nothing came for ten seconds. */
export async function askOnce(ask: (signal: AbortSignal) => Promise<Response>) {
  const patience = new AbortController();
  const timer = setTimeout(() => {
    patience.abort();
  }, PATIENCE);
  try {
    const answer = await ask(patience.signal);
    return isFromProxy(answer) ? null : answer;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the server up to three times, as long as the device has a line at all. */
export async function askAgain(ask: (signal: AbortSignal) => Promise<Response>) {
  for (const wait of TRIES) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await askOnce(ask);
    if (answer || !worker.navigator.onLine) return answer;
  }
  return null;
}
