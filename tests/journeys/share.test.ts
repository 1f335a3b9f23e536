import { expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { toastShown } from '#tests/support/browser/page.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

test.for(MODES)(
  'What a phone shares is the text of the line, and logged by a press, with %s',
  async (mode) => {
    server().setClock(new Date('2026-11-20T12:00:00Z'));
    addClient(server(), 'Thorn Ltd');
    addWorkType(server(), 'Remote Support');
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto(
      '/work-logs/line?title=&text=1h+thorn+remote+printer+jam&url=https%3A%2F%2Fexample.com%2Fa',
    );
    const field = page.getByRole('dialog').getByLabel('Log in one line');
    expect(await field.inputValue()).toBe('1h thorn remote printer jam https://example.com/a');
    const stored = () => server().services.db.select().from(workLogs).all();
    expect(stored()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Log', exact: true }).click();
    await toastShown(
      page,
      "Thorn Ltd, Remote Support, 20 Nov 2026: 1h 0m · £60.00 at £60.00, Thorn Ltd's standard rate",
    );
    expect(stored()).toMatchObject([
      { duration: 60, description: 'printer jam https://example.com/a' },
    ]);
  },
);
