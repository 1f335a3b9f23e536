import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startOpenAi, type OpenAiFault, type RunningOpenAi } from '#sandbox/openai.ts';
import { compareFacts } from '../compare/compare.server.ts';
import { AiError } from './ai-error.ts';
import { connectOpenAi, DEFAULT_PROMPT } from './openai.server.ts';
import type { Ai } from '../../ports.ts';

const KEY = 'sk-test-correct-horse-battery-staple';
const NOTE = 'todo: call w/ Anna, 2 hrs on INC0012345';
const SUMMARY = 'Call with Anna, 2 hours on INC0012345.';

let service: RunningOpenAi;
let ai: Ai;

beforeEach(async () => {
  service = await startOpenAi({ apiKeys: [KEY] });
  ai = connect();
});

afterEach(() => service.close());

function connect(timeoutMs = 28_000): Ai {
  return connectOpenAi({ baseUrl: service.baseUrl, model: 'sandbox-tidy', timeoutMs });
}

/** The error that the work ends in; fails the test when it does not end in one of ours. */
async function errorOf(work: Promise<unknown>): Promise<AiError> {
  const error = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AiError)) throw new Error(`Not an AiError: ${String(error)}`);
  return error;
}

/** Everything that a log line could show of an error. */
function everythingIn(error: Error): string {
  const properties = Object.getOwnPropertyNames(error).map((name) =>
    String(Reflect.get(error, name)),
  );
  return `${String(error)} ${properties.join(' ')} ${JSON.stringify(error)}`;
}

describe('a description', () => {
  test('comes back rewritten, with every fact of the note', async () => {
    const summary = await ai.describe(KEY, { text: NOTE });
    expect(summary).toBe(SUMMARY);
    expect(compareFacts(NOTE, summary)).toEqual({ missing: [], invented: [] });
  });

  test('goes out as the chat API of any server has it: model and messages, no more', async () => {
    await ai.describe(KEY, { text: NOTE });
    expect(service.seen).toEqual([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        body: {
          model: 'sandbox-tidy',
          messages: [
            { role: 'system', content: DEFAULT_PROMPT },
            { role: 'user', content: NOTE },
          ],
        },
      },
    ]);
  });

  test.each([
    ['Write in French.', 'Write in French.'],
    ['  ', DEFAULT_PROMPT],
    [null, DEFAULT_PROMPT],
  ])('with the prompt %j is asked for with %j', async (prompt, sent) => {
    await ai.describe(KEY, { text: NOTE, prompt });
    expect(service.seen[0]?.body).toMatchObject({
      messages: [{ role: 'system', content: sent }, { role: 'user' }],
    });
  });

  test('whose figure the service changed is found out', async () => {
    service.fail({ kind: 'invents' });
    const summary = await ai.describe(KEY, { text: 'Fitted 3 sockets for £45' });
    expect(summary).toBe('Fitted 3 sockets for £46.');
    expect(compareFacts('Fitted 3 sockets for £45', summary)).toEqual({
      missing: ['£45'],
      invented: ['£46'],
    });
  });
});

const INVALID = 'Invalid response format from AI service';
const FAILED = 'Failed to generate description. Please try again.';

describe('a description that fails', () => {
  test.each<[OpenAiFault['kind'], AiError['kind'], RegExp | string, number]>([
    ['401', 'key-refused', /refused the API key/, 1],
    ['no-credit', 'no-credit', /no credit left/, 1],
    ['429', 'rate-limited', /service is busy/, 2],
    ['500', 'unavailable', FAILED, 2],
    ['html', 'unreadable', INVALID, 1],
    ['no-choices', 'unreadable', INVALID, 1],
    ['truncated', 'unreadable', INVALID, 1],
    ['empty', 'empty', INVALID, 1],
    ['no-model', 'model-missing', /OPENAI_MODEL\.$/, 2],
    ['cut', 'unavailable', FAILED, 1],
  ])('with %s is %s, says so, and was asked for as often as makes sense', async (...row) => {
    const [fault, kind, message, calls] = row;
    service.fail({ kind: fault });
    const error = await errorOf(ai.describe(KEY, { text: NOTE }));
    expect(error.kind).toBe(kind);
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    expect(service.seen).toHaveLength(calls);

    service.heal();
    expect(await ai.describe(KEY, { text: NOTE })).toBe(SUMMARY);
  });

  test('because nobody wants it any more ends at once, with the reason', async () => {
    const unwanted = new AbortController();
    service.fail({ kind: 'silence' });
    const asked = ai.describe(KEY, { text: NOTE }, unwanted.signal);
    const reason = new Error('the server closes');
    const ended = expect(asked).rejects.toBe(reason);
    await expect.poll(() => service.seen.length).toBe(1);
    unwanted.abort(reason);
    await ended;
    // Nor is it asked for when that is known before.
    const calls = service.seen.length;
    await expect(ai.describe(KEY, { text: NOTE }, unwanted.signal)).rejects.toBe(reason);
    expect(service.seen).toHaveLength(calls);
  });

  test.each(['silence', 'stall'] as const)('with %s ends at its time limit', async (kind) => {
    service.fail({ kind });
    const error = await errorOf(connect(300).describe(KEY, { text: NOTE }));
    expect(error.kind).toBe('timeout');
    expect(error.message).toMatch(/took too long/);
  });

  test('because nothing listens there is unavailable', async () => {
    await service.close();
    const error = await errorOf(ai.describe(KEY, { text: NOTE }));
    expect([error.kind, error.message, error.status]).toEqual(['unavailable', FAILED, null]);
  });

  test.each(['429', '500'] as const)('once with %s is tried again, and succeeds', async (kind) => {
    service.fail({ kind, times: 1 });
    expect(await ai.describe(KEY, { text: NOTE })).toBe(SUMMARY);
    expect(service.seen).toHaveLength(2);
  });

  test('because the service wants a long wait is reported at once, not waited for', async () => {
    service.fail({ kind: '429', retryAfter: 20 });
    const error = await errorOf(ai.describe(KEY, { text: NOTE }));
    expect(error.kind).toBe('rate-limited');
    expect(service.seen).toHaveLength(1);
  });
});

