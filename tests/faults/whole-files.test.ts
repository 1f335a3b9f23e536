import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { IS_WHOLE } from '../support/cases.ts';
import { countReads } from '../support/count-reads.ts';
import { addManyLogs } from '../support/data/many-logs.ts';
import { useSharedServer } from '../support/server/shared-server.ts';

/** A file of a list is as long as the list, and must cost the others nothing, as whole-list.test.ts has it. */

const LOGS = IS_WHOLE ? 100_000 : 20_000;
const ROWS_A_TURN = 200;
const TURNS = LOGS / ROWS_A_TURN;
/** What the file may take in memory beyond what the server takes: far less than its own length. */
const ROOM = 60 * 1024 * 1024;

const shared = useSharedServer();
let reads: () => number;

beforeAll(() => {
  const { server } = shared();
  reads = countReads(server.services.db, 'indexed by work_logs_date');
  addManyLogs(server, LOGS);
});

/** Asks for the file, and reads nothing of it yet. */
async function open(): Promise<IncomingMessage> {
  const { server, visitor } = shared();
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const sent = get(`${server.url}/work-logs.csv`, { headers: { cookie } });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

const askElse = () => shared().visitor.get('/api/auth/user');

/** Asks for other things until the server reads nothing more for a file that nobody takes. */
async function untilItWaits(): Promise<void> {
  for (let same = 0, before = reads(); same < 10; before = reads()) {
    await askElse();
    same = reads() === before ? same + 1 : 0;
  }
}

describe('the file of all work logs', () => {
  test('is read a page at a time, others are answered in between, and memory stays bounded', async () => {
    const before = reads();
    let [last, most] = [before, 0];
    const base = process.memoryUsage().rss;
    let highest = base;
    let ticking = setImmediate(function tick() {
      most = Math.max(most, reads() - last);
      last = reads();
      highest = Math.max(highest, process.memoryUsage().rss);
      ticking = setImmediate(tick);
    });
    const response = await open();
    let lines = 0;
    response.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
    });
    let meanwhile = 0;
    while (!response.readableEnded) {
      await askElse();
      if (reads() - before < TURNS) meanwhile += 1;
    }
    clearImmediate(ticking);
    expect(lines).toBe(LOGS + 1);
    expect(reads() - before).toBe(TURNS);
    expect(most).toBe(1);
    expect(meanwhile).toBeGreaterThan(1);
    // The file is over a kilobyte a row.
    if (IS_WHOLE) expect(highest - base).toBeLessThan(ROOM);
  });

  test('waits for a slow caller, and comes whole in the end', async () => {
    const before = reads();
    const response = await open();
    await untilItWaits();
    expect(reads() - before).toBeLessThan(TURNS);
    expect((await text(response)).split('\r\n')).toHaveLength(LOGS + 2);
    expect(reads() - before).toBe(TURNS);
  });

  test('is read no further once the caller has left', async () => {
    const before = reads();
    const response = await open();
    await untilItWaits();
    response.destroy();
    const { server } = shared();
    const isLogged = () =>
      server.logLines().some(({ path, isAborted }) => path === '/work-logs.csv' && isAborted);
    while (!isLogged()) await askElse();
    const atLeaving = reads();
    expect(atLeaving - before).toBeLessThan(TURNS);
    await untilItWaits();
    expect(reads()).toBe(atLeaving);
  });
});
