import { expect, test } from 'vitest';
import { toastOf, visibleText } from '../../support/html.ts';
import { manyCompletions } from '../../support/server/todoist.ts';
import { hurry, NOW, startImporting } from '../../support/server/todoist-server.ts';

const FAILED = 'Error Failed to sync Todoist tasks. Please check your API configuration.';
const DONE = 'Todoist tasks synced successfully';

/** In milliseconds: longer than Sync Now waits for an import before it shows the progress. */
const LONG = 2_600;

/** A server whose Todoist never sends its log, which is given up after so many milliseconds. */
async function startSilent(timeoutMs: number) {
  const account = manyCompletions({ count: 6, recurring: 2, months: 1, until: NOW });
  const started = await startImporting({ account });
  hurry(started, timeoutMs);
  started.todoist.fail({ kind: 'silence', path: '/api/v1/activities' });
  return started;
}

/** Presses Sync Now and waits as a browser without scripts does; gives the last address and toast. */
async function syncNow({ visitor }: Awaited<ReturnType<typeof startSilent>>) {
  const pressed = await visitor.post('/settings/todoist/sync');
  let end = pressed.location ?? '';
  while (end.includes('import=')) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    end = (await visitor.get(end)).location ?? end;
  }
  return { end, toast: toastOf((await visitor.get(end)).text) };
}

test.for([300, LONG])(
  'Sync Now ends in Settings with its own sentence when Todoist takes %i ms to fail',
  async (timeoutMs) => {
    const started = await startSilent(timeoutMs);
    expect(await syncNow(started)).toEqual({ end: '/settings', toast: FAILED });
    started.todoist.heal();
    hurry(started);
    expect(await syncNow(started)).toEqual({ end: '/settings', toast: DONE });
  },
);

test('Sync Now shows how far a long import is', async () => {
  const { visitor } = await startSilent(60_000);
  const pressed = await visitor.post('/settings/todoist/sync');
  expect(pressed.location).toMatch(/^\/settings\/todoist\/sync\?import=\d+$/);
  const page = await visitor.get(pressed.location ?? '');
  expect(visibleText(page.text)).toMatch(/Importing from Todoist… \d+ read so far/);

  // Without a running import, there is nothing to show.
  for (const path of ['/settings/todoist/sync', '/settings/todoist/sync?import=999']) {
    expect((await visitor.get(path)).location).toBe('/settings');
  }
});

test('Where nothing was found, Todoist Import says which days were read', async () => {
  const account = manyCompletions({ count: 0, recurring: 0, months: 1, until: NOW });
  const { visitor } = await startImporting({ account });
  expect((await visitor.post('/settings/todoist/sync')).location).toBe('/settings');
  expect(visibleText((await visitor.get('/pending-work-logs')).text)).toMatch(
    /No completed tasks found in this date range\. It was \d+ \w{3} \d{4} to \d+ \w{3} \d{4}\./,
  );
});