describe('a key', () => {
  test('that the service takes passes, and costs nothing', async () => {
    await ai.checkKey(KEY);
    expect(service.seen).toEqual([{ method: 'GET', path: '/v1/models', body: null }]);
  });

  test('that the service refuses is refused', async () => {
    const error = await errorOf(ai.checkKey('sk-test-wrong'));
    expect([error.kind, error.status]).toEqual(['key-refused', 401]);
  });

  test.each(['', ' ', 'sk-\n', 'sk key', '••••••••', 'sk-✓'])(
    'such as %j is refused without a call: no header could carry it',
    async (key) => {
      const check = await errorOf(ai.checkKey(key));
      const description = await errorOf(ai.describe(key, { text: NOTE }));
      expect([check.kind, description.kind]).toEqual(['key-refused', 'key-refused']);
      expect(service.seen).toEqual([]);
    },
  );

  test('passes at a local service without a list of models', async () => {
    const local = await startOpenAi({ apiKeys: [KEY], hasModels: false });
    try {
      const there = connectOpenAi({ baseUrl: local.baseUrl, model: 'llama', timeoutMs: 28_000 });
      await there.checkKey(KEY);
      expect(local.seen).toHaveLength(1);
      expect((await errorOf(there.checkKey('sk-test-wrong'))).kind).toBe('key-refused');
    } finally {
      await local.close();
    }
  });

  test('that may not read the list of models passes', async () => {
    service.fail({ kind: 'missing-scope' });
    await ai.checkKey(KEY);
    expect((await errorOf(ai.describe(KEY, { text: NOTE }))).kind).toBe('key-refused');
  });

  test.each<[OpenAiFault['kind'], AiError['kind']]>([
    ['429', 'rate-limited'],
    ['500', 'unavailable'],
    ['html', 'unreadable'],
    ['cut', 'unavailable'],
    ['silence', 'timeout'],
    ['stall', 'timeout'],
  ])('is not judged when the check ends in %s: %s', async (fault, kind) => {
    service.fail({ kind: fault });
    const error = await errorOf(
      connect(fault === 'silence' || fault === 'stall' ? 300 : undefined).checkKey(KEY),
    );
    expect(error.kind).toBe(kind);
    expect(error.message).not.toContain('description is unchanged');
  });

  test('never stands in an error, not in part', async () => {
    const wrongKey = 'sk-wrong-0123456789-abcdef';
    const errors = [
      await errorOf(ai.checkKey(wrongKey)),
      await errorOf(ai.describe(wrongKey, { text: NOTE })),
      await errorOf(ai.describe(`${wrongKey}\n`, { text: NOTE })),
    ];
    for (const error of errors) {
      expect(everythingIn(error)).not.toMatch(/sk-wrong|cdef/);
      expect(error.cause).toBeUndefined();
    }
    // The control: the service does repeat parts of the key.
    const answer = await fetch(`${service.baseUrl}/models`, {
      headers: { Authorization: `Bearer ${wrongKey}` },
    });
    expect(await answer.text()).toMatch(/sk-wrong.*cdef/);
  });
});

describe('the stand-in', () => {
  test('takes its faults over HTTP too, and heals', async () => {
    const faults = new URL('/sandbox/faults', service.baseUrl);
    const post = (body: string) => fetch(faults, { method: 'POST', body });
    expect((await post('{"kind":"500","times":9}')).status).toBe(204);
    expect((await errorOf(ai.describe(KEY, { text: NOTE }))).kind).toBe('unavailable');
    expect((await post('{"kind":"none"}')).status).toBe(204);
    expect(await ai.describe(KEY, { text: NOTE })).toBe(SUMMARY);
    expect((await post('{"kind":"flood"}')).status).toBe(400);
    expect((await post('{')).status).toBe(400);
  });

  test('closes while a call waits for it', async () => {
    service.fail({ kind: 'silence' });
    const waiting = errorOf(ai.describe(KEY, { text: NOTE }));
    await expect.poll(() => service.seen.length).toBe(1);
    await service.close();
    expect((await waiting).kind).toBe('unavailable');
  });
});

test('a redirection is not followed, so that no text goes to a host that nobody configured', async () => {
  const other = createServer((_request, response) => {
    response.writeHead(307, { Location: `${service.baseUrl}/chat/completions` }).end();
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    const elsewhere = connectOpenAi({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: 'sandbox-tidy',
      timeoutMs: 28_000,
    });
    const error = await errorOf(elsewhere.describe(KEY, { text: NOTE }));
    expect(error.kind).toBe('unavailable');
    expect(service.seen).toEqual([]);
  } finally {
    other.close();
  }
});

test.each([
  ['a description', () => ai.describe(KEY, { text: NOTE })],
  ['a check of the key', () => ai.checkKey(KEY)],
])('%s of more than a megabyte is read no further, however small it came', async (_, ask) => {
  const choices = [{ message: { content: SUMMARY }, finish_reason: 'stop' }];
  const large = gzipSync(JSON.stringify({ choices, data: ['x'.repeat(2_000_000)] }));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' });
    response.end(large);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  ai = connectOpenAi({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'sandbox-tidy',
    timeoutMs: 28_000,
  });
  const error = await errorOf(ask());
  expect(error).toMatchObject({ kind: 'unreadable' });
  expect(error.message).toContain('Invalid response format from AI service');
});
