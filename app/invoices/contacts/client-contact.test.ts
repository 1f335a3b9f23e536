import { beforeAll, describe, expect, test } from 'vitest';
import { contactIdOf } from '#tests/support/server/xero.ts';
import {
  ACME,
  creations,
  namesIn,
  resolveContact,
  scene,
} from '#tests/support/data/contact-scene.ts';
import {
  checkContact,
  chooseContact,
  createLinkedContact,
  suggestContacts,
} from './contact-screen.server.ts';
import { contactOf, unlinkContact } from './contact-links.server.ts';

// Loading the SDK takes longer than the short deadlines here.
beforeAll(() => import('xero-node'));

describe('the contact of a client', () => {
  test.each([
    { by: 'name', name: ' acme LTD', email: undefined },
    { by: 'email', name: 'Acme Limited', email: 'Accounts@Acme.example' },
  ])('is the only one that fits by $by, and is kept', ({ name, email }) =>
    scene([ACME, { name: 'Acme Ltd Wales' }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const client = addClient(name, email);
      const link = {
        contactId: contactIdOf(standIn, 'Acme Ltd'),
        contactName: 'Acme Ltd',
        taxCode: null,
        paymentTerms: null,
      };
      expect(contactOf(services, tenantId, client.id)).toBeNull();
      expect(await resolveContact(services, tenantId, client)).toEqual({ outcome: 'linked', link });
      expect(contactOf(services, tenantId, client.id)).toEqual(link);
      expect(contactOf(services, 'another organisation', client.id)).toBeNull();
      expect(creations(standIn)).toBe(0);
    }),
  );

  test.each([
    ['Acme Ltd', 'Acme\u00a0Ltd'],
    ['Acme\u00a0Ltd', 'Acme Ltd'],
    ['Acme  Ltd', 'Acme Ltd'],
    ['Ac\u00adme\u200b Ltd', 'Acme Ltd'],
    ['Acme Ltd', '\ufeffAc\u200bme Ltd'],
  ])('is the one of the same looks: %j, %j', (name, inXero) =>
    scene([{ name: inXero }, { name: 'Other' }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const answer = await resolveContact(services, tenantId, addClient(name));
      expect(answer).toMatchObject({ outcome: 'linked', link: { contactName: inXero } });
      expect(creations(standIn)).toBe(0);
    }),
  );

  test('is made with plain spaces, and offered whatever the client’s spaces are', () =>
    scene([{ name: 'Acme Ltd' }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      await resolveContact(services, tenantId, addClient('\u200bNew\u00a0  Co'));
      expect(namesIn(standIn)).toEqual(['Acme Ltd', 'New Co']);
      const twin = addClient('Acme\u00a0 Ltd');
      expect(await suggestContacts(services, tenantId, twin, null)).toMatchObject([
        { name: 'Acme Ltd', fit: 'name' },
      ]);
      expect(await suggestContacts(services, tenantId, twin, 'acme\u00a0ltd')).toHaveLength(1);
    }));

  test('is left to a person when one fits by name and another by email', () =>
    scene([{ name: 'Acme Ltd' }, { name: 'Acme Wales', email: ACME.email }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const client = addClient('Acme Ltd', ACME.email);
      const answer = await resolveContact(services, tenantId, client);
      expect(answer).toEqual({
        outcome: 'choose',
        message:
          'More than one contact in Xero matches Acme Ltd: “Acme Ltd”, “Acme Wales” (accounts@acme.example). Choose the right one for the client.',
      });
      expect(contactOf(services, tenantId, client.id)).toBeNull();
      expect(creations(standIn)).toBe(0);
    }));

  test('is left to a person when the only one that fits belongs to another client', () =>
    scene([ACME], async ({ services, tenantId, addClient }) => {
      await resolveContact(services, tenantId, addClient('Acme Ltd'));
      const twin = addClient('Acme South', ACME.email);
      expect(await resolveContact(services, tenantId, twin)).toMatchObject({
        outcome: 'choose',
        message: expect.stringContaining('already belongs to the client Acme Ltd') as string,
      });
      expect(contactOf(services, tenantId, twin.id)).toBeNull();
    }));

  test('is made when there is none, with a number of ours, once', () =>
    scene([ACME, { name: 'New Co', isArchived: true }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const client = addClient('New Co', 'hello@new.example');
      const first = await resolveContact(services, tenantId, client);
      expect(await resolveContact(services, tenantId, client)).toEqual(first);
      const made = standIn
        .state()
        .contacts.filter(({ status, name }) => status === 'ACTIVE' && name === 'New Co');
      expect(made).toMatchObject([{ email: 'hello@new.example' }]);
      expect(made[0]?.contactNumber).toMatch(/^tallyhour-[0-9a-f]{16}-\d+$/);
      expect(first).toMatchObject({ outcome: 'linked', link: { contactId: made[0]?.contactId } });
      expect(creations(standIn)).toBe(1);
    }));

  test('is the one with our number, under whichever name', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('New Co');
      const first = await resolveContact(services, tenantId, client);
      for (const contact of standIn.state().contacts) {
        if (contact.name === 'New Co') contact.name = 'New Company plc';
      }
      unlinkContact(services, tenantId, client.id);
      const again = await resolveContact(services, tenantId, client);
      if (first.outcome !== 'linked') throw new Error('It was not linked.');
      expect(again).toEqual({
        outcome: 'linked',
        link: {
          contactId: first.link.contactId,
          contactName: 'New Company plc',
          taxCode: null,
          paymentTerms: null,
        },
      });
      expect(creations(standIn)).toBe(1);
    }));

  test('takes over the name that it was given in Xero', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('Acme Ltd');
      await resolveContact(services, tenantId, client);
      for (const contact of standIn.state().contacts) contact.name = 'Acme plc';
      await checkContact(services, tenantId, client);
      expect(contactOf(services, tenantId, client.id)?.contactName).toBe('Acme plc');
    }));

  test('is left to a person once it is archived, and stays linked meanwhile', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('Acme Ltd');
      await resolveContact(services, tenantId, client);
      standIn.archiveContact(contactIdOf(standIn, 'Acme Ltd'));
      expect(await resolveContact(services, tenantId, client)).toEqual({
        outcome: 'choose',
        message:
          'The contact “Acme Ltd” that Acme Ltd is linked to is archived or deleted in Xero. Restore it in Xero, or choose or create another one for the client.',
      });
      expect(contactOf(services, tenantId, client.id)).not.toBeNull();
      expect(creations(standIn)).toBe(0);
    }));
});
describe('a name that is taken', () => {
  test('leads to the one contact that has it', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const answer = await createLinkedContact(services, tenantId, addClient('ACME Ltd'));
      const contactId = contactIdOf(standIn, 'Acme Ltd');
      expect(answer).toMatchObject({ outcome: 'linked', link: { contactId } });
      expect(namesIn(standIn)).toEqual(['Acme Ltd']);
      // The control: it was asked for, and refused.
      expect(creations(standIn)).toBe(1);
    }));

  test('by a contact of another client is left to a person', () =>
    scene([ACME], async ({ services, tenantId, addClient }) => {
      await resolveContact(services, tenantId, addClient('Acme Ltd'));
      const answer = await createLinkedContact(services, tenantId, addClient('ACME Ltd'));
      expect(answer.outcome).toBe('choose');
    }));
});

