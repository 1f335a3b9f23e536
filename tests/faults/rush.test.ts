import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  cookie = await server.signIn();
});

afterAll(() => server.stop());

type Answered = { path: string; status: number; retryAfter: string | undefined; text: string };

type Asking = { connected: Promise<unknown>; answered: Promise<void> };

/** Asks for a path; tells `onAnswer` when all of the answer is here. */
function ask(path: string, agent: Agent, onAnswer: (answer: Answered) => void): Asking {
  let connect: (value: unknown) => void = () => undefined;
  const connected = new Promise((resolve) => (connect = resolve));
  const answered = new Promise<void>((resolve, reject) => {
    get(`${server.url}${path}`, { agent, headers: { Cookie: cookie } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        onAnswer({ path, status, retryAfter: headers['retry-after'], text });
        resolve();
      });
    })
      .on('socket', (socket) => socket.once('connect', connect))
      .on('error', reject);
  });
  return { connected, answered };
}

const MANY = 1_400;

/** A fast machine answers many while the others are still connecting: so many are asked in the end. */
const MOST = 6_000;

/** So many connect at once, fewer than an operating system lets wait. */
const WAVE = 100;

test('Of more than a server can keep in mind each is answered, and the process answers in between', async () => {
  const agent = new Agent({ keepAlive: false });
  const answers: Answered[] = [];
  const note = (answer: Answered) => answers.push(answer);
  const asked: Asking[] = [];
  const isRefused = () => answers.some(({ status }) => status === 503);
  while (asked.length < MANY || (asked.length < MOST && !isRefused())) {
    const wave = Array.from({ length: WAVE }, () => ask('/work-logs', agent, note));
    asked.push(...wave);
    await Promise.all(wave.map(({ connected }) => connected));
  }
  const pages = asked.length;
  asked.push(ask('/up', agent, note));
  await Promise.all(asked.map(({ answered }) => answered));
  agent.destroy();

  const counts = Map.groupBy(answers, ({ path, status }) => `${path} ${status}`);
  const [shown = [], refused = []] = [counts.get('/work-logs 200'), counts.get('/work-logs 503')];
  expect(shown.length + refused.length).toBe(pages);
  // What waits already is served in the end.
  expect(shown.length).toBeGreaterThanOrEqual(1_000);
  expect(refused.length).toBeGreaterThan(0);
  for (const { retryAfter, text } of refused) {
    expect(retryAfter).toBe('5');
    expect(text).toContain('No changes were made');
  }
  // It was asked last, and waits for none of the pages that wait.
  const upAt = answers.findIndex(({ path }) => path === '/up');
  expect(answers[upAt]?.status).toBe(200);
  expect(answers.slice(upAt).filter(({ status }) => status === 200).length).toBeGreaterThan(500);
});
