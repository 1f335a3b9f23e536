import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { hardwareItems, workLogs } from '#db/schema.ts';
import { addClient } from '#tests/support/data/entries.ts';
import { seededRandom, startFlakyLine, type FlakyLine } from '#tests/support/server/flaky-line.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';

/** The forms that log work, for time and for hardware; the filter keeps the list behind them short. */
const FORMS = ['/work-logs/new?clientId=999', '/dashboard', '/work-logs/quick-log?clientId=999'];
const AT_ONCE = 8;
/** `npm run prove -- line` submits ten times as many. */
const SUBMISSIONS = process.env.LINE === 'whole' ? 2_000 : 200;
const LOSSES = { lostBefore: 0.3, lostAfter: 0.3 };

let server: TestServer;
let cookie: string;
let types: { time: number; hardware: number };

beforeAll(async () => {
  server = await startTestServer();
  cookie = await server.signIn();
  addClient(server, 'Harbour Dental');
  const add = (name: string) =>
    createWorkType(server.services, {
      name,
      hourlyRate: 6_000,
      description: null,
      isHardware: null,
    });
  types = { time: add('Support').id, hardware: add('Hardware').id };
});

afterAll(() => server.stop());

/** Sends a request again until there is an answer, as a person on a bad line does. */
async function insist(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      await response.clone().arrayBuffer();
      return response;
    } catch {
      // The request was lost, or its answer: nobody can tell which.
    }
  }
  throw new Error('The line lost two hundred requests in a row');
}

function hiddenField(html: string, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  if (value === '') throw new Error(`The form has no ${name}`);
  return value;
}

function fieldsOf(number: number): Record<string, string> {
  const isHardware = number % 2 === 1;
  return {
    clientId: '1',
    workTypeId: String(isHardware ? types.hardware : types.time),
    duration: '1',
    hours: '1',
    minutes: '0',
    description: `Submission ${number}`,
    // One person submits more in one day than it has hours.
    confirm: 'day',
    'hardwareItems[0].itemName': isHardware ? 'Switch' : '',
    'hardwareItems[0].quantity': '2',
    'hardwareItems[0].unitPrice': isHardware ? '19.99' : '0.00',
    'hardwareItems[0].vatIncluded': 'true',
    'hardwareItems[0].vatRate': '20',
    'hardwareItems[0].taxCode': 'OUTPUT2',
  };
}

async function submit(line: FlakyLine, number: number, options: { withKey: boolean }) {
  const path = FORMS[number % FORMS.length] ?? '/dashboard';
  const headers = { Cookie: cookie };
  const html = await (await insist(line.url + path, { headers })).text();
  const body = new URLSearchParams(fieldsOf(number));
  body.set('formToken', hiddenField(html, 'formToken'));
  if (options.withKey) body.set('oneTimeKey', hiddenField(html, 'oneTimeKey'));
  const answer = await insist(line.url + path, { method: 'POST', headers, body });
  expect(answer.status, await answer.text()).toBe(303);
}

async function submitAll(count: number, options: { withKey: boolean; seed: number }) {
  const { services } = server;
  services.db.delete(hardwareItems).run();
  services.db.delete(workLogs).run();
  const line = await startFlakyLine({
    to: server.url,
    ...LOSSES,
    random: seededRandom(options.seed),
  });
  let next = 0;
  const work = async () => {
    while (next < count) await submit(line, next++, options);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await line.stop();
  const logs = services.db.select().from(workLogs).all();
  return { line: line.count, logs, items: services.db.select().from(hardwareItems).all() };
}

describe('On a line that loses three requests in ten, and three in ten of the answers', () => {
  test('every submission of a form, repeated until it is answered, makes exactly one log', async () => {
    const { line, logs, items } = await submitAll(SUBMISSIONS, { withKey: true, seed: 20_261_121 });
    expect(logs).toHaveLength(SUBMISSIONS);
    expect(new Set(logs.map(({ description }) => description)).size).toBe(SUBMISSIONS);
    expect(items).toHaveLength(SUBMISSIONS / 2);
    // A control: the line was as bad as the test says.
    expect(line.lostBefore).toBeGreaterThan(SUBMISSIONS / 2);
    expect(line.lostAfter).toBeGreaterThan(SUBMISSIONS / 2);
    process.stdout.write(
      `With the key: ${SUBMISSIONS} submissions, ${line.asked} requests, ${line.lostBefore} lost before, ` +
        `${line.lostAfter} answers lost after: ${logs.length} logs\n`,
    );
  }, 600_000);

  test('without the one-time key the same line makes more logs than were submitted', async () => {
    const { line, logs } = await submitAll(300, { withKey: false, seed: 20_261_121 });
    expect(logs.length).toBeGreaterThan(300);
    process.stdout.write(
      `Without the key: 300 submissions, ${line.asked} requests: ${logs.length} logs, ` +
        `${logs.length - 300} of them doubled\n`,
    );
  }, 120_000);
});
