import { isFromProxy } from '../../ui/scripts/proxy-answer.ts';

/** What a service worker has that TypeScript's library for pages does not know. */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

export type FetchEvent = ExtendableEvent & {
  request: Request;
  /** The page that asks; empty where the browser does not say. */
  clientId: string;
  respondWith: (answer: Promise<Response>) => void;
};

type MessageToWorker = ExtendableEvent & {
  data: unknown;
  source: { url: string; postMessage: (message: unknown) => void } | null;
};

type Scope = {
  addEventListener: {
    (type: 'install' | 'activate' | 'sync', listener: (event: ExtendableEvent) => void): void;
    (type: 'fetch', listener: (event: FetchEvent) => void): void;
    (type: 'message', listener: (event: MessageToWorker) => void): void;
  };
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    get: (id: string) => Promise<unknown>;
    matchAll: () => Promise<{ postMessage: (message: unknown) => void }[]>;
  };
  registration: { sync?: { register: (tag: string) => Promise<void> } };
  navigator: { onLine: boolean };
};

/** The service worker itself. */
export const worker = globalThis as unknown as Scope;

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
