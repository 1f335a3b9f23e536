import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { endOf, OUR_HEADER, sendFile } from '../support/data/imports.ts';
import { openLink } from '../support/server/login-link.ts';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';
import { TEST_EMAIL } from '../support/server/test-server.ts';
import { idOf, visit, type Answer, type Visitor } from '../support/server/visitor.ts';
import { after } from '#app/lib/after.ts';

afterEach(discardServerProcesses);

const MEBIBYTE = 1024 * 1024;

async function start() {
  const environment = { APPROVED_EMAILS: TEST_EMAIL };
  const server = await startServerProcess({ environment, asInstalled: true });
  await server.waitFor('"listening"');
  const visitor = visit(server);
  const link = /^http\S+$/m.exec(server.output().stdout)?.[0] ?? '';
  await openLink(visitor, link.replace(server.url, ''));
  /** The most memory that the process has had, in MiB. */
  const peak = () => {
    const status = readFileSync(`/proc/${server.child.pid ?? 0}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  return { visitor, peak };
}

/** A body of so many mebibytes that is never whole in memory. */
function bodyOf(start: string, part: string, mebibytes: number): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(part.repeat(Math.ceil(MEBIBYTE / part.length)));
  let sent = 0;
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(start));
    },
    pull: (controller) => {
      controller.enqueue(chunk);
      sent += 1;
      if (sent >= mebibytes) controller.close();
    },
  });
}

const send = (visitor: Visitor, body: ReadableStream) =>
  visitor.send('/api/imports?dry=1', {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv' },
    body,
    duplex: 'half',
  });

type Waited = { count: number; worst: number };

/** Asks for a page, and writes something, over and over; tells in the end how long each took, in milliseconds. */
function keepAsking(visitor: Visitor) {
  let isOver = false;
  const over = async (ask: (count: number) => Promise<Answer>): Promise<Waited> => {
    const waited: Waited = { count: 0, worst: 0 };
    while (!isOver) {
      const began = performance.now();
      const { status } = await ask(waited.count);
      expect(status).toBeLessThan(300);
      waited.count += 1;
      waited.worst = Math.max(waited.worst, Math.round(performance.now() - began));
      await after(50);
    }
    return waited;
  };
  const began = Math.round(performance.now());
  const reads = over(() => visitor.get('/work-logs'));
  const writes = over((count) =>
    visitor.api('POST', '/api/approved-emails', { email: `${began}-${count}@example.com` }),
  );
  return {
    end: async () => {
      isOver = true;
      return { read: await reads, write: await writes };
    },
  };
}

/** Minutes long in full, which is `npm run prove -- imports`; else the beginning of each, where that is enough. */
const IS_HOSTILE = process.env.IMPORTS === 'hostile';
const LINES = IS_HOSTILE ? 20_000 : 2_000;

describe('A server stays below 256 MiB', () => {
  const hostile: [what: string, of: string, whole: number, few: number, number, RegExp][] = [
    ['a gigabyte of one line', 'x', 1_024, 140, 413, /larger than 128 MB/],
    ['a hundred megabytes of one line', 'x', 100, 2, 400, /longer than a mebibyte/],
    ['a hundred megabytes of commas', ',', 100, 2, 400, /longer than a mebibyte/],
    ['a hundred megabytes of empty lines', '\n', 100, 2, 200, /"new":0/],
    ['a hundred megabytes of NUL bytes', '\0', 100, 2, 400, /not a text file/],
    ['a hundred megabytes of quotation marks', '"\n', 100, 0, 400, /500,000 lines/],
    ['ten million short lines', 'a\n', 20, 0, 400, /more than 500,000 lines/],
  ];
  test.each(hostile.filter(([, , , few]) => IS_HOSTILE || few > 0))(
    'before %s, or its beginning, and says why',
    async (_, part, whole, few, status, sentence) => {
      const { visitor, peak } = await start();
      const mebibytes = IS_HOSTILE ? whole : few;
      const answer = await send(visitor, bodyOf(`${OUR_HEADER}\n`, part, mebibytes));
      expect(answer.text).toMatch(sentence);
      expect(answer.status).toBe(status);
      expect(peak()).toBeLessThan(256);
    },
  );

  test.each([
    ['more names than are looked at', IS_HOSTILE ? 500_000 : 10_100, 400],
    ['as many names as are looked at', 9_900, 200],
  ])('and has nobody wait, with %s', async (_, count, status) => {
    const { visitor, peak } = await start();
    const lines = Array.from(
      { length: count },
      (_line, at) => `2026-03-02,Unknown ${at},Support,60,,true,,false,`,
    );
    const file = [OUR_HEADER, ...lines].join('\n');
    const others = keepAsking(visitor);
    expect((await sendFile(visitor, file, { query: '?dry=1' })).status).toBe(status);
    const { read, write } = await others.end();
    process.stdout.write(`${JSON.stringify({ count, read, write, mebibytes: peak() })}\n`);
    expect(peak()).toBeLessThan(256);
    if (IS_HOSTILE) expect(Math.max(read.worst, write.worst)).toBeLessThan(250);
  });

  test('and within a minute, with many lines, and again', async () => {
    const { visitor, peak } = await start();
    const lines = Array.from({ length: LINES }, (_, at) => {
      const day = new Date(Date.UTC(2015, 0, 1) + ((at * 37) % 4_000) * 86_400_000);
      const minute = String(at % 60).padStart(2, '0');
      return `${day.toISOString().slice(0, 10)} 09:${minute},Client ${at % 200},Type ${at % 12},${15 + (at % 32) * 15},Looked into ticket ${at} and called back,true,${60 + (at % 7)}.50,false,`;
    });
    const file = [OUR_HEADER, ...lines].join('\n');
    // Old work, of many on one day: the file is asked about.
    const sendLines = () => sendFile(visitor, file, { query: '?confirm=doubtful' });
    const others = keepAsking(visitor);
    const began = performance.now();
    const first = await endOf(visitor, idOf(await sendLines()));
    expect(first).toMatchObject({ status: 'done', new: LINES, known: 0 });
    const seconds = (performance.now() - began) / 1_000;
    const { read, write } = await others.end();
    const again = await endOf(visitor, idOf(await sendLines()));
    expect(again).toMatchObject({ status: 'done', new: 0, known: LINES });
    const undoing = keepAsking(visitor);
    expect((await visitor.api('DELETE', `/api/imports/${first.id}`)).status).toBe(204);
    const undo = await undoing.end();
    const figures = { seconds, read, write, undo, mebibytes: peak() };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(figures.mebibytes).toBeLessThan(256);
    if (!IS_HOSTILE) return;
    expect(seconds).toBeLessThan(60);
    // Nobody waits for a page, and a write waits until the lines are written.
    expect(Math.max(read.worst, undo.read.worst)).toBeLessThan(1_000);
    expect(Math.max(write.worst, undo.write.worst)).toBeLessThan(30_000);
  });
});
