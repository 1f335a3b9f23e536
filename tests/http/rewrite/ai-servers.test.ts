import { describe, expect, onTestFinished, test } from 'vitest';
import { startOpenAi, type OpenAiOptions } from '#sandbox/openai.ts';
import { configured, rewritesOn } from '../../support/data/rewrites.ts';
import { controlOf, visibleText } from '../../support/html.ts';
import { OPENAI_KEY } from '../../support/server/use-openai.ts';
import { startTestServer } from '../../support/server/test-server.ts';

/** Servers that speak OpenAI's protocol, each in its own way, as a person meets them. */

const GENERATE = '/api/ai/generate-description';
const MISSING =
  'The AI service does not offer the model chosen for it. Your description is unchanged. Ask whoever runs this server to check OPENAI_MODEL.';

async function connected(options: Partial<OpenAiOptions>, environment: Record<string, string>) {
  const standIn = await startOpenAi({ apiKeys: [OPENAI_KEY], ...options });
  onTestFinished(standIn.close);
  const server = await startTestServer({ OPENAI_BASE_URL: standIn.baseUrl, ...environment });
  onTestFinished(server.stop);
  return { standIn, server, visitor: await configured(server) };
}

describe('a model that the server does not have', () => {
  test.each(['openai', 'ollama', 'lm-studio', 'vllm'] as const)(
    'of %s is said over the API and in the form, with those that there are',
    async (service) => {
      const models = ['qwen3:8b', 'llama3.2:latest'];
      const { visitor } = await connected({ service, models }, { OPENAI_MODEL: 'llama4' });
      const said = `${MISSING} The service has llama3.2:latest, qwen3:8b.`;
      const answer = await visitor.api('POST', GENERATE, { text: 'fixed svr' });
      expect([answer.status, answer.json()]).toEqual([502, { message: said }]);
      const form = await visitor.post('/work-logs/new', {
        description: 'fixed svr',
        rewrite: 'write',
        oneTimeKey: 'a',
      });
      expect(form.status).toBe(502);
      expect(controlOf(form.text, 'description')).toMatchObject({ value: 'fixed svr' });
      expect(controlOf(form.text, 'description').descriptions).toContain(said);
    },
  );

  test('stops a batch, which says so and goes on once the server has it', async () => {
    const models = ['llama3.2:latest'];
    const { server, visitor } = await connected(
      { service: 'ollama', models },
      { OPENAI_MODEL: 'llama4' },
    );
    const { addLogs, start, review, answer, textOf } = rewritesOn(() => server);
    const [log = 0, other = 0] = addLogs('a svr', 'b svr');
    await start(visitor, [log, other]);
    const { path, page } = await review(visitor);
    expect(visibleText(page.text)).toContain(
      'The AI service does not offer the model chosen for it. Ask whoever runs this server to check OPENAI_MODEL. The service has llama3.2:latest.',
    );
    models.push('llama4');
    await visitor.post(path, { intent: 'again' });
    const shown = await review(visitor);
    const ids = shown.cards.map(({ id }) => id);
    await answer(visitor, shown, ids);
    expect([log, other].map(textOf)).toEqual(['A server.', 'B server.']);
  });

  test('is a deployment on Azure', async () => {
    const { visitor } = await connected({ service: 'azure' }, { OPENAI_MODEL: 'gpt-6-luna' });
    const answer = await visitor.api('POST', GENERATE, { text: 'fixed svr' });
    expect([answer.status, answer.json()]).toEqual([
      502,
      {
        message:
          'Azure has no deployment with the name that this server calls. Your description is unchanged. Ask whoever runs this server to set OPENAI_MODEL to the deployment’s name; a new one is there after some minutes.',
      },
    ]);
  });
});

test('AI_TIMEOUT is how long a description may take', async () => {
  const { standIn, server, visitor } = await connected({}, { AI_TIMEOUT: '1' });
  standIn.fail({ kind: 'silence' });
  const answer = await visitor.api('POST', GENERATE, { text: 'fixed svr' });
  expect(server.services.ai.timeoutMs).toBe(1_000);
  expect([answer.status, answer.text]).toEqual([
    502,
    expect.stringContaining('ask whoever runs this server to raise AI_TIMEOUT.'),
  ]);
});
