import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';

import { connectToStandIn, keysOf, manyCompletions } from '#tests/support/server/todoist.ts';
import { TodoistError } from './todoist-error.ts';
import { connectTodoist } from './todoist.server.ts';

const NOW = new Date('2026-06-30T18:00:00Z');
const SINCE = new Date('2026-04-01T00:00:00Z');
const UNTIL = new Date('2026-07-01T00:00:00Z');
const LIST = '/api/v1/tasks/completed/by_completion_date';
const LOG = '/api/v1/activities';

/** 500 completions, 100 of them of recurring tasks: two pages and more of either source. */
function connect(timeoutMs?: number) {
  const account = manyCompletions({ count: 500, recurring: 100, months: 2, until: NOW });
  return connectToStandIn({ account, now: NOW, timeoutMs });
}

/** The error that a promise ends with, which has to be a TodoistError. */
async function faultOf(promise: Promise<unknown>): Promise<TodoistError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  return asTodoistError(error);
}

function asTodoistError(error: unknown): TodoistError {
  if (!(error instanceof TodoistError)) throw new Error(`not a TodoistError: ${String(error)}`);
  return error;
}

describe('the token', () => {
  test('passes the check when Todoist accepts it', async () => {
    const { todoist, standIn } = await connect();
    expect(await todoist.checkToken(standIn.token)).toBe(true);
    expect(standIn.calls()).toEqual({ '/projects': 1 });
  });

  test.each([
    ['another one', 'somebody-elses-token'],
    ['one with a line break', 'secret\r\nX-Injected: yes'],
    ['one with letters that no header has', 'секрет'],
    ['an empty one', ''],
  ])('fails the check when it is %s, and is in no error', async (_, token) => {
    const { todoist, read } = await connect();
    expect(await todoist.checkToken(token)).toBe(false);
    const { fault } = await read(SINCE, UNTIL, token);
    const error = asTodoistError(fault);
    expect(error).toMatchObject({ kind: 'unauthorised', status: 401 });
    expect(error.message).toBe(
      'Todoist did not accept the API token. Check the token in Settings, and save it again.',
    );
    if (token) expect(allOf(error)).not.toContain(token);
  });

  test('is not taken elsewhere by a redirection', async () => {
    const asked: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.end('{"results": []}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void elsewhere.close());
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/api/v1/projects`;
    const { todoist, standIn } = await connect();
    standIn.fail({ kind: 'redirect', location });

    const error = await faultOf(todoist.checkToken(standIn.token));

    expect(error.kind).toBe('unreadable');
    expect(asked).toEqual([]);
    // The control: the other server does answer.
    expect((await fetch(location)).status).toBe(200);
    expect(asked).toEqual([undefined]);
  });
});

describe.each([LIST, LOG])('at the second page of %s', (path) => {
  test.each([
    ['401', 'unauthorised', 1],
    ['410', 'gone', 1],
    ['429', 'rate-limited', 3],
    ['500', 'unavailable', 3],
    ['502', 'unavailable', 3],
    ['503', 'unavailable', 3],
    ['html', 'unreadable', 1],
    ['not-json', 'unreadable', 1],
    ['no-list', 'unreadable', 1],
    ['cut', 'unreadable', 1],
    ['404', 'unreadable', 1],
  ] as const)('%s is %s, and the pages before it are kept', async (kind, expected, calls) => {
    const { read, standIn } = await connect();
    standIn.fail({ kind, path, afterCalls: 1 });

    const broken = await read(SINCE, UNTIL);
    standIn.heal();
    const callsOfPath = standIn.calls()[path.slice('/api/v1'.length)];
    const whole = await read(SINCE, UNTIL);

    expect(broken.fault).toBeInstanceOf(TodoistError);
    expect(broken.fault).toMatchObject({ kind: expected });
    expect(String(broken.fault)).toMatch(/^TodoistError: (Todoist .*\.)$/s);
    expect(allOf(broken.fault)).not.toContain(standIn.token);
    expect(callsOfPath).toBe(1 + calls);
    expect(broken.tasks.length).toBeGreaterThan(0);
    expect(broken.tasks.length).toBeLessThan(500);
    expect(whole.tasks).toHaveLength(500);
    // What came before the fault has the same keys when it comes again.
    expect(keysOf(whole.tasks)).toEqual(expect.arrayContaining(keysOf(broken.tasks)));
  });

  test('silence ends as a timeout, and the pages before it are kept', async () => {
    const { read, standIn } = await connect(300);
    standIn.fail({ kind: 'silence', path, afterCalls: 1 });
    const started = performance.now();

    const { fault, tasks } = await read(SINCE, UNTIL);

    expect(fault).toMatchObject({ kind: 'timeout', status: null });
    expect(tasks.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('a fault that passes', () => {
  test.each(['500', '502', '503'] as const)('%s twice is overcome', async (kind) => {
    const { read, standIn, pauses } = await connect();
    standIn.fail({ kind, path: LIST, times: 2 });
    expect((await read(SINCE, UNTIL)).tasks).toHaveLength(500);
    expect(pauses).toEqual([500, 1_500]);
  });

  test('a task that Todoist does not find costs its details and nothing else', async () => {
    const { read, standIn } = await connect();
    standIn.fail({ kind: '404', path: '/api/v1/tasks/6X' });
    const { tasks, fault } = await read(SINCE, UNTIL);
    expect(fault).toBeNull();
    expect(tasks).toHaveLength(500);
  });
});

describe('a pause that Todoist asks for', () => {
  test('is waited out when it is short', async () => {
    const { todoist, standIn, pauses } = await connect();
    standIn.fail({ kind: '429', times: 1, retryAfter: 7 });
    await todoist.checkToken(standIn.token);
    expect(pauses).toEqual([7_000]);
  });

  test('stands in the body where its 1,000 calls in 15 minutes are used up', async () => {
    const { todoist, standIn, pauses } = await connect();
    const ask = () => todoist.checkToken(standIn.token);
    for (let call = 0; call < 1_000; call += 50) {
      await Promise.all(Array.from({ length: 50 }, ask));
    }
    expect(await faultOf(ask())).toMatchObject({
      kind: 'rate-limited',
      retryAfterSeconds: 900,
      message: 'Todoist asks for a pause, because it was asked too often. Try again in 15 minutes.',
    });
    expect(pauses).toEqual([]);
  });

  test('may be given as a date', async () => {
    const { todoist, standIn, pauses } = await connect();
    standIn.fail({ kind: '503', times: 1, retryAfter: 'Tue, 30 Jun 2026 18:00:09 GMT' });
    await todoist.checkToken(standIn.token);
    expect(pauses).toEqual([9_000]);
  });

  test('is not waited out when it is longer than a call may last', async () => {
    const { todoist, standIn, pauses } = await connect();
    standIn.fail({ kind: '429', retryAfter: 90 });
    const error = await faultOf(todoist.checkToken(standIn.token));
    expect(error).toMatchObject({ kind: 'rate-limited', status: 429, retryAfterSeconds: 90 });
    expect(error.message).toBe(
      'Todoist asks for a pause, because it was asked too often. Try again in 2 minutes.',
    );
    expect(pauses).toEqual([]);
  });

  test.each(['99999999999999', '9'.repeat(400), 'Fri, 30 Jun 2066 18:00:09 GMT'])(
    'is believed for a day at most: %s',
    async (retryAfter) => {
      const { todoist, standIn } = await connect();
      standIn.fail({ kind: '429', retryAfter });
      const error = await faultOf(todoist.checkToken(standIn.token));
      expect(error.message).toBe(
        'Todoist asks for a pause, because it was asked too often. Try again in 24 hours.',
      );
    },
  );

  test.each(['-5', 'soon'])('that is none is not believed: %s', async (retryAfter) => {
    const { todoist, standIn, pauses } = await connect();
    standIn.fail({ kind: '503', times: 1, retryAfter });
    await todoist.checkToken(standIn.token);
    expect(pauses).toEqual([500]);
  });

  test('ends the call within its 30 seconds when it is asked for again and again', async () => {
    const { todoist, standIn, pauses } = await connect();
    standIn.fail({ kind: '429', retryAfter: 20 });
    const error = await faultOf(todoist.checkToken(standIn.token));
    expect(error).toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 20 });
    expect(pauses).toEqual([20_000]);
  });
});

describe('when there is no Todoist at the address', () => {
  test('it is unavailable, after two more attempts', async () => {
    const { standIn } = await connect();
    await standIn.close();
    const pauses: number[] = [];
    const todoist = connectTodoist({
      apiUrl: standIn.url,
      clock: () => NOW,
      patience: { wait: (milliseconds) => Promise.resolve(pauses.push(milliseconds)) },
    });
    const error = await faultOf(todoist.checkToken(standIn.token));
    expect(error).toMatchObject({ kind: 'unavailable', status: null });
    expect(error.message).toBe(
      'Todoist could not be reached (ECONNREFUSED). Check the connection, and try again in a few minutes.',
    );
    expect(pauses).toEqual([500, 1_500]);
  });

  test('a cursor that comes again and again does not go on for ever', async () => {
    const looping = createServer((_, response) => {
      response.end('{"results": [], "items": [], "next_cursor": "again"}');
    });
    await new Promise<void>((resolve) => looping.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void looping.close());
    const todoist = connectTodoist({
      apiUrl: `http://127.0.0.1:${(looping.address() as AddressInfo).port}`,
      clock: () => NOW,
    });
    const reading = todoist.readCompletions('token', { since: SINCE, until: UNTIL });
    expect(await faultOf(reading.next())).toMatchObject({ kind: 'unreadable' });
  });
});

/** All that a log line could show of an error. */
function allOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message} ${error.stack ?? ''} ${String(error.cause)} ${JSON.stringify(error)}`;
}

test('An answer of more than 32 megabytes is read no further, however small it came', async () => {
  const large = gzipSync(JSON.stringify({ results: ['x'.repeat(40_000_000)] }));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(large);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const error = await faultOf(connectTodoist({ apiUrl, clock: () => NOW }).checkToken('token'));
  expect(error.kind).toBe('unreadable');
  expect(error.message).toBe(
    'Todoist gave an answer that is too large. Try again in a few minutes.',
  );
});
