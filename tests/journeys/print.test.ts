import { describe, expect, test } from 'vitest';
import {
  expectMode,
  hasScripts,
  hasStyles,
  hydrated,
  BOTH,
  useBrowser,
} from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, shown } from '#tests/support/browser/page.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { readZip } from '#tests/support/data/read-zip.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { readFile } from 'node:fs/promises';

const server = useServer();
const browser = useBrowser();

describe("Someone prints a client's month, and takes it along as a file", () => {
  test.for(BOTH)('with %s', async (mode) => {
    const clientId = addClient(server(), 'Thorn');
    const workTypeId = addWorkType(server(), 'Support');
    for (let count = 0; count < 60; count += 1) {
      addLog(server(), { clientId, workTypeId, day: '2026-10-05' });
    }
    addLog(server(), { clientId: addClient(server(), 'Other'), workTypeId, day: '2026-10-05' });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto(`/work-logs?clientId=${clientId}`);
    await expectMode(visitor);

    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^work-logs-\d{4}-\d\d-\d\d\.csv$/);
    const rows = readCsv(await readFile(await file.path(), 'utf8'));
    expect(rows).toHaveLength(60);
    expect(new Set(rows.map(({ client }) => client))).toEqual(new Set(['Thorn']));

    await page.getByRole('link', { name: 'Print', exact: true }).click();
    await arrivedAt(page, `/work-logs/print?clientId=${clientId}`);
    await shown(page.getByText('Client: Thorn'));
    expect(await page.getByRole('cell', { name: 'Thorn' }).count()).toBe(60);
    const button = page.getByRole('button', { name: 'Print' });
    if (hasScripts(mode)) {
      await hydrated(page);
      // Nothing opens the browser's dialog but a press; the rows are still there after it.
      await page.evaluate(() => {
        document.documentElement.dataset.printed = '0';
        window.print = () => {
          const { dataset } = document.documentElement;
          dataset.printed = String(Number(dataset.printed) + 1);
        };
      });
      const printed = () => page.evaluate(() => document.documentElement.dataset.printed);
      expect(await printed()).toBe('0');
      await button.click();
      expect(await printed()).toBe('1');
      expect(await page.getByRole('cell', { name: 'Thorn' }).count()).toBe(60);
    } else expect(await button.count()).toBe(0);

    // On paper the frame and the buttons are gone, and each page begins with the names of the columns.
    await page.emulateMedia({ media: 'print' });
    const isOnPaper = !hasStyles(mode);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(isOnPaper);
    expect(await page.getByRole('link', { name: 'Back to Work Logs' }).isVisible()).toBe(isOnPaper);
    const head = page.locator('.printed-table thead');
    expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe(
      'table-header-group',
    );
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Back to Work Logs' }).click();
    await arrivedAt(page, `/work-logs?clientId=${clientId}`);
    await expectMode(visitor);
  });
});

test('Someone takes everything along from Data', async () => {
  addClient(server(), 'Thorn');
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/settings/data');
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download everything' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^tallyhour-\d{4}-\d\d-\d\d\.zip$/);
  const files = await readZip(await readFile(await file.path()));
  expect(readCsv(files.get('csv/clients.csv')?.toString('utf8') ?? '')).toMatchObject([
    { name: 'Thorn' },
  ]);
});
