import { describe, expect, test } from 'vitest';
import type { TodoistAccount } from '#sandbox/todoist.ts';
import {
  expectMode,
  hasScripts,
  BOTH,
  useBrowser,
  type Mode,
  modesOf,
} from '#tests/support/browser/browser.ts';
import { arrivedAt, eventually, goTo, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useTodoist } from '#tests/support/server/use-todoist.ts';

/** Eight tasks, completed one an hour. */
function account(): TodoistAccount {
  const tasks = Array.from({ length: 8 }, (_, index) => ({
    id: `known${index + 1}`,
    projectId: 'harbour',
    content: `Known task ${index + 1}`,
    description: '',
    labels: [],
    duration: null,
    repeats: null,
  }));
  return {
    projects: [{ id: 'harbour', name: 'harbour dental', isArchived: false }],
    tasks,
    completions: tasks.map(({ id }, index) => ({
      taskId: id,
      at: new Date(Date.now() - (index + 1) * 3_600_000),
    })),
  };
}

const todoist = useTodoist(account);
const server = useServer(() => ({ TODOIST_API_URL: todoist().url }));
const browser = useBrowser();

describe('The connection to Todoist', () => {
  test.for(BOTH)(
    'a token that Todoist refuses is not saved, and says so, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const { page, takeProblem } = visitor;
      await page.goto('/settings');
      await expectMode(visitor);
      await page.getByLabel('API Token').fill('a-wrong-token');
      await page.locator('#todoist').getByRole('button', { name: 'Save', exact: true }).click();
      await shown(page.getByText(/Todoist did not accept this token, so it was not saved/));
      await toastShown(page, 'Failed to save Todoist settings');
      await takeProblem('status of 400');
      // With scripts the screen stays; without them the form has a page of its own.
      await arrivedAt(page, hasScripts(mode) ? '/settings' : '/settings/todoist/token');
      if (hasScripts(mode))
        expect(await page.getByLabel('API Token').inputValue()).toBe('a-wrong-token');
      expect(await page.content()).not.toContain('value="a-wrong-token"');
    },
  );

  test.for<Mode>(['desktop'])('a saved token leaves its field, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/settings');
    await expectMode(visitor);
    const field = page.getByLabel('API Token');
    const save = page.locator('#todoist').getByRole('button', { name: 'Save', exact: true });
    await field.fill('a-wrong-token');
    await save.click();
    await shown(page.getByText(/Todoist did not accept this token/));
    await visitor.takeProblem('status of 400');
    expect(await field.inputValue()).toBe('a-wrong-token');
    // Saves a first token, then the same again in its place.
    for (let saved = 0; saved < 2; saved += 1) {
      await field.fill(todoist().token);
      await save.click();
      await toastShown(page, 'Todoist settings saved');
      await eventually(() => field.inputValue()).toBe('•'.repeat(16));
    }
  });

  test.for(modesOf('desktop', 'no scripts', 'scripts blocked mid-load'))(
    'a slow Sync Now reports its failure where it was pressed, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      await page.goto('/settings/todoist/token');
      await expectMode(visitor);
      const dialog = page.getByRole('dialog', { name: 'Todoist API token' });
      await dialog.getByLabel('API Token').fill(todoist().token);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await toastShown(page, 'Todoist settings saved');
      todoist().fail({ kind: 'silence', path: '/api/v1/activities' });
      if (hasScripts(mode)) await page.getByLabel('Custom Prompt').fill('Half a prompt');
      await page.getByRole('button', { name: 'Sync Now' }).click();
      await shown(page.getByRole('dialog', { name: 'Sync Now' }).getByText('8 read so far'));
      await todoist().close();
      await toastShown(page, 'Failed to sync Todoist tasks. Please check your API configuration.');
      await arrivedAt(page, '/settings');
      if (hasScripts(mode)) {
        expect(await page.getByLabel('Custom Prompt').inputValue()).toBe('Half a prompt');
      }
    },
  );

  test.for(BOTH)(
    'a long import shows how far it is, and goes on without its page, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      await page.goto('/settings/todoist/token');
      await expectMode(visitor);
      const dialog = page.getByRole('dialog', { name: 'Todoist API token' });
      await dialog.getByLabel('API Token').fill(todoist().token);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await toastShown(page, 'Todoist settings saved');
      todoist().fail({ kind: 'silence', path: '/api/v1/activities' });
      await goTo(page, 'Todoist Import');
      await page.getByRole('button', { name: 'Sync with Todoist' }).click();
      await shown(page.getByText('Importing from Todoist…'));
      await shown(page.getByText('8 read so far: 8 new, 0 known'));
      await shown(page.getByRole('row').filter({ hasText: 'Known task 1' }));
      // The tasks that were read so far can be worked with.
      await page.goto('/work-logs');
      await page.goto('/pending-work-logs');
      await shown(page.getByText('8 read so far: 8 new, 0 known'));
    },
  );
});
