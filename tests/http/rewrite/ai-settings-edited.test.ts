import { expect, test } from 'vitest';
import { readAiKey, readPrompt } from '#app/ai/settings/ai-settings.server.ts';
import { readTemplate } from '#app/invoices/template/template.server.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { OPENAI_KEY, useOpenAi } from '#tests/support/server/use-openai.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);

async function start() {
  const visitor = await visitSignedIn(server());
  const page = async (path: string) => (await visitor.get(path)).text;
  const press = (html: string, button: string, typed: Record<string, string>) =>
    pressPlainly(visitor, html, button, typed);
  return { page, press };
}

const SAVE_AI = 'Save AI Settings';

test('Who saves a key puts back no prompt that another window changed', async () => {
  const { page, press } = await start();
  const [one, two] = [await page('/settings'), await page('/settings')];
  await press(one, SAVE_AI, { aiInvoiceSummaryPrompt: 'Be short.' });
  expect((await press(two, SAVE_AI, { openaiApiKey: OPENAI_KEY })).status).toBe(303);
  expect(readPrompt(server().services)).toBe('Be short.');
  expect(readAiKey(server().services)).toBe(OPENAI_KEY);
});

test('Two prompts are shown beside one another, and saving again decides', async () => {
  const { page, press } = await start();
  const [one, two] = [await page('/settings'), await page('/settings')];
  await press(one, SAVE_AI, { aiInvoiceSummaryPrompt: 'Be short.' });
  const refused = await press(two, SAVE_AI, { aiInvoiceSummaryPrompt: 'Be kind.' });
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Saved by someone else: Be short.');
  expect(visibleText(refused.text)).toContain('Be kind.');
  expect(readPrompt(server().services)).toBe('Be short.');
  expect((await press(refused.text, SAVE_AI, {})).status).toBe(303);
  expect(readPrompt(server().services)).toBe('Be kind.');
});

test('So are two templates of invoice lines', async () => {
  const { page, press } = await start();
  const save = (html: string, template: string) =>
    press(html, 'Save Invoice Template', { template });
  const path = '/settings/xero/template';
  const [one, two] = [await page(path), await page(path)];
  await save(one, '{date}');
  const refused = await save(two, '{workType}');
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Saved by someone else: {date}');
  expect(readTemplate(server().services)).toBe('{date}');
  expect((await save(refused.text, '{workType}')).status).toBe(303);
  expect(readTemplate(server().services)).toBe('{workType}');
});

test('A window that left the template alone puts none back', async () => {
  const { page, press } = await start();
  const path = '/settings/xero/template';
  const [one, two] = [await page(path), await page(path)];
  await press(one, 'Save Invoice Template', { template: '{date}' });
  expect((await press(two, 'Save Invoice Template', {})).status).toBe(303);
  expect(readTemplate(server().services)).toBe('{date}');
});
