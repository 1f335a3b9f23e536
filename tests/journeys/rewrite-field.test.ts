import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { readAiKey, readPrompt } from '#app/ai/settings/ai-settings.server.ts';
import { workLogs } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  hydrated,
  BOTH,
  useBrowser,
} from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { OPENAI_KEY, useOpenAi } from '#tests/support/server/use-openai.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);
const browser = useBrowser();

const NOTE = '- fixed svr for Harbour Dental, 2 hrs, INC-4711';
const TIDIED = 'Fixed server for Harbour Dental, 2 hours, INC-4711.';
const INVENTED = 'Fixed server for Harbour Dental, 2 hours, INC-4712.';

async function configure(): Promise<void> {
  const visitor = await visitSignedIn(server());
  const saved = await visitor.api('POST', '/api/ai/config', { openaiApiKey: OPENAI_KEY });
  if (saved.status !== 200) throw new Error(saved.text);
}

/** The description field of a form, and the button below it. */
function descriptionOf(form: Locator | Page) {
  return {
    field: form.getByLabel('Description', { exact: true }),
    regenerate: form.getByRole('button', { name: 'Regenerate with AI' }),
    panel: form.getByRole('region', { name: 'Changes by AI' }),
  };
}

describe('The AI helper', () => {
  test.for(BOTH)('is configured in Settings, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/settings');
    await expectMode(visitor);
    const card = page.getByRole('region', { name: 'AI Configuration' });
    await shown(card.getByText('Not Configured', { exact: true }));
    await shown(card.getByText('OpenAI API key not configured'));
    await card.getByLabel('OpenAI API Key').fill('sk-of-somebody-else');
    await card.getByLabel('Custom Prompt').fill('Be brief.');
    await card.getByRole('button', { name: 'Save AI Settings' }).click();
    await toastShown(page, 'Failed to save AI settings');
    await visitor.takeProblem('status of 400');
    // Without scripts the form comes back on a page of its own.
    const form = hasScripts(mode) ? card : page.getByRole('dialog', { name: 'AI Configuration' });
    await shown(form.getByText('The AI service refused the API key.'));
    expect(await form.getByLabel('Custom Prompt').inputValue()).toBe('Be brief.');
    await form.getByLabel('OpenAI API Key').fill(OPENAI_KEY);
    await form.getByRole('button', { name: 'Save AI Settings' }).click();
    await toastShown(page, 'AI prompt saved successfully');
    await gone(card.getByText('The AI service refused the API key.'));
    await shown(card.getByText('Ready to generate invoice descriptions'));
    await shown(card.getByText('Active', { exact: true }));
    const { services } = server();
    expect([readAiKey(services), readPrompt(services)]).toEqual([OPENAI_KEY, 'Be brief.']);
    // The key has left its field, also when it replaces another.
    for (let saved = 0; saved < 2; saved += 1) {
      await eventually(() => card.getByLabel('OpenAI API Key').inputValue()).toBe('•'.repeat(16));
      await card.getByLabel('OpenAI API Key').fill(OPENAI_KEY);
      await card.getByRole('button', { name: 'Save AI Settings' }).click();
      await toastShown(page, 'AI prompt saved successfully');
    }
    await eventually(() => card.getByLabel('OpenAI API Key').inputValue()).toBe('•'.repeat(16));
    await eventually(() => card.getByLabel('OpenAI API Key').inputValue()).toMatch(/^•+$/);

    // Saves only the prompt, and leaves the key as it is.
    await card.getByLabel('Custom Prompt').fill('');
    await card.getByRole('button', { name: 'Save AI Settings' }).click();
    await eventually(() => readPrompt(services)).toBe(null);
    expect(readAiKey(services)).toBe(OPENAI_KEY);

    await card.getByRole('link', { name: 'Remove Key' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the OpenAI API key?' });
    await question.getByRole('button', { name: 'Remove Key' }).click();
    await toastShown(page, 'OpenAI API key removed');
    await gone(question);
    await shown(card.getByText('Not Configured', { exact: true }));
  });

  test.for(BOTH)(
    'rewrites descriptions that are logged, edited and reviewed, with %s',
    async (mode) => {
      await configure();
      const clientId = addClient(server(), 'Harbour Dental');
      const workTypeId = addWorkType(server(), 'Support');
      const logId = addLog(server(), { clientId, workTypeId });
      const pendingId = addPendingLog(server());
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;

      await page.goto('/dashboard');
      await expectMode(visitor);
      const quick = page.locator('#quick-entry');
      await quick.getByLabel('Client').selectOption('Harbour Dental');
      await quick.getByLabel('Work Type').selectOption({ index: 1 });
      await quick.getByLabel('Hours', { exact: true }).fill('2');
      const entry = descriptionOf(quick);
      await entry.regenerate.click();
      await toastShown(page, 'Please add some description text first before regenerating');
      await visitor.takeProblem('status of 400');
      await entry.field.fill(NOTE);
      await entry.regenerate.click();
      await toastShown(page, 'Description regenerated successfully');
      await eventually(() => entry.field.inputValue()).toBe(TIDIED);
      await shown(entry.panel.getByText('What changed'));
      expect(await quick.getByLabel('Hours', { exact: true }).inputValue()).toBe('2');
      await entry.panel.getByRole('button', { name: 'Undo' }).click();
      await eventually(() => entry.field.inputValue()).toBe(NOTE);
      await gone(entry.panel);
      await entry.regenerate.click();
      await eventually(() => entry.field.inputValue()).toBe(TIDIED);
      await quick.getByRole('button', { name: 'Log Work' }).click();
      await toastShown(page, 'Work logged successfully');
      expect(descriptions()).toContain(TIDIED);

      for (const [path, save] of [
        ['/work-logs/new', 'Save'],
        [`/work-logs/${logId}/edit`, 'Update'],
        [`/pending-work-logs/${pendingId}/edit`, 'Update'],
      ] as const) {
        await page.goto(path);
        if (hasScripts(mode)) await hydrated(page);
        const dialog = page.getByRole('dialog');
        const { field, regenerate, panel } = descriptionOf(dialog);
        if (path.endsWith('new')) {
          await dialog.getByLabel('Client').selectOption('Harbour Dental');
          await dialog.getByLabel('Work Type').selectOption({ index: 1 });
          await dialog.getByLabel('Duration (hours)').fill('1.5');
        }
        await field.fill(NOTE);
        openAi().fail({ kind: 'invents', times: 1 });
        await regenerate.click();
        await shown(panel.getByText('Missing from the new text: INC-4711.'));
        expect(await field.inputValue()).toBe(NOTE);
        await panel.getByRole('button', { name: 'Use this text' }).click();
        await eventually(() => field.inputValue()).toBe(INVENTED);
        await panel.getByRole('button', { name: 'Undo' }).click();
        await eventually(() => field.inputValue()).toBe(NOTE);
        await regenerate.click();
        await eventually(() => field.inputValue()).toBe(TIDIED);
        await dialog.getByRole('button', { name: save, exact: true }).click();
        await gone(dialog);
      }
      expect(descriptions()).toEqual([TIDIED, TIDIED, TIDIED]);
      expect(pendingRow(server(), pendingId).description).toBe(TIDIED);
    },
  );

  test('keeps what somebody types meanwhile, and then only offers its text', async () => {
    await configure();
    addClient(server(), 'Harbour Dental');
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/dashboard');
    await hydrated(page);
    const { field, regenerate, panel } = descriptionOf(page.locator('#quick-entry'));
    await field.fill(NOTE);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/descriptions/rewrite**', async (route) => {
      await held;
      await route.continue();
    });
    await regenerate.click();
    await shown(page.getByRole('button', { name: 'Regenerating…' }));
    await field.pressSequentially(' and more');
    answer();
    await shown(panel.getByText('You changed your text'));
    expect(await field.inputValue()).toBe(`${NOTE} and more`);
    await panel.getByRole('button', { name: 'Use this text' }).click();
    expect(await field.inputValue()).toBe(TIDIED);
    await panel.getByRole('button', { name: 'Undo' }).click();
    expect(await field.inputValue()).toBe(`${NOTE} and more`);
  });

  test('says why it failed, and leaves the text alone', async () => {
    await configure();
    addClient(server(), 'Harbour Dental');
    const { page, takeProblem } = await browser.openSignedIn(server(), 'phone');
    await page.goto('/dashboard');
    await hydrated(page);
    const quick = page.locator('#quick-entry');
    const { field, regenerate } = descriptionOf(quick);
    await field.fill(NOTE);
    openAi().fail({ kind: 'no-credit' });
    await regenerate.click();
    await shown(quick.getByText('Your account with the AI service has no credit left.'));
    await takeProblem('status of 502');
    expect(await field.inputValue()).toBe(NOTE);
  });
});

function descriptions(): string[] {
  return server()
    .services.db.select()
    .from(workLogs)
    .all()
    .map(({ description }) => description)
    .filter((description) => description !== 'Sample');
}
