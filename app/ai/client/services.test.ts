import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startOpenAi, type OpenAiFault, type OpenAiOptions } from '#sandbox/openai.ts';
import { AiError } from './ai-error.ts';
import { connectOpenAi } from './openai.server.ts';

/** How the servers that speak OpenAI's protocol say what is wrong, and what a person reads. */

const KEY = 'sk-test-correct-horse-battery-staple';
const NOTE = 'fixed svr';
const MISSING =
  'The AI service does not offer the model chosen for it. Your description is unchanged. Ask whoever runs this server to check OPENAI_MODEL.';

type Wanted = Partial<OpenAiOptions> & { model?: string };

async function connect({ model = 'sandbox-tidy', ...options }: Wanted = {}) {
  const standIn = await startOpenAi({ apiKeys: [KEY], ...options });
  onTestFinished(standIn.close);
  const ai = connectOpenAi({ baseUrl: standIn.baseUrl, model, timeoutMs: 28_000 });
  return { standIn, describe: (key = KEY) => ai.describe(key, { text: NOTE }), ai };
}

async function errorOf(work: Promise<unknown>): Promise<AiError> {
  const error = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AiError)) throw new Error(`Not an AiError: ${String(error)}`);
  return error;
}

describe('a model that the service lacks', () => {
  test.each(['openai', 'ollama', 'lm-studio', 'vllm'] as const)(
    'of %s is said, with those that it has',
    async (service) => {
      const models = ['qwen3:8b', 'llama3.2:latest'];
      const { describe: ask, standIn } = await connect({ service, models, model: 'llama4' });
      const { kind, message } = await errorOf(ask());
      expect(kind).toBe('model-missing');
      expect(message).toBe(`${MISSING} The service has llama3.2:latest, qwen3:8b.`);
      expect(standIn.seen.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/models']);
    },
  );

  test('is said with six at most, those first that begin alike', async () => {
    const models = ['a', 'b', 'c', 'd', 'e', 'gpt-5', 'gpt-6-sol', 'f', 'gpt-6'];
    const { describe: ask } = await connect({ models, model: 'gpt-6-lunna' });
    expect((await errorOf(ask())).message).toBe(
      `${MISSING} The service has gpt-6-sol, gpt-6, gpt-5, a, b, c and 3 more.`,
    );
  });

  test('is said without any where the list cannot be read', async () => {
    const { describe: ask } = await connect({ hasModels: false, model: 'llama4' });
    expect((await errorOf(ask())).message).toBe(MISSING);
  });

  test('names nothing that is no name, nor one with the key in it', async () => {
    const models = ['<b>bold</b>', `of-${KEY}`, 'two words', 'x'.repeat(81), 'good'];
    const { describe: ask } = await connect({ models, model: 'llama4' });
    expect((await errorOf(ask())).message).toBe(`${MISSING} The service has good.`);
  });

  test('is said where LM Studio has loaded none', async () => {
    const { describe: ask } = await connect({ service: 'lm-studio', models: [] });
    expect((await errorOf(ask())).message).toBe(MISSING);
  });

  test('of Azure is a deployment, and its list of models would not help', async () => {
    const { describe: ask, standIn } = await connect({ service: 'azure', model: 'gpt-6-luna' });
    const { kind, message } = await errorOf(ask());
    expect(kind).toBe('deployment-missing');
    expect(message).toContain('set OPENAI_MODEL to the deployment’s name');
    expect(standIn.seen).toHaveLength(1);
  });
});

test.each([
  { service: 'ollama', models: ['llama3.2:latest'], model: 'llama3.2', key: 'anything' },
  { service: 'lm-studio', models: ['qwen/qwen3-14b'], model: 'qwen/qwen3-14b', key: 'anything' },
  { service: 'vllm', models: ['Qwen/Qwen3-8B'], model: 'Qwen/Qwen3-8B', key: 'anything' },
  { service: 'azure', models: ['invoices'], model: 'invoices', key: KEY },
] as const)('$service takes the settings that the manual names', async ({ key, ...settings }) => {
  const { ai, describe: ask } = await connect({ ...settings, models: [...settings.models] });
  await ai.checkKey(key);
  expect(await ask(key)).toBe('Fixed server.');
});

describe('what the service says is wrong', () => {
  test.each<[OpenAiFault['kind'], AiError['kind'], number]>([
    ['spending-limit', 'billing-stopped', 1],
    ['billing-inactive', 'billing-stopped', 1],
    ['region', 'region', 1],
    ['no-address', 'wrong-address', 1],
    ['too-long', 'too-long', 1],
    ['filtered', 'filtered', 1],
    ['answer-filtered', 'filtered', 1],
    ['refusal', 'declined', 1],
  ])('with %s is %s, and asked once', async (fault, kind, calls) => {
    const { describe: ask, standIn } = await connect();
    standIn.fail({ kind: fault });
    const error = await errorOf(ask());
    expect(error.kind).toBe(kind);
    expect(error.message).toContain('Your description is unchanged.');
    expect(standIn.seen).toHaveLength(calls);
  });

  test.each<[string, number, object, AiError['kind']]>([
    ['its code before a status of 403', 403, { code: 'model_not_found' }, 'model-missing'],
    ['its code before a status of 401', 401, { code: 'insufficient_quota' }, 'no-credit'],
    [
      'the length in vLLM’s words',
      400,
      { message: 'the maximum context length is 8', code: 400 },
      'too-long',
    ],
    [
      'the length in Ollama’s words',
      400,
      { message: 'the input length exceeds the context length' },
      'too-long',
    ],
    ['a forbidden prompt', 400, { code: 'invalid_prompt' }, 'filtered'],
    ['a refusal of another kind', 403, { message: 'no' }, 'key-refused'],
    ['vLLM’s 404 for a path', 404, { message: 'Not Found', code: 404 }, 'wrong-address'],
    [
      'OpenAI’s 404 for a path',
      404,
      { message: 'Invalid URL (POST /chat/completions)' },
      'wrong-address',
    ],
    ['anything else', 400, { message: 'no' }, 'unavailable'],
  ])('is told by %s', async (_, status, error, kind) => {
    const ai = await connectTo((response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error }));
    });
    expect((await errorOf(ai.describe(KEY, { text: NOTE }))).kind).toBe(kind);
  });

  test('is not read out of a page, whatever word is in it', async () => {
    const ai = await connectTo((response) => {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end('<p>This page about our model railway has moved</p>');
    });
    expect((await errorOf(ai.describe(KEY, { text: NOTE }))).kind).toBe('wrong-address');
  });
});

/** The adapter for a server that answers everything in one way. */
async function connectTo(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => {
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return connectOpenAi({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'sandbox-tidy',
    timeoutMs: 28_000,
  });
}

test.each(['temperature', 'top_p', 'max_tokens'])(
  'the stand-in refuses %s, as some models do',
  async (field) => {
    const { standIn } = await connect();
    const answer = await fetch(`${standIn.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'sandbox-tidy',
        messages: [{ role: 'user', content: NOTE }],
        [field]: 1,
      }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('unsupported_parameter'),
    ]);
  },
);
