import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright';
import { hydrated, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, gone, shown, stopClock } from '#tests/support/browser/page.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const BOTH: Mode[] = ['desktop', 'no scripts'];
const server = useServer();
const browser = useBrowser();

/** Opens Work Logs with two logs of two clients. */
async function openLogs(page: Page): Promise<{ first: Locator; second: Locator }> {
  const workTypeId = addWorkType(server(), 'Support');
  for (const name of ['Acme', 'Bolt']) {
    addLog(server(), { clientId: addClient(server(), name), workTypeId });
  }
  await page.goto('/work-logs');
  const nameOf = (name: string) => page.getByRole('table').locator('.hint', { hasText: name });
  return { first: nameOf('Acme'), second: nameOf('Bolt') };
}

/** How long the pointer has to rest before the style sheet shows the tooltip, such as `0.7s`. */
function delayOf(hint: Locator): Promise<string> {
  return hint
    .locator('.hint-text')
    .evaluate((text) => getComputedStyle(text).transitionDelay.split(',')[0] ?? '');
}

describe('A tooltip', () => {
  test.for(BOTH)('shows when the pointer has rested for 700 ms, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    // Where it has rested long enough, a script has the next tooltip come at once.
    await stopClock(page);
    const { first } = await openLogs(page);
    const text = first.getByRole('tooltip', { includeHidden: true });
    await gone(text);
    await first.hover();
    expect(await delayOf(first)).toBe('0.7s');
    await shown(text);
    expect(await text.innerText()).toBe('Sample');
    await page.mouse.move(0, 0);
    await gone(text);
  });

  test.for(BOTH)('shows at once where the focus is, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    const { first } = await openLogs(page);
    await first.focus();
    expect(await delayOf(first)).toBe('0s');
    await shown(first.getByRole('tooltip'));
  });

  test('shows at once within 300 ms of another, and waits again after that', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await stopClock(page);
    const { first, second } = await openLogs(page);
    await hydrated(page);
    await first.hover();
    await page.clock.runFor(699);
    await second.hover();
    expect(await delayOf(second), 'the first was not seen yet').toBe('0.7s');
    await page.clock.runFor(700);
    await page.mouse.move(0, 0);
    await page.clock.runFor(299);
    await first.hover();
    expect(await delayOf(first)).toBe('0s');
    await page.clock.runFor(10_000);
    await second.hover();
    expect(await delayOf(second)).toBe('0s');
    await page.mouse.move(0, 0);
    await page.clock.runFor(300);
    await first.hover();
    expect(await delayOf(first)).toBe('0.7s');
  });
});

describe('A task that cannot be confirmed yet', () => {
  test.for(BOTH)('says in a tooltip of its button what is missing, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    addPendingLog(server(), { taskName: 'Router' });
    await page.goto('/pending-work-logs');
    const button = page.getByRole('button', { name: 'Confirm Router' });
    const tip = page.getByRole('tooltip').filter({ hasText: 'before confirming' });
    await button.hover();
    await shown(tip);
    expect(await tip.innerText()).toBe('Set client, work type, duration before confirming');
    // The tooltip does not cover another button.
    await page.getByRole('button', { name: 'Reject Router' }).hover();
    await gone(tip);
    await button.focus();
    const id = (await button.getAttribute('aria-describedby')) ?? '';
    await eventually(() => page.locator(`#${id}`).textContent()).toBe(
      'Set client, work type, duration before confirming',
    );
  });
});
