import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { workLogs, workTypes } from '#db/schema.ts';
import { hasScripts, hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { useFirefox } from '#tests/support/browser/firefox.ts';
import { eventually, shown } from '#tests/support/browser/page.ts';
import { addClient, addTwoInvoices, addWorkType } from '#tests/support/data/entries.ts';
import { openInvoice } from '#tests/support/preview-head.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';

/** What a browser cannot read in a field of numbers or days, it sends as if nothing were there. */

const xero = useXero(() => [HARBOUR]);
const server = useServer(() => xero().environment);
const browser = useBrowser();

const modes = ['desktop', 'no scripts'] as const;

test.for(modes)('Half a date is refused, and nothing is logged today, with %s', async (mode) => {
  const clientId = addClient(server(), 'Acme');
  const workTypeId = addWorkType(server(), 'Support');
  const { page, takeProblem } = await browser.openSignedIn(server(), mode);
  await page.goto('/work-logs/new');
  if (hasScripts(mode)) await hydrated(page);
  const form = page.getByRole('dialog');
  await form.getByLabel('Client').selectOption(`${clientId}`);
  await form.getByLabel('Work Type').selectOption(`${workTypeId}`);
  await form.getByLabel('Duration').fill('1h');
  const date = form.getByLabel('Date');
  await date.fill('');
  await date.focus();
  await page.keyboard.type('12');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await shown(form.getByText('Enter a real date as YYYY-MM-DD.').first());
  await takeProblem('status of 400');
  expect(server().services.db.select().from(workLogs).all()).toEqual([]);
});

test('Half a date is refused by Edit Log without scripts, too, and the log stays as it was', async () => {
  addTwoInvoices(server());
  const logs = () => server().services.db.select().from(workLogs).all();
  const [log, ...others] = logs();
  const { page, takeProblem } = await browser.openSignedIn(server(), 'no scripts');
  await page.goto(`/work-logs/${log?.id}/edit`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Date').fill('');
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await shown(form.getByText('Enter a real date as YYYY-MM-DD.').first());
  await takeProblem('status of 400');
  expect(logs()).toEqual([log, ...others]);
});

test.for([
  ['Invoice date', 'desktop'],
  ['Invoice date', 'no scripts'],
  // Without scripts, a due date that comes back empty is the one by the terms again.
  ['Due date', 'desktop'],
] as const)('Half of %s is refused, and no invoice is made, with %s', async ([label, mode]) => {
  await connecting(server, xero).connect(await visitSignedIn(server()), [HARBOUR_ID]);
  addTwoInvoices(server());
  const { page, takeProblem } = await browser.openSignedIn(server(), mode);
  await page.goto('/work-logs/create-invoices');
  if (hasScripts(mode)) await hydrated(page);
  const card = page.getByRole('rowgroup', { name: 'Harbour Dental, September 2026' });
  await openInvoice(page, 'Harbour Dental, September 2026');
  const day = card.getByLabel(label);
  await day.fill('');
  await day.focus();
  await page.keyboard.type('12');
  await page.getByRole('button', { name: /^Create 2 invoices/ }).click();
  await shown(card.getByText('Enter a real date as YYYY-MM-DD.').first());
  await takeProblem('status of 400');
  expect(xero().state().invoices).toEqual([]);
});

test.for(modes)(
  'A rate that is no number is refused, and is not the usual rate, with %s',
  async (mode) => {
    const { page, takeProblem } = await browser.openSignedIn(server(), mode);
    await page.goto('/settings/work-types/new');
    if (hasScripts(mode)) await hydrated(page);
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Consulting');
    await typeOver(page, form.getByLabel('Hourly Rate'), '6e');
    await form.getByRole('button', { name: 'Add Type' }).click();
    await shown(form.getByText('Enter an amount from 0 to £1,000,000.00').first());
    await takeProblem('status of 400');
    expect(server().services.db.select().from(workTypes).all()).toEqual([]);
  },
);

/** Presses the keys of a text over what is in a field, as `fill` does not where a browser refuses the text. */
async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.focus();
  await page.keyboard.type(text);
}

describe.skipIf(findFirefox() === null)('In Firefox', () => {
  const firefox = useFirefox();

  /** Types into fields of the dialog, by their names, and sends its form. */
  const typed = (fields: [name: string, text: string][]) => `(() => {
    for (const [name, text] of ${JSON.stringify(fields)}) {
      const field = document.querySelector('dialog [name="' + name + '"]');
      field.focus();
      field.select();
      document.execCommand('insertText', false, text);
    }
    document.querySelector('dialog form').requestSubmit();
    return 'sent';
  })()`;

  test('a rate with a comma is refused in words, and is not the usual rate', async () => {
    const { setCookie, open, run } = firefox();
    const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
    await setCookie(server().url, name, value);
    await open(`${server().url}/settings/work-types/new`);
    await eventually(() =>
      run(`String(Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))`),
    ).toBe('true');
    await run(
      typed([
        ['name', 'Consulting'],
        ['hourlyRate', '1,250.00'],
      ]),
    );
    await eventually(() => run('document.querySelector("dialog")?.innerText ?? ""')).toContain(
      'Enter an amount from 0 to £1,000,000.00',
    );
    expect(server().services.db.select().from(workTypes).all()).toEqual([]);
  });

  test('without scripts, a rate that is no number is refused, and is not the usual rate', async () => {
    const { setCookie, open, run } = firefox();
    const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
    await setCookie(server().url, name, value);
    await setCookie(server().url, 'lite', 'on');
    await open(`${server().url}/settings/work-types/new`);
    await run(
      typed([
        ['name', 'Consulting'],
        ['hourlyRate', '6o'],
      ]),
    );
    await eventually(() =>
      run('document.querySelector("dialog")?.innerText ?? ""').catch(() => ''),
    ).toContain('Enter an amount from 0 to £1,000,000.00');
    expect(server().services.db.select().from(workTypes).all()).toEqual([]);
  });
});
