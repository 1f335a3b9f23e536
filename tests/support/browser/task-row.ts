import type { Page } from 'playwright';

/** Presses a button of a task's row. On a phone all but Confirm comes when something in the row has the focus. */
export async function pressInRow(
  page: Page,
  action: 'Archive' | 'Reject',
  task: string,
): Promise<void> {
  await page.getByLabel(`Select ${task}`).focus();
  await page.getByRole('button', { name: `${action} ${task}` }).click();
}
