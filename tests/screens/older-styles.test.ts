import { expect, test } from 'vitest';
import { useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** A browser that gets the styles for older ones, and runs no scripts. */
async function openOlder() {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/87.0.4280.144';
  const { page } = await browser.openSignedIn(server(), 'no scripts', {
    userAgent,
    bypassCSP: true,
  });
  await page.goto('/work-logs');
  expect(await page.locator('link[rel=stylesheet]').getAttribute('href')).toContain('.older.css');
  return page;
}

function addLongLog(): void {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const description = 'Moved the loans desk and both reading rooms to the new network. '.repeat(20);
  addLog(server(), { clientId, workTypeId, description });
}

test.each(['/work-logs', '/week', '/dashboard', '/clients/1', '/reports', '/forgotten'])(
  'With the styles for older browsers a long description leaves %s as wide as a phone',
  async (path) => {
    addLongLog();
    const page = await openOlder();
    await page.setViewportSize({ width: 390, height: 3_000 });
    await page.goto(path);
    // No older browser knows containers.
    const width = await page.locator('html').evaluate((html) => {
      html.insertAdjacentHTML(
        'beforeend',
        '<style>* { container-type: normal !important }</style>',
      );
      return html.scrollWidth;
    });
    expect(width).toBeLessThanOrEqual(390);
  },
);

test('With the styles for older browsers a dialog is a page of its own', async () => {
  addLongLog();
  const page = await openOlder();
  await page.goto('/work-logs/1/edit');
  expect(await page.getByRole('heading', { name: 'Edit Log' }).isVisible()).toBe(true);
  expect(await page.locator('h1', { hasText: 'Work Logs' }).isVisible()).toBe(false);
});

test('With the styles for older browsers a toast on a phone has the timer below it, not over it', async () => {
  addLongLog();
  const page = await openOlder();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/work-logs/1/delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const boxOf = (selector: string) => page.locator(selector).boundingBox();
  const [toast, header, timer] = [
    await boxOf('[data-testid=toast]'),
    await boxOf('.frame-header'),
    await boxOf('.frame-timer'),
  ];
  expect(timer?.y).toBeGreaterThanOrEqual((toast?.y ?? 0) + (toast?.height ?? 0));
  expect(timer?.y).toBeCloseTo(header?.y ?? 0, 0);
});
