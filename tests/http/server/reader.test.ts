import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions } from '#db/schema.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { SIGNED_IN } from '#tests/support/addresses.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { visit, visitSignedIn, type Answer, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR, XERO_CLIENT } from '#tests/support/server/xero.ts';
import { xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const NOON = new Date('2026-03-02T12:00:00Z');
const MINUTE = 60_000;

/** The thread begins with the first request, and is asked whenever it has room. */
const always = { begins: 0, helps: 0, patience: 60_000 };
const limits = { ...always };

let xero: RunningXero;
let server: TestServer;
let visitor: Visitor;
let worker: Worker | null = null;

const noteWorker = (begun: Worker) => {
  worker = begun;
};

/** How often the thread has begun so far. */
const beginnings = () =>
  server.logLines().filter(({ msg }) => msg === 'The reader thread has begun').length;

/** Asks until the thread has begun once more than so many times. */
async function hasBegun(times: number): Promise<void> {
  await visitor.get('/clients');
  await vi.waitFor(() => {
    expect(beginnings()).toBe(times + 1);
  }, 60_000);
}

beforeAll(async () => {
  process.on('worker', noteWorker);
  xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] });
  const environment = { ...xeroEnvironment(xero), READER_THREAD: 'auto' };
  server = await startTestServer(environment, { reader: limits });
  server.setClock(NOON);
  await fillEveryScreen(server, xero);
  visitor = await visitSignedIn(server);
  await hasBegun(0);
});

afterAll(async () => {
  process.off('worker', noteWorker);
  await server.stop();
  await xero.close();
});

/** The thread that an answer came from, by the one line that the log has of it. */
async function threadOf(answer: Answer): Promise<unknown> {
  const requestId = answer.headers.get('X-Request-Id');
  const lines = await vi.waitFor(() => {
    const found = server
      .logLines()
      .filter((line) => line.requestId === requestId && line.msg === 'request');
    expect(found).toHaveLength(1);
    return found;
  }, 60_000);
  return lines[0]?.thread ?? 'own';
}

/** Has the server's own thread answer. */
async function byOwnThread<Result>(ask: () => Promise<Result>): Promise<Result> {
  limits.helps = Infinity;
  try {
    return await ask();
  } finally {
    Object.assign(limits, always);
  }
}

/** What is new with each answer. */
const ITS_OWN = ['date', 'x-request-id', 'content-length', 'transfer-encoding', 'set-cookie'];

function headersOf({ headers }: Answer): Record<string, string> {
  const kept = [...headers].filter(([name]) => !ITS_OWN.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value.replace(/nonce-[^']+/, '')]));
}

function withoutKeys(html: string): string {
  return html
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'key')
    .replace(/nonce="[^"]*"|"nonce":"[^"]*"/g, 'nonce')
    .replace(/authorize\?t=\d+/g, 'authorize');
}

const cookiesSetBy = ({ headers }: Answer) =>
  headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''));

const seen = (answer: Answer) => ({
  status: answer.status,
  location: answer.location,
  headers: headersOf(answer),
  cookies: cookiesSetBy(answer),
  text: withoutKeys(answer.text),
});

