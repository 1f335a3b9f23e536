import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { IS_WHOLE } from '../support/cases.ts';
import { countReads } from '../support/count-reads.ts';
import { heldBytes } from '../support/held-bytes.ts';
import { addManyLogs } from '../support/data/many-logs.ts';
import { useSharedServer } from '../support/server/shared-server.ts';

/** A file of a list is as long as the list, and must cost the others nothing, as whole-list.test.ts has it. */

const LOGS = IS_WHOLE ? 100_000 : 20_000;
const ROWS_A_TURN = 200;
const TURNS = LOGS / ROWS_A_TURN;
/** What may be held at a time for the file, in bytes: far less than its own length. */
const ROOM = 8 * 1024 * 1024;
/** Every so many turns it is looked at. */
const LOOKED_AT = TURNS / 10;

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

/**
 * Takes the file, and asks for other things meanwhile. Gives its lines, the most pages that were read in one turn of the event
 * loop, how often others were answered before it was read, and the most that was held for it at a time, in bytes.
 */
async function take(onData: (chunk: Buffer) => void) {
  const before = reads();
  const base = heldBytes();
  let [last, mostReads, mostHeld, lookedAt] = [before, 0, 0, before];
  let ticking = setImmediate(function tick() {
    mostReads = Math.max(mostReads, reads() - last);
    last = reads();
    if (last - lookedAt >= LOOKED_AT) {
      mostHeld = Math.max(mostHeld, heldBytes() - base);
      lookedAt = last;
    }
    ticking = setImmediate(tick);
  });
  const response = await open();
  let lines = 0;
  response.on('data', (chunk: Buffer) => {
    onData(chunk);
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
  return { mostReads, meanwhile, mostHeld };
}

describe('the file of all work logs', () => {
  test('is read a page at a time, others are answered in between, and memory stays bounded', async () => {
    const { mostReads, meanwhile, mostHeld } = await take(() => undefined);
    expect(mostReads).toBe(1);
    expect(meanwhile).toBeGreaterThan(1);
    expect(mostHeld).toBeLessThan(ROOM);
  });

  test('would be seen in memory if it were kept: the control', async () => {
    const kept: Buffer[] = [];
    const { mostHeld } = await take((chunk) => kept.push(chunk));
    expect(Buffer.concat(kept).length).toBeGreaterThan(2 * ROOM);
    expect(mostHeld).toBeGreaterThan(ROOM);
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
