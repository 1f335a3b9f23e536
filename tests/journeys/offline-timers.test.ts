import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { timers } from '#db/schema.ts';
import { hydrated } from '#tests/support/browser/browser.ts';
import { keptOnDevice, sentEarlier, useOffliner } from '#tests/support/browser/offline.ts';
import { shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const startOffliner = useOffliner();

/** Sends the form of the timer in the frame as it stands, and leaves the page as it is. */
async function press(page: Page, path: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Timer' }).locator('form');
  const status = await form.evaluate(async (shownForm: HTMLFormElement, to) => {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(shownForm)) {
      if (typeof value === 'string') body.append(name, value);
    }
    return (await fetch(to, { method: 'POST', body })).status;
  }, path);
  expect(status).toBe(204);
}

test('timers that are started and stopped on one page, which Back shows as it was, are each its own time', async () => {
  const { own, line } = await startOffliner(server());
  const { page } = own;
  await page.goto(`${line.url}/dashboard`);
  await hydrated(page);
  await keptOnDevice(page, ['/dashboard', '/timer', '/waiting']);
  await own.context.setOffline(true);
  for (const minutes of [30, 90]) {
    await press(page, '/timer/start');
    await shown(page.getByRole('button', { name: 'Stop timer' }));
    await sentEarlier(page, minutes * 60_000);
    await press(page, '/timer/stop');
    await shown(page.getByRole('button', { name: 'Start timer' }));
    await sentEarlier(page, 60_000);
  }
  await own.context.setOffline(false);
  await shown(page.getByRole('link', { name: '2 times to log' }));
  expect(await page.locator('#waiting-count').textContent()).toBe('');
  const kept = server().services.db.select().from(timers).all();
  const times = kept.map(({ startedAt, stoppedAt }) => Number(stoppedAt) - Number(startedAt));
  expect(times.map((time) => Math.round(time / 60_000))).toEqual([30, 90]);
});
