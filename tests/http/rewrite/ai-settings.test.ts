import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAiKey } from '#app/ai/settings/ai-settings.server.ts';
import { settings } from '#db/schema.ts';
import { hurryAi, OPENAI_KEY, useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn } from '../../support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);

const CONFIG = '/api/ai/config';
const PROMPT = 'Write like a solicitor.';
const REFUSED =
  'The AI service refused the API key. Copy it again from the service, without spaces, then save again.';
const UNCONFIGURED = {
  isConfigured: false,
  hasApiKey: false,
  aiInvoiceSummaryPrompt: '',
  invoiceDescriptionTemplate: '{date} | {workType} | {description}',
};

describe('the settings of the AI helper', () => {
  test('are empty at first, and cannot be read by anybody who is signed out', async () => {
    const visitor = await visitSignedIn(server());
    expect((await visitor.api('GET', CONFIG)).json()).toEqual(UNCONFIGURED);
    const stranger = await visit(server()).api('GET', CONFIG);
    expect([stranger.status, stranger.json()]).toEqual([401, { message: 'Unauthorized' }]);
    const other = await visitor.api('DELETE', CONFIG);
    expect([other.status, other.headers.get('Allow')]).toEqual([405, 'GET, POST']);
  });

  test('keep a key that the service accepts, and leave alone what a change leaves out', async () => {
    const visitor = await visitSignedIn(server());
    const saved = await visitor.api('POST', CONFIG, { openaiApiKey: ` ${OPENAI_KEY}\n` });
    expect([saved.status, saved.json()]).toEqual([
      200,
      { ...UNCONFIGURED, isConfigured: true, hasApiKey: true },
    ]);
    await visitor.api('POST', CONFIG, { aiInvoiceSummaryPrompt: PROMPT });
    await visitor.api('POST', CONFIG, { invoiceDescriptionTemplate: '{workType}' });
    await visitor.api('POST', CONFIG, { openaiApiKey: '', aiInvoiceSummaryPrompt: PROMPT });
    await visitor.api('POST', CONFIG, { openaiApiKey: '••••' });
    expect((await visitor.api('GET', CONFIG)).json()).toEqual({
      isConfigured: true,
      hasApiKey: true,
      aiInvoiceSummaryPrompt: PROMPT,
      invoiceDescriptionTemplate: '{workType}',
    });
    // The service was only asked about the key, and only once.
    expect(openAi().seen.map(({ path }) => path)).toEqual(['/v1/models']);
    // Typed behind the bullets that stood in the field.
    const behind = await visitor.api('POST', CONFIG, { openaiApiKey: `••••${OPENAI_KEY}` });
    expect(behind.status).toBe(200);
    await visitor.api('POST', CONFIG, { openaiApiKey: null, aiInvoiceSummaryPrompt: '' });
    expect((await visitor.api('GET', CONFIG)).json()).toEqual({
      ...UNCONFIGURED,
      invoiceDescriptionTemplate: '{workType}',
    });
  });

  test('are kept whole or not at all', async () => {
    const visitor = await visitSignedIn(server());
    const both = { openaiApiKey: 'sk-of-somebody-else', aiInvoiceSummaryPrompt: PROMPT };
    const refused = await visitor.api('POST', CONFIG, both);
    expect([refused.status, refused.json()]).toEqual([
      400,
      { message: REFUSED, issues: [{ path: 'openaiApiKey', message: REFUSED }] },
    ]);
    const blank = await visitor.api('POST', CONFIG, {
      aiInvoiceSummaryPrompt: PROMPT,
      invoiceDescriptionTemplate: '   ',
    });
    expect([blank.status, blank.json()]).toEqual([
      400,
      {
        message: 'Enter a template.',
        issues: [{ path: 'invoiceDescriptionTemplate', message: 'Enter a template.' }],
      },
    ]);
    const noText = await visitor.api('POST', CONFIG, { openaiApiKey: 7 });
    expect([noText.status, noText.json()]).toEqual([
      400,
      {
        message: 'This should be text.',
        issues: [{ path: 'openaiApiKey', message: 'This should be text.' }],
      },
    ]);
    expect((await visitor.api('POST', CONFIG, { openaiApiKey: '•••' })).status).toBe(400);
    expect((await visitor.api('GET', CONFIG)).json()).toEqual(UNCONFIGURED);
  });

  test.each([
    ['500', 'The key could not be checked: the AI service cannot be reached. Please try again.'],
    [
      'silence',
      'The key could not be checked: the AI service took too long to answer. Please try again.',
    ],
    [
      'region',
      'The key could not be checked: the AI service serves no calls from the country or region of this server. Ask whoever runs this server to name another service with OPENAI_BASE_URL.',
    ],
    [
      'spending-limit',
      'The key could not be checked: the AI service bills your account no further. Raise its spending limit there, or activate its billing.',
    ],
    [
      'html',
      'Invalid response format from AI service. The key could not be checked. Ask whoever runs this server to check OPENAI_BASE_URL.',
    ],
  ] as const)('say what is wrong when the service answers with %s', async (kind, sentence) => {
    if (kind === 'silence') hurryAi(server());
    openAi().fail({ kind });
    const visitor = await visitSignedIn(server());
    const answer = await visitor.api('POST', CONFIG, { openaiApiKey: OPENAI_KEY });
    expect([answer.status, answer.json()]).toEqual([
      502,
      { message: `${sentence} The key was not saved.` },
    ]);
    expect((await visitor.api('GET', CONFIG)).json()).toEqual(UNCONFIGURED);
  });

  test('show the key to nobody: not in a page, a reply, a log line or the file', async () => {
    const visitor = await visitSignedIn(server());
    const wrong = 'sk-wrong-key-1234567890';
    const replies: string[] = [];
    for (const openaiApiKey of [wrong, OPENAI_KEY]) {
      replies.push((await visitor.api('POST', CONFIG, { openaiApiKey })).text);
      replies.push((await visitor.post('/settings/ai/save', { openaiApiKey })).text);
    }
    replies.push((await visitor.get('/settings')).text, (await visitor.get(CONFIG)).text);
    openAi().fail({ kind: '401' });
    const refused = await visitor.api('POST', '/api/ai/generate-description', { text: 'A note' });
    replies.push(refused.text, JSON.stringify(server().logLines()));
    const { dataDir } = server().services.config;
    const files = readdirSync(dataDir).filter((name) => name.startsWith('database'));
    for (const name of files) replies.push(readFileSync(join(dataDir, name), 'latin1'));

    expect(refused.status).toBe(502);
    expect(readAiKey(server().services)).toBe(OPENAI_KEY);
    for (const reply of replies)
      for (const key of [OPENAI_KEY, wrong]) expect(reply).not.toContain(key);
    // A control: the part of the file with the encrypted key is read.
    const sealed = server().services.db.select().from(settings).all();
    const value = sealed.find(({ name }) => name === 'ai.key')?.value;
    expect(replies.some((reply) => value !== undefined && reply.includes(value))).toBe(true);
  });

  test('come back from a refused form as they were typed, except the key', async () => {
    const visitor = await visitSignedIn(server());
    const answer = await visitor.post('/settings/ai/save', {
      openaiApiKey: 'sk-of-somebody-else',
      aiInvoiceSummaryPrompt: PROMPT,
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(REFUSED);
    expect(answer.text).toContain('Failed to save AI settings');
    expect(answer.text).toContain(PROMPT);
    expect(answer.text).not.toContain('sk-of-somebody-else');
  });
});

describe('Lite pages', () => {
  test('leave the scripts out only on the device that asked for it', async () => {
    const visitor = await visitSignedIn(server());
    const other = await visitSignedIn(server());
    const hasScripts = async (who: typeof visitor) =>
      (await who.get('/settings/account')).text.includes('window.__remixContext');
    expect(await hasScripts(visitor)).toBe(true);
    const on = await visitor.post('/settings/lite', { lite: 'on' });
    expect([on.status, on.location]).toEqual([303, '/settings/account']);
    expect([await hasScripts(visitor), await hasScripts(other)]).toEqual([false, true]);
    expect((await visitor.get('/settings/account')).text).toContain('Turn Lite off');
    await visitor.post('/settings/lite', { lite: 'off' });
    expect(await hasScripts(visitor)).toBe(true);
    expect((await visitor.post('/settings/lite', { lite: 'perhaps' })).status).toBe(400);
  });

  test('come to a browser that saves data, until its person turns them off', async () => {
    const visitor = await visitSignedIn(server());
    const settings = () => visitor.get('/settings/account', { 'Save-Data': 'on' });
    const first = await settings();
    expect(first.text).not.toContain('window.__remixContext');
    expect(first.text).toContain('Turn Lite off');
    await visitor.post('/settings/lite', { lite: 'off' });
    const then = await settings();
    expect(then.text).toContain('window.__remixContext');
    expect(then.text).toContain('Turn Lite on');
  });
});
