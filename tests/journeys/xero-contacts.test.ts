import { describe, expect, test } from 'vitest';
import { addClient } from '#tests/support/data/entries.ts';
import { expectMode, modesOf, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useConsentedXero } from '#tests/support/server/xero-organisation.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { connectToXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

describe('A client is linked to its contact in Xero', () => {
  test.for(modesOf('desktop', 'phone', 'no scripts'))(
    'suggested, searched, unlinked and created, with %s',
    async (mode) => {
      await connectToXero(server().services, xero());
      addClient(server(), 'Acme Ltd');
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      await page.goto('/clients');
      await expectMode(visitor);
      const card = page.getByRole('listitem').filter({ hasText: 'Acme Ltd' });
      const dialog = page.getByRole('dialog', { name: 'Xero contact of Acme Ltd' });
      const open = async () => {
        await card.getByRole('link', { name: 'Xero contact of Acme Ltd' }).click();
        await shown(dialog);
      };
      // The card names a contact where there is one.
      const contact = card.getByText(/^In Xero: /);
      await shown(card);
      expect(await contact.count()).toBe(0);
      await open();
      await shown(dialog.getByText('Not linked'));
      await dialog.getByRole('button', { name: 'Choose Acme Ltd, accounts@acme.example' }).click();
      await toastShown(page, 'Acme Ltd is “Acme Ltd” in Xero');
      await arrivedAt(page, '/clients');

      await open();
      await dialog.getByLabel('Name or email in Xero').fill('boat');
      await dialog.getByRole('button', { name: 'Search' }).click();
      await dialog.getByRole('button', { name: 'Choose Blue "Boat" & Sons' }).click();
      await toastShown(page, 'Acme Ltd is “Blue "Boat" & Sons” in Xero');
      await shown(contact.and(card.getByText('Blue "Boat" & Sons')));

      await open();
      await dialog.getByRole('button', { name: 'Unlink' }).click();
      await toastShown(page, 'Acme Ltd is no longer linked to a contact in Xero');
      await gone(contact);

      await open();
      xero().fail({ kind: '503-html', path: '/Contacts', method: 'PUT' });
      await dialog.getByRole('button', { name: 'Create in Xero' }).click();
      await shown(dialog.getByRole('alert').getByText(/Xero is not available at the moment/));
      await visitor.takeProblem('502');
      await dialog.getByRole('button', { name: 'Create in Xero' }).click();
      // The name is taken, by the one contact that has it.
      await toastShown(page, 'Acme Ltd is “Acme Ltd” in Xero');
      expect(xero().state().contacts).toHaveLength(3);
    },
  );
});
