import { describe, test } from 'vitest';
import { expectMode, modesOf, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const NOW = new Date('2026-11-26T14:05:00Z');

describe('Someone finds forgotten work from the Dashboard, leaves some of it, and reviews a task', () => {
  test.for(modesOf('desktop', 'phone', 'no scripts'))('with %s', async (mode) => {
    server().setClock(NOW);
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    addLog(server(), { clientId, workTypeId, day: '2026-08-03' });
    addLog(server(), { clientId, workTypeId, day: '2026-08-04' });
    const task = addPendingLog(server(), {
      clientId,
      workTypeId,
      duration: 30,
      completedAt: new Date('2026-11-02T10:00:00Z'),
    });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Forgotten work: 3' }).click();
    await arrivedAt(page, '/forgotten');
    await expectMode(visitor);
    await shown(page.getByRole('heading', { name: 'Forgotten work', exact: true }));
    const old = page.getByRole('region', { name: /^Old work/ });
    await shown(
      old.getByRole('paragraph').filter({ hasText: 'Harbour Dental, 3 Aug 2026: 1h 0m' }),
    );
    await shown(old.getByText('£120.00 net'));

    await page.getByRole('link', { name: 'Old work, not invoiced (2)' }).click();
    await eventually(() => page.url()).toContain('#old-log');
    await old.getByRole('button', { name: /^Leave it.*3 Aug/ }).click();
    await toastShown(page, 'Left as is');
    await eventually(() => old.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => old.getByRole('listitem').count()).toBe(2);

    await old.getByRole('button', { name: /^Leave it.*3 Aug/ }).click();
    await eventually(() => old.getByRole('listitem').count()).toBe(1);
    await page.getByText('Left as is (1)').click();
    await page.getByRole('button', { name: /^List again.*3 Aug/ }).click();
    await eventually(() => old.getByRole('listitem').count()).toBe(2);

    await page.getByRole('link', { name: /^Review/ }).click();
    await arrivedAt(page, `/pending-work-logs/${task}/edit`);
    await shown(page.getByRole('dialog'));
  });
});
