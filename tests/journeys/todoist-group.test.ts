import { describe, expect, test } from 'vitest';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import {
  BOTH,
  hasStyles,
  hydrated,
  modesOf,
  useBrowser,
  type Mode,
} from '#tests/support/browser/browser.ts';
import { eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** The screen with a task that was completed twice, ready to be confirmed. */
async function openTwice(mode: Mode) {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const ids = [26, 27].map((day) =>
    addPendingLog(server(), {
      taskName: 'Check backups',
      projectName: 'Harbour',
      completedAt: new Date(Date.UTC(2026, 2, day)),
      clientId,
      workTypeId,
      duration: 30,
    }),
  );
  const { page } = await browser.openSignedIn(server(), mode);
  await page.goto('/pending-work-logs');
  const durations = () => ids.map((id) => pendingRow(server(), id).duration);
  return { page, durations };
}

describe('A task that was completed twice', () => {
  test.for(modesOf('desktop', 'phone', 'no scripts'))(
    'is edited as one by its Edit, with %s',
    async (mode) => {
      const { page, durations } = await openTwice(mode);
      await page.getByRole('link', { name: 'Edit all 2 of Check backups' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit 2 Pending Logs' });
      await dialog.getByLabel('Duration (hours)').fill('1.25');
      await dialog.getByRole('button', { name: 'Update all 2' }).click();
      await toastShown(page, '2 pending work logs changed');
      expect(durations()).toEqual([75, 75]);
    },
  );

  test.for(modesOf('phone', 'no scripts').filter(hasStyles))(
    'says on a phone where, when, in what state, and what each button does, with %s',
    async (mode) => {
      const { page } = await openTwice(mode);
      await page.setViewportSize({ width: 390, height: 844 });
      const row = page.getByRole('row').filter({ hasText: 'Check backups' }).first();
      for (const text of ['Harbour', /27 Mar 2026/, 'Pending Review']) {
        await shown(row.getByText(text, { exact: true }));
      }
      // What is done less often comes when something in the row has the focus.
      await row.getByLabel('Select all 2 of Check backups').focus();
      for (const word of ['Confirm all 2', 'Archive', 'Reject']) {
        const button = row.locator('.icon-button').filter({ hasText: word });
        await shown(button);
        expect(await button.evaluate((one) => getComputedStyle(one).fontSize), word).toBe('12px');
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        390,
      );
      const name = await row.getByText('Check backups', { exact: true }).boundingBox();
      if (!name) throw new Error('The name cannot be seen');
      await page.mouse.click(name.x + name.width / 2, name.y + name.height / 2);
      await shown(page.getByRole('dialog', { name: 'Edit 2 Pending Logs' }));
    },
  );
});

// A phone has no pointer that could rest.
test.for(BOTH.filter((mode) => mode !== 'phone' && hasStyles(mode)))(
  'A button that is a picture says what it does under the pointer, with %s',
  async (mode) => {
    const { page } = await openTwice(mode);
    for (const action of ['Confirm', 'Edit', 'Archive', 'Reject']) {
      const button = page.locator(`[aria-label="${action} all 2 of Check backups"]`);
      await button.hover();
      const hint = () =>
        button.evaluate((one) => {
          const { content, visibility } = getComputedStyle(one, '::after');
          return visibility === 'visible' ? content : '';
        });
      await eventually(hint).toContain(`${action} all 2 of Check backups`);
    }
  },
);

test('The durations to choose from end in Other, for hours of one’s own', async () => {
  const { page, durations } = await openTwice('desktop');
  await hydrated(page);
  const field = page.getByLabel('Duration of all 2 of Check backups');
  await field.click();
  const choices = page.getByRole('listbox').getByRole('option');
  await shown(choices.last());
  expect(await choices.allInnerTexts()).toEqual([
    ...['0h 15m', '0h 30m', '1h 0m', '1h 30m', '2h 0m', '3h 0m'],
    ...['4h 0m', '5h 0m', '6h 0m', '7h 0m', '8h 0m', 'Other'],
  ]);
  await choices.last().click();
  await shown(page.getByText('Type the hours, such as 1.25 or 50m'));
  expect(durations()).toEqual([30, 30]);
  await page.keyboard.type('2.25');
  await page.keyboard.press('Enter');
  await toastShown(page, '2 pending work logs changed');
  expect(durations()).toEqual([135, 135]);
});
