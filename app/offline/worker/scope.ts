/** What a service worker has that TypeScript's library for pages does not know. */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

export type FetchEvent = ExtendableEvent & {
  request: Request;
  /** The page that asks; empty where the browser does not say. */
  clientId: string;
  respondWith: (answer: Promise<Response>) => void;
};

export type MessageToWorker = ExtendableEvent & {
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
