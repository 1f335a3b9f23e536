import { expect, test } from 'vitest';
import { useBrowser } from '#tests/support/browser/browser.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

test('Links to fields that are wrong are seen as several', async () => {
  const { page, takeProblem } = await browser.openSignedIn(server(), 'no scripts');
  await page.goto('/clients/new');
  await page.getByLabel('Standard Rate (£/hr)').fill('a lot');
  await page.getByRole('button', { name: 'Add Client' }).last().click();
  await takeProblem('400 (Bad Request)');
  const [name, rate] = [
    await page.getByRole('link', { name: 'name', exact: true }).boundingBox(),
    await page.getByRole('link', { name: 'standard rate' }).boundingBox(),
  ];
  expect(rate?.y).toBe(name?.y);
  expect((rate?.x ?? 0) - ((name?.x ?? 0) + (name?.width ?? 0))).toBeGreaterThan(8);
});