describe('a person', () => {
  test('is shown first what fits, then what the search for it brought', () =>
    scene(
      [
        { name: 'Acme Ltd Wales' },
        { name: 'Blue Boat', email: ACME.email },
        ACME,
        { name: 'Other' },
      ],
      async ({ services, tenantId, addClient }) => {
        const client = addClient('Acme Ltd', ACME.email);
        const shown = await suggestContacts(services, tenantId, client, null);
        expect(shown.map(({ name, fit }) => [name, fit])).toEqual([
          ['Acme Ltd', 'name'],
          ['Blue Boat', 'email'],
          ['Acme Ltd Wales', null],
        ]);
        const searched = await suggestContacts(services, tenantId, client, ' oth ');
        expect(searched).toMatchObject([{ name: 'Other', email: null, fit: null, linkedTo: null }]);
      },
    ));

  test('chooses another contact, and it stays', () =>
    scene([ACME, { name: 'Other' }], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('Acme Ltd');
      await resolveContact(services, tenantId, client);
      const other = contactIdOf(standIn, 'Other');
      await chooseContact(services, tenantId, client, other);
      const link = { contactId: other, contactName: 'Other', taxCode: null, paymentTerms: null };
      expect(await resolveContact(services, tenantId, client)).toEqual({ outcome: 'linked', link });
      const [shown] = await suggestContacts(services, tenantId, addClient('X'), 'Other');
      expect(shown?.linkedTo).toBe('Acme Ltd');
    }));

  test('cannot choose one that is archived, and the link stays as it was', () =>
    scene([ACME, { name: 'Gone', isArchived: true }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const client = addClient('Acme Ltd');
      const before = await resolveContact(services, tenantId, client);
      const choosing = chooseContact(services, tenantId, client, contactIdOf(standIn, 'Gone'));
      await expect(choosing).rejects.toThrow('The contact in Xero was not found.');
      expect(await resolveContact(services, tenantId, client)).toEqual(before);
    }));

  test('who unlinks a client leaves its contact in Xero as it is', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('Acme Ltd');
      await resolveContact(services, tenantId, client);
      unlinkContact(services, tenantId, client.id);
      expect(contactOf(services, tenantId, client.id)).toBeNull();
      expect(namesIn(standIn)).toEqual(['Acme Ltd']);
    }));
});
