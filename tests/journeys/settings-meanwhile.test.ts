import { expect, test } from 'vitest';
import { readPrompt } from '#app/ai/settings/ai-settings.server.ts';
import { readSchedule, readWhose } from '#app/todoist/settings/todoist-settings.server.ts';
import {
  expectMode,
  hasScripts,
  hydrated,
  BOTH,
  useBrowser,
} from '#tests/support/browser/browser.ts';
import { eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const browser = useBrowser();

test.for(BOTH)(
  'A prompt that another window saved meanwhile stands beside what was typed, and the next save decides, with %s',
  async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page, takeProblem } = visitor;
    await page.goto('/settings');
    await expectMode(visitor);
    const card = page.getByRole('region', { name: 'AI Configuration' });
    await card.getByLabel('Custom Prompt').fill('Long.');
    const other = await visitSignedIn(server());
    await other.api('POST', '/api/ai/config', { aiInvoiceSummaryPrompt: 'Short.' });

    await card.getByRole('button', { name: 'Save AI Settings' }).click();
    await toastShown(page, 'Failed to save AI settings');
    await takeProblem('status of 409');
    const form = hasScripts(mode) ? card : page.getByRole('dialog', { name: 'AI Configuration' });
    const sentence = form.getByText('Saved by someone else: Short.');
    await shown(sentence);
    expect(await form.getByLabel('Custom Prompt').inputValue()).toBe('Long.');
    expect(readPrompt(server().services)).toBe('Short.');

    await form.getByRole('button', { name: 'Save AI Settings' }).click();
    await toastShown(page, 'AI prompt saved successfully');
    await gone(card.getByText('Saved by someone else: Short.'));
    expect(await card.getByLabel('Custom Prompt').inputValue()).toBe('Long.');
    expect(readPrompt(server().services)).toBe('Long.');

    // The form goes on from there.
    await card.getByLabel('Custom Prompt').fill('');
    await card.getByRole('button', { name: 'Save AI Settings' }).click();
    await eventually(() => readPrompt(server().services)).toBe(null);
  },
);

test('What is typed and ticked while the answer to a save is on its way is saved by the next one', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/settings');
  await hydrated(page);
  const { promise, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route(
    (url) => url.searchParams.has('_data'),
    async (route) => {
      if (route.request().method() !== 'GET') await promise;
      await route.continue();
    },
  );
  const ai = page.getByRole('region', { name: 'AI Configuration' });
  const prompt = ai.getByLabel('Custom Prompt');
  const saveAi = ai.getByRole('button', { name: 'Save AI Settings' });
  const todoist = page.getByRole('region', { name: 'Todoist Integration' });
  const schedule = todoist.getByLabel('Automatic import');
  const everyone = todoist.getByLabel('Other people’s tasks too');
  const saveSchedule = todoist.getByRole('button', { name: 'Save Schedule' });

  await prompt.fill('Short.');
  await saveAi.click();
  await schedule.selectOption('daily');
  await everyone.check();
  await saveSchedule.click();
  for (const save of [saveAi, saveSchedule]) await eventually(() => save.isEnabled()).toBe(false);
  await prompt.fill('Short and kind.');
  await schedule.selectOption('hourly');
  await everyone.uncheck();
  letGo(undefined);
  const { services } = server();
  for (const save of [saveAi, saveSchedule]) await eventually(() => save.isEnabled()).toBe(true);
  expect([readPrompt(services), readSchedule(services), readWhose(services)]).toEqual([
    'Short.',
    'daily',
    'everyone',
  ]);
  expect(await prompt.inputValue()).toBe('Short and kind.');
  await saveAi.click();
  await saveSchedule.click();
  await eventually(() => [
    readPrompt(services),
    readSchedule(services),
    readWhose(services),
  ]).toEqual(['Short and kind.', 'hourly', 'own']);
});

test('A refusal is gone after a save that the browser was too slow to show under way', async () => {
  const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
  // React draws in steps, each started by a message to itself: held, it draws nothing.
  await page.addInitScript(() => {
    let held: (() => void)[] | null = null;
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        const post = this.port2.postMessage.bind(this.port2);
        this.port2.postMessage = (message: unknown) => {
          const send = () => {
            post(message);
          };
          if (held === null) send();
          else held.push(send);
        };
      }
    };
    window.addEventListener('test:hold', () => {
      held = [];
    });
    window.addEventListener('test:go-on', () => {
      const waiting = held ?? [];
      held = null;
      for (const send of waiting) send();
    });
  });
  await page.goto('/settings');
  await hydrated(page);
  const card = page.getByRole('region', { name: 'AI Configuration' });
  const save = card.getByRole('button', { name: 'Save AI Settings' });
  await card.getByLabel('Custom Prompt').fill('Long.');
  const other = await visitSignedIn(server());
  await other.api('POST', '/api/ai/config', { aiInvoiceSummaryPrompt: 'Short.' });
  await save.click();
  const sentence = card.getByText('Saved by someone else: Short.');
  await shown(sentence);
  await takeProblem('status of 409');
  await eventually(() => save.isEnabled()).toBe(true);

  await page.evaluate(() => window.dispatchEvent(new Event('test:hold')));
  await save.click();
  await eventually(() => readPrompt(server().services)).toBe('Long.');
  await page.waitForLoadState('networkidle');
  expect(await sentence.isVisible()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('test:go-on')));
  await toastShown(page, 'AI prompt saved successfully');
  await gone(sentence);
});
