import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { countReads } from '../support/count-reads.ts';
import { addManyLogs } from '../support/data/many-logs.ts';
import { useSharedServer } from '../support/server/shared-server.ts';

/**
 * A list without a `limit` is everything there is. Reading it must cost the others nothing: the
 * server is in this process, so that what it does in one stretch can be seen.
 */

const LOGS = 20_000;
/** Compressed, all of them are more than the 37 MB that the kernel may hold of one connection. */
const LETTERS = 3_072;
const ROWS_A_TURN = 200;
const TURNS = LOGS / ROWS_A_TURN;

const shared = useSharedServer();
let reads: () => number;

beforeAll(() => {
  const { server } = shared();
  reads = countReads(server.services.db, 'indexed by work_logs_date');
  addManyLogs(server, LOGS, LETTERS);
});

/** Asks for all logs, and reads nothing of the answer yet. */
async function open(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { server, visitor } = shared();
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const sent = get(`${server.url}/api/work-logs`, { headers: { cookie, ...headers } });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

/** Another request, which the server has to get round to. */
const askElse = () => shared().visitor.get('/api/auth/user');

/**
 * Asks for other things until the server reads nothing more for a list that nobody takes. Until then
 * the connection itself has taken some megabytes.
 */
async function untilItWaits(): Promise<void> {
  for (let same = 0, before = reads(); same < 10; before = reads()) {
    await askElse();
    same = reads() === before ? same + 1 : 0;
  }
}

describe('all work logs at once', () => {
  test('are those of all pages', async () => {
    const { visitor } = shared();
    const plain = { 'Accept-Encoding': 'identity' };
    const whole = await visitor.get('/api/work-logs', plain);
    expect(whole.json()).toHaveLength(LOGS);
    const paged: unknown[] = [];
    for (let next: string | undefined = '/api/work-logs?limit=1000'; next !== undefined;) {
      const page = await visitor.get(next, plain);
      paged.push(...(page.json() as unknown[]));
      const link = /^<([^>]*)>/.exec(page.headers.get('Link') ?? '')?.[1];
      next = link?.replace(shared().server.url, '');
    }
    // Compared as one text: to compare millions of fields takes seconds.
    expect(JSON.stringify(paged) === whole.text).toBe(true);
  });

  test('are read a page at a time, and others are answered in between', async () => {
    const before = reads();
    let [last, most] = [before, 0];
    let ticking = setImmediate(function tick() {
      most = Math.max(most, reads() - last);
      last = reads();
      ticking = setImmediate(tick);
    });
    const response = await open();
    const all = text(response);
    let meanwhile = 0;
    while (!response.readableEnded) {
      await askElse();
      if (reads() - before < TURNS) meanwhile += 1;
    }
    clearImmediate(ticking);
    expect(JSON.parse(await all)).toHaveLength(LOGS);
    expect(reads() - before).toBe(TURNS);
    expect(most).toBe(1);
    expect(meanwhile).toBeGreaterThan(1);
  });

  test.each(['identity', 'gzip'])(
    'wait for a slow caller, and come whole in the end: %s',
    async (encoding) => {
      const before = reads();
      const response = await open({ 'Accept-Encoding': encoding });
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      await untilItWaits();
      expect(reads() - before).toBeLessThan(TURNS);
      const body = encoding === 'gzip' ? response.pipe(createGunzip()) : response;
      expect(JSON.parse(await text(body))).toHaveLength(LOGS);
      expect(reads() - before).toBe(TURNS);
    },
  );

  test.each(['identity', 'gzip'])(
    'are read no further once the caller has left: %s',
    async (encoding) => {
      const { server } = shared();
      const isLogged = () =>
        server.logLines().filter(({ path, isAborted }) => path === '/api/work-logs' && isAborted);
      const seen = isLogged().length;
      const before = reads();
      const response = await open({ 'Accept-Encoding': encoding });
      await untilItWaits();
      response.destroy();
      while (isLogged().length === seen) await askElse();
      const atLeaving = reads();
      expect(atLeaving - before).toBeLessThan(TURNS);
      await untilItWaits();
      expect(reads()).toBe(atLeaving);
    },
  );

  test('are not read for a HEAD', async () => {
    const before = reads();
    const { status } = await shared().visitor.send('/api/work-logs', { method: 'HEAD' });
    expect(status).toBe(200);
    expect(reads() - before).toBeLessThanOrEqual(1);
  });
});