describe('A screen that a second thread answers', () => {
  const answered: string[] = [];

  test.each(SIGNED_IN)('%s is as the server’s own thread answers it', async (path) => {
    // Whoever sees a review for the first time is given a cookie that says so.
    await visitor.get(path);
    const own = await byOwnThread(() => visitor.get(path));
    expect(await threadOf(own)).toBe('own');
    const read = await visitor.get(path);
    if ((await threadOf(read)) === 'reader') answered.push(path);
    expect(seen(read)).toEqual(seen(own));
  });

  test('is each of those that show nothing but the database', () => {
    const starts = answered.map((path) => path.replace(/\?.*/, '').replace(/\d+/, ':id'));
    expect([...new Set(starts)].sort()).toEqual([
      '/archived-work-logs',
      '/archived-work-logs/:id',
      '/clients',
      '/clients/:id',
      '/clients/:id/deactivate',
      '/clients/:id/edit',
      '/clients/new',
      '/dashboard',
      '/forgotten',
      '/history',
      '/pending-work-logs',
      '/pending-work-logs/:id/edit',
      '/reports',
      '/timer',
      '/timer/drafts/:id',
      '/week',
      '/work-logs',
      '/work-logs/:id/delete',
      '/work-logs/:id/edit',
      '/work-logs/:id/invoiced',
      '/work-logs/line',
      '/work-logs/new',
      '/work-logs/quick-log',
    ]);
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['deflate', 'deflate'],
    ['identity', null],
  ])('is compressed for %s as there', async (accepted, encoding) => {
    const headers = { 'Accept-Encoding': accepted };
    const own = await byOwnThread(() => visitor.get('/work-logs', headers));
    const read = await visitor.get('/work-logs', headers);
    expect(await threadOf(read)).toBe('reader');
    expect(read.headers.get('Content-Encoding')).toBe(encoding);
    expect(seen(read)).toEqual(seen(own));
  });

  test('gives its data to scripts, too', async () => {
    const path = '/clients?_data=root';
    const own = await byOwnThread(() => visitor.get(path));
    const read = await visitor.get(path);
    expect([await threadOf(own), await threadOf(read)]).toEqual(['own', 'reader']);
    expect(seen(read)).toEqual(seen(own));
    expect(own.json()).toMatchObject({ user: { name: 'alex@example.com' } });
  });

  test('is told from one that was sent before, until its reader sends something', async () => {
    const first = await byOwnThread(() => visitor.get('/clients'));
    const known = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const again = await visitor.get('/clients', known);
    expect([await threadOf(again), again.status, again.text]).toEqual(['reader', 304, '']);
    expect((await visitor.post('/clients/new', {})).status).toBe(400);
    const after = await visitor.get('/clients', known);
    expect([await threadOf(after), after.status]).toEqual(['reader', 200]);
    const own = await byOwnThread(() => visitor.get('/clients'));
    expect(after.headers.get('ETag')).toBe(own.headers.get('ETag'));
  });

  test('is not shown to who is signed out, or has just signed out', async () => {
    const stranger = visit(server);
    const leaving = await visitSignedIn(server);
    expect((await leaving.get('/clients')).status).toBe(200);
    const session = leaving.cookies.get('session') ?? '';
    await leaving.post('/api/logout');
    leaving.cookies.set('session', session);
    for (const somebody of [stranger, leaving]) {
      const own = await byOwnThread(() => somebody.get('/clients'));
      const read = await somebody.get('/clients');
      expect([await threadOf(read), read.status]).toEqual(['reader', 401]);
      expect(seen(read)).toEqual(seen(own));
    }
  });
});

describe('What was written', () => {
  const logWork = async (description: string) => {
    const work = { clientId: 1, workTypeId: 1, duration: 30, description };
    expect((await visitor.api('POST', '/api/work-logs', work)).status).toBe(201);
  };

  test('is there for the next request, also by a word that was looked for before', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      const word = `crimpings${'abcdefg'.charAt(number)}`;
      await logWork(`Reader ${number}: ${word}`);
      for (const path of ['/work-logs', '/work-logs?q=crimpings', `/work-logs?q=${word}`]) {
        const read = await visitor.get(path);
        expect(await threadOf(read)).toBe('reader');
        expect(read.text).toContain(word);
      }
    }
  });

  test('is there while many others ask, whichever thread answers', async () => {
    const threads: unknown[] = [];
    let isOver = false;
    const others = Array.from({ length: 20 }, async () => {
      while (!isOver) threads.push(await threadOf(await visitor.get('/dashboard')));
    });
    const writers = [1, 2, 3].map(async (writer) => {
      for (let number = 1; number <= 8; number += 1) {
        await logWork(`Writer ${writer} wrote ${number}`);
        const answer = await visitor.get('/work-logs');
        expect(answer.text).toContain(`Writer ${writer} wrote ${number}`);
        threads.push(await threadOf(answer));
      }
    });
    await Promise.all(writers).finally(() => {
      isOver = true;
    });
    await Promise.all(others);
    expect(new Set(threads)).toEqual(new Set(['own', 'reader']));
  });

  test('with a page is written by the server’s own thread, which answers it', async () => {
    const lastSeen = () =>
      server.services.db
        .select()
        .from(sessions)
        .all()
        .map(({ lastSeenAt }) => lastSeenAt.getTime());
    const later = new Date(NOON.getTime() + 11 * MINUTE);
    expect(lastSeen()).not.toContain(later.getTime());
    server.setClock(later);
    const first = await visitor.get('/clients');
    expect([await threadOf(first), first.status]).toEqual(['own', 200]);
    expect(lastSeen()).toContain(later.getTime());
    expect(await threadOf(await visitor.get('/clients'))).toBe('reader');
  });

  test('in Xero is asked for by the server’s own thread, where a page is the occasion', async () => {
    expect(await threadOf(await visitor.get('/dashboard'))).toBe('reader');
    server.setClock(new Date(NOON.getTime() + 120 * MINUTE));
    await visitor.get('/clients');
    expect(await threadOf(await visitor.get('/dashboard'))).toBe('own');
    // It has asked: nothing is due any more.
    await vi.waitFor(async () => {
      expect(await threadOf(await visitor.get('/dashboard'))).toBe('reader');
    }, 60_000);
  });
});

