import { expect, test } from 'vitest';
import { readSchedule, readWhose } from '#app/todoist/settings/todoist-settings.server.ts';
import { visibleText } from '#tests/support/html.ts';
import { plainFormsOf, pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

/** Settings as two people have it open. */
async function start() {
  const visitor = await visitSignedIn(server());
  const page = async (path = '/settings') => (await visitor.get(path)).text;
  const save = (html: string, typed: Record<string, string>) =>
    pressPlainly(visitor, html, 'Save Schedule', typed);
  return { page, save };
}

const stored = () => [readSchedule(server().services), readWhose(server().services)];

test('Two who change another part of the schedule keep both', async () => {
  const { page, save } = await start();
  const [one, two] = [await page(), await page()];
  await save(one, { everyone: 'on' });
  expect(stored()).toEqual(['off', 'everyone']);
  expect((await save(two, { schedule: 'hourly' })).status).toBe(303);
  expect(stored()).toEqual(['hourly', 'everyone']);
});

test('What both changed comes back with what was saved, and saving again decides', async () => {
  const { page, save } = await start();
  const [one, two] = [await page(), await page('/settings/todoist/schedule')];
  await save(one, { schedule: 'daily', everyone: 'on' });
  const refused = await save(two, { schedule: 'hourly' });
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Saved by someone else: Every day');
  expect(stored()).toEqual(['daily', 'everyone']);
  // The dialog shows what was typed, and what nobody typed as it was saved.
  const form = plainFormsOf(refused.text).find(({ buttons }) =>
    buttons.some(({ text }) => text === 'Save Schedule'),
  );
  expect(form?.fields).toContainEqual(['schedule', 'hourly']);
  expect(form?.fields).toContainEqual(['everyone', 'on']);
  expect((await save(refused.text, {})).status).toBe(303);
  expect(stored()).toEqual(['hourly', 'everyone']);
});
