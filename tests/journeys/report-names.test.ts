import { expect, test } from 'vitest';
import { useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

test('On a phone a name in the drawing of a report ends before its amount, and within its card', async () => {
  const workTypeId = addWorkType(server(), 'Support');
  for (const name of ['ACME INTERNATIONAL CONSULTING GROUP LTD', 'W'.repeat(60), '龍'.repeat(60)]) {
    addLog(server(), { clientId: addClient(server(), name), workTypeId, day: '2026-10-05' });
  }
  const { page } = await browser.openSignedIn(server(), 'phone');
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/reports?by=client&from=2026-10-01&to=2026-10-31');
  const drawing = page.getByRole('region', { name: 'Net, as a drawing' });
  await drawing.scrollIntoViewIfNeeded();
  const places = await drawing.evaluate((card) =>
    [...card.querySelectorAll('.chart-name')].map((name) => {
      const amount = name
        .closest('svg')
        ?.parentElement?.querySelector('.chart-text:not(.chart-name)');
      const box = amount?.getBoundingClientRect();
      const middle = box ? (box.top + box.bottom) / 2 : 0;
      const at = (x: number) => document.elementFromPoint(x, middle) === name;
      return {
        amount: amount?.textContent.trim(),
        isName: [at((box?.left ?? 0) - 40), at((box?.left ?? 0) - 2), at((box?.right ?? 0) + 2)],
      };
    }),
  );
  const ends = { amount: '£60.00', isName: [true, false, false] };
  expect(places).toEqual([ends, ends, ends]);
});