describe('When the thread', () => {
  const askMany = () =>
    Array.from({ length: 30 }, async () => {
      const { status, text } = await visitor.get('/work-logs');
      return [status, text.includes('</html>')];
    });

  test('ends in the middle, every request is answered, and it begins again', async () => {
    const before = beginnings();
    const asked = askMany();
    await asked[0];
    await worker?.terminate();
    for (const answer of await Promise.all(asked)) expect(answer).toEqual([200, true]);
    if (beginnings() === before) await hasBegun(before);
    const ofThread = server.logLines().filter(({ msg }) => String(msg).startsWith('The reader'));
    // One line of each beginning and end, which is no request's.
    expect(ofThread.length).toBeGreaterThanOrEqual(3);
    expect(ofThread.filter(({ requestId }) => requestId !== undefined)).toEqual([]);
    expect(await threadOf(await visitor.get('/work-logs'))).toBe('reader');
  });

  test('does not answer in time, the server’s own does, and does not ask it any more', async () => {
    limits.patience = 200;
    worker?.removeAllListeners('message');
    try {
      for (const answer of await Promise.all(askMany())) expect(answer).toEqual([200, true]);
    } finally {
      Object.assign(limits, always);
    }
    const told = server.logLines().map(({ msg }) => msg);
    expect(told).toContain('The reader thread did not answer in time');
    expect(await threadOf(await visitor.get('/work-logs'))).toBe('own');
  });
});

/** Gives a promise that is kept once a server of this process has been sent so many requests. */
function cameIn(count: number): Promise<void> {
  return new Promise((resolve) => {
    let seenSoFar = 0;
    const noteRequest = () => {
      seenSoFar += 1;
      if (seenSoFar < count) return;
      unsubscribe('http.server.request.start', noteRequest);
      resolve();
    };
    subscribe('http.server.request.start', noteRequest);
  });
}

test('What the thread is asked while the server closes is answered in full', async () => {
  const closing = await startTestServer({ READER_THREAD: 'auto' }, { reader: always });
  let answers: Promise<Answer>[] = [];
  const begun = () => closing.logLines().some(({ msg }) => msg === 'The reader thread has begun');
  try {
    const somebody = await visitSignedIn(closing);
    await somebody.get('/clients');
    await vi.waitFor(() => {
      expect(begun()).toBe(true);
    }, 60_000);
    const allCameIn = cameIn(30);
    answers = Array.from({ length: 30 }, () => somebody.get('/clients'));
    // A closing server turns away what has not come in yet; the last of these waits for its answer.
    await allCameIn;
  } finally {
    await closing.stop();
  }
  for (const { status, text } of await Promise.all(answers)) {
    expect([status, text.includes('</html>')]).toEqual([200, true]);
  }
  const faults = closing.logLines().filter(({ level }) => Number(level) >= 40);
  expect(faults).toEqual([]);
});

test('Nothing of this happens where the operator wants no second thread', async () => {
  const before = worker;
  const other = await startTestServer({}, { reader: always });
  try {
    const somebody = await visitSignedIn(other);
    expect((await somebody.get('/clients')).status).toBe(200);
    expect((await somebody.get('/clients')).status).toBe(200);
    expect(worker).toBe(before);
  } finally {
    await other.stop();
  }
});
