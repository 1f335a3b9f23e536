import { expect, test } from 'vitest';
import { toastOf, visibleText } from '../support/html.ts';
import { manyCompletions } from '../support/todoist.ts';
import { hurry, NOW, startImporting } from '../support/todoist-server.ts';

const FAILED = 'Error Failed to sync Todoist tasks. Please check your API configuration.';

/** Longer than Sync Now waits for an import before it shows how far it is. */
const LONG = 2_600;

/** What each page says from the press of Sync Now on, as a browser without scripts follows it. */
async function pressSyncNow(timeoutMs: number) {
  const account = manyCompletions({ count: 6, recurring: 2, months: 1, until: NOW });
  const started = await startImporting({ account });
  const { visitor, todoist } = started;
  hurry(started, timeoutMs);
  todoist.fail({ kind: 'silence', path: '/api/v1/activities' });
  const pages: string[] = [];
  let answer = await visitor.post('/settings/todoist/sync');
  while (answer.location !== '/settings') {
    if (answer.location) pages.push(answer.location);
    const next = answer.location ?? pages.at(-1) ?? '';
    await new Promise((resolve) => setTimeout(resolve, 200));
    answer = await visitor.get(next);
    if (answer.status === 200) pages.push(visibleText(answer.text));
    if (toastOf(answer.text)) break;
  }
  const settings = await visitor.get('/settings');
  return { pages, toast: toastOf(settings.text) };
}

test.for([300, LONG])(
  'Sync Now ends in Settings with its own sentence when Todoist takes %i ms to fail',
  async (timeoutMs) => {
    expect((await pressSyncNow(timeoutMs)).toast).toBe(FAILED);
  },
);

test('Sync Now shows how far a long import is', async () => {
  const account = manyCompletions({ count: 6, recurring: 2, months: 1, until: NOW });
  const started = await startImporting({ account });
  const { visitor, todoist } = started;
  hurry(started, 60_000);
  todoist.fail({ kind: 'silence', path: '/api/v1/activities' });
  const pressed = await visitor.post('/settings/todoist/sync');
  expect(pressed.location).toMatch(/^\/settings\/todoist\/sync\?import=\d+$/);
  const page = await visitor.get(pressed.location ?? '');
  expect(visibleText(page.text)).toMatch(/Importing from Todoist… \d+ read so far/);

  // Where nothing runs, there is nothing to show.
  for (const path of ['/settings/todoist/sync', '/settings/todoist/sync?import=999']) {
    expect((await visitor.get(path)).location).toBe('/settings');
  }
});
