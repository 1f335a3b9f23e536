import type { Page } from 'playwright';
import { afterEach } from 'vitest';
import { eventually } from './page.ts';
import { startFlakyLine, type FlakyLine, type Portal } from '../server/flaky-line.ts';
import { startOwnBrowser, type OwnBrowser } from './own-browser.ts';
import type { TestServer } from '../server/test-server.ts';

/** A line that can be cut: all requests are lost then. */
export type CutLine = FlakyLine & {
  cut: () => void;
  /** Brings it back; it may lose some requests, and some answers. */
  back: (losses?: { lostBefore: number; lostAfter: number }) => void;
  /** From now on these addresses are not there any more. */
  lose: (gone: RegExp) => void;
  /** From now on a network that wants a sign-in answers everything; null: not any more. */
  portal: (portal: Portal | null) => void;
};

type LineOptions = { random?: () => number; isPlain?: boolean };

const GOOD = { lostBefore: 0, lostAfter: 0 };

/** A line to a server that can be cut. */
export async function startCutLine(
  to: string,
  { random = Math.random, isPlain = false }: LineOptions = {},
): Promise<CutLine> {
  const losses = { to, random, isPlain, ...GOOD };
  const line = await startFlakyLine(losses);
  return {
    ...line,
    cut: () => Object.assign(losses, { lostBefore: 1, lostAfter: 0 }),
    back: (some = GOOD) => Object.assign(losses, some),
    lose: (gone) => Object.assign(losses, { gone }),
    portal: (portal) => Object.assign(losses, { portal }),
  };
}

/** A person with a browser of their own, signed in over a line that can be cut. */
export type Offliner = {
  own: OwnBrowser;
  line: CutLine;
  signIn: (email?: string) => Promise<void>;
};

/** Starts both, and signs in. */
async function startOffliner(server: TestServer, options: LineOptions = {}): Promise<Offliner> {
  const [line, own] = await Promise.all([startCutLine(server.url, options), startOwnBrowser()]);
  const signIn = async (email?: string) => {
    const [name = '', value = ''] = (await server.signIn(email)).split('=');
    await own.context.addCookies([{ name, value, url: line.url, httpOnly: true, sameSite: 'Lax' }]);
  };
  await signIn();
  return { own, line, signIn };
}

/** Gives what starts both for a test (startOffliner), and ends them after it. */
export function useOffliner(): typeof startOffliner {
  let started: Offliner | null = null;
  afterEach(async () => {
    await started?.own.end();
    await started?.line.stop();
    started = null;
  });
  return async (server, options) => {
    started = await startOffliner(server, options);
    return started;
  };
}

/** Waits until the worker has kept these pages for a person. */
export async function keptOnDevice(page: Page, addresses: string[], person = 1): Promise<void> {
  await eventually(() =>
    page.evaluate(
      async ([wanted, of]) => {
        const cache = await caches.open(`pages-${of}`);
        const kept = await Promise.all(wanted.map((one) => cache.match(one)));
        return wanted.filter((_one, index) => kept[index] === undefined);
      },
      [addresses, person] as const,
    ),
  ).toEqual([]);
}

/** Moves when all that waits was sent from its forms, as if the device had been off for a while. */
export async function sentEarlier(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(async (back) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('offline');
      request.onsuccess = () => {
        resolve(request.result);
      };
    });
    const transaction = database.transaction('outbox', 'readwrite');
    const store = transaction.objectStore('outbox');
    store.openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
      if (!cursor) return;
      const entry = cursor.value as { at: number };
      cursor.update({ ...entry, at: entry.at - back });
      cursor.continue();
    };
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => {
        resolve();
      };
    });
    database.close();
  }, milliseconds);
}

/** Every text that the origin has on the device: caches, databases, storage. */
export async function allOnDevice(page: Page): Promise<string> {
  return page.evaluate(readDevice);
}

/** Reads all of it, in a page. */
export async function readDevice(): Promise<string> {
  const texts: string[] = [
    JSON.stringify(Object.entries(localStorage)),
    JSON.stringify(Object.entries(sessionStorage)),
  ];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (request.url.includes('/assets/')) continue;
      texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => {
        resolve(request.result);
      };
    });
    for (const store of database.objectStoreNames) {
      const all = await new Promise((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => {
          resolve(request.result);
        };
      });
      texts.push(JSON.stringify(all));
    }
    database.close();
  }
  return texts.join('\n');
}
