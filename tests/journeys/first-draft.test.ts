import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { expectMode, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, eventually, gone, shown } from '#tests/support/browser/page.ts';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';

const xero = useXero(() => [HARBOUR]);
const server = useServer(() => xero().environment);
const browser = useBrowser();

test.for(MODES)(
  'From the first sign-in to the first draft in Xero it takes eight presses beside typing, with %s',
  async (mode) => {
    const visitor = await browser.open(mode);
    const { page } = visitor;
    let presses = 0;
    const press = async (control: Locator) => {
      presses += 1;
      await control.click();
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name });

    await page.goto(await printLoginLink(server()));
    await press(button('Sign in'));
    await arrivedAt(page, '/');
    await expectMode(visitor);
    const steps = page.getByRole('region', { name: 'Three things to start' });
    await steps.getByLabel('Client’s name').fill('Acme Dental');
    await press(steps.getByRole('button', { name: 'Add client' }));
    await shown(steps.getByText('✓ A client'));
    await steps.getByLabel('What you do').fill('Support');
    await press(steps.getByRole('button', { name: 'Add work type' }));
    await shown(steps.getByText('✓ A work type'));
    await steps.getByLabel('Time spent').fill('1h 30m');
    await steps.getByLabel('What was done').fill('Mailbox full');
    await press(steps.getByRole('button', { name: 'Log it' }));
    await gone(steps);
    await shown(page.getByRole('cell', { name: '£90.00' }));

    await press(page.getByRole('link', { name: 'Connect Xero' }));
    await press(button('Allow access'));
    await arrivedAt(page, '/settings');
    expect(new URL(page.url()).hash).toBe('#xero');
    await press(page.getByRole('link', { name: 'Create your first invoices' }));
    await press(button(/^Create 1 invoice/));
    await eventually(() => xero().state().invoices).toMatchObject([{ status: 'DRAFT' }]);
    expect(presses).toBe(8);
  },
);
