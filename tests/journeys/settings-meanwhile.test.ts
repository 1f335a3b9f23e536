import { expect, test } from 'vitest';
import { readPrompt } from '#app/ai/settings/ai-settings.server.ts';
import { expectMode, hasScripts, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const browser = useBrowser();

test.for(MODES)(
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
    const sentence = form.getByText('Saved meanwhile by another window: Short.');
    await shown(sentence);
    expect(await form.getByLabel('Custom Prompt').inputValue()).toBe('Long.');
    expect(readPrompt(server().services)).toBe('Short.');

    await form.getByRole('button', { name: 'Save AI Settings' }).click();
    await toastShown(page, 'AI prompt saved successfully');
    await gone(card.getByText('Saved meanwhile by another window: Short.'));
    expect(await card.getByLabel('Custom Prompt').inputValue()).toBe('Long.');
    expect(readPrompt(server().services)).toBe('Long.');

    // The form goes on from there.
    await card.getByLabel('Custom Prompt').fill('');
    await card.getByRole('button', { name: 'Save AI Settings' }).click();
    await eventually(() => readPrompt(server().services)).toBe(null);
  },
);
