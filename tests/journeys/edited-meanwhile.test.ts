import { expect, test } from 'vitest';
import { hasScripts, hydrated, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const browser = useBrowser();

const TYPED = 'Half an hour of typing';

test.for(MODES)(
  'What was typed into the form of a log that was deleted meanwhile stays, with %s',
  async (mode) => {
    const clientId = addClient(server(), 'Acme');
    const id = addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
    const { page, takeProblem } = await browser.openSignedIn(server(), mode);
    await page.goto(`/work-logs/${id}/edit`);
    if (hasScripts(mode)) await hydrated(page);
    const dialog = page.getByRole('dialog', { name: 'Edit Log' });
    await dialog.getByLabel('Description', { exact: true }).fill(TYPED);
    await dialog.getByLabel('Duration (hours)').fill('2.25');
    const other = await visitSignedIn(server());
    expect((await other.api('DELETE', `/api/work-logs/${id}`)).status).toBe(204);

    await dialog.getByRole('button', { name: 'Update' }).click();
    await toastShown(page, 'Failed to update work log');
    await shown(dialog.getByText('Not saved. What you typed is still here.'));
    expect(await dialog.getByLabel('Description', { exact: true }).inputValue()).toBe(TYPED);
    expect(await dialog.getByLabel('Duration (hours)').inputValue()).toBe('2.25');
    expect(await dialog.getByLabel('Client').inputValue()).toBe(String(clientId));
    await takeProblem('status of 404');
  },
);
