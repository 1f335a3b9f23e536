import { beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { clients } from '#db/schema.ts';
import type { FaultKind } from '#sandbox/xero/faults.ts';
import type { OrganisationSeed, RunningXero } from '#sandbox/xero.ts';
import { connectToXero, openXeroLedger } from '#tests/support/xero-organisation.ts';
import { contactIdOf, HARBOUR, reach, withXero } from '#tests/support/xero.ts';
import { createLogger } from '../../platform/logger.server.ts';
import {
  checkContact,
  chooseContact,
  createLinkedContact,
  resolveContact,
  suggestContacts,
  type ContactClient,
  type ContactServices,
} from './client-contact.server.ts';
import { contactOf, unlinkContact } from './contact-links.server.ts';
import { LedgerError } from '../ledger.ts';

const QUAY = {
  name: 'Quay Side Projects',
  tenantId: '22222222-aaaa-4bbb-8ccc-000000000002',
};

type Seed = NonNullable<OrganisationSeed['contacts']>;
type Scene = {
  standIn: RunningXero;
  services: ContactServices;
  tenantId: string;
  addClient: (name: string, email?: string) => ContactClient;
};

// Loading the SDK takes longer than the short deadlines here.
beforeAll(() => import('xero-node'));

/** A product that is connected to an organisation with these contacts, which answers within a second. */
function scene(contacts: Seed, play: (scene: Scene) => Promise<void>): Promise<void> {
  return withXero(
    async (standIn) => {
      const db = openDatabase(':memory:');
      migrateDatabase(db);
      const adapter = reach(standIn, { timeoutMs: 1_000 });
      const parts = {
        db,
        clock: () => new Date(),
        appSecret: 'a secret of at least thirty-two characters',
        logger: createLogger({ destination: { write: () => undefined } }),
        config: { xeroApiUrl: standIn.origin },
        xero: { adapter, refresh: null },
      };
      const services = { ...parts, ledger: openXeroLedger(parts) };
      const tenantId = await connectToXero(services, standIn);
      const addClient = (name: string, email: string | null = null) => {
        const now = new Date();
        const rates = { standardRatePence: 6_000, premiumRatePence: 9_000 };
        const values = { name, email, ...rates, createdAt: now, updatedAt: now };
        const { id } = db.insert(clients).values(values).returning().get();
        return { id, name, email };
      };
      await play({ standIn, services, tenantId, addClient });
      db.$client.close();
    },
    { organisations: [{ ...HARBOUR, contacts }, QUAY] },
  );
}

function creations(standIn: RunningXero): number {
  const isCreation = ({ method, path }: { method: string; path: string }) =>
    method !== 'GET' && path.endsWith('/Contacts');
  return standIn.state().calls.filter(isCreation).length;
}

function namesIn(standIn: RunningXero): string[] {
  return standIn.state().contacts.map(({ name }) => name);
}

const ACME = { name: 'Acme Ltd', email: 'accounts@acme.example' };

describe('the contact of a client', () => {
  test.each([
    { by: 'name', name: ' acme LTD', email: undefined },
    { by: 'email', name: 'Acme Limited', email: 'Accounts@Acme.example' },
  ])('is the only one that fits by $by, and is kept', ({ name, email }) =>
    scene([ACME, { name: 'Acme Ltd Wales' }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const client = addClient(name, email);
      const link = { contactId: contactIdOf(standIn, 'Acme Ltd'), contactName: 'Acme Ltd' };
      expect(contactOf(services, tenantId, client.id)).toBeNull();
      expect(await resolveContact(services, tenantId, client)).toEqual({ outcome: 'linked', link });
      expect(contactOf(services, tenantId, client.id)).toEqual(link);
      expect(contactOf(services, 'another organisation', client.id)).toBeNull();
      expect(creations(standIn)).toBe(0);
    }),
  );

  test('is left to a person when one fits by name and another by email', () =>
    scene([{ name: 'Acme Ltd' }, { name: 'Acme Wales', email: ACME.email }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const client = addClient('Acme Ltd', ACME.email);
      const answer = await resolveContact(services, tenantId, client);
      expect(answer).toEqual({
        outcome: 'choose',
        message:
          'More than one contact in Xero fits Acme Ltd: “Acme Ltd”, “Acme Wales” (accounts@acme.example). Choose the right one for the client.',
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
        message: expect.stringContaining('belongs to the client Acme Ltd already') as string,
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
        link: { contactId: first.link.contactId, contactName: 'New Company plc' },
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
          'The contact “Acme Ltd” that Acme Ltd is linked to is archived or deleted in Xero. Restore it in Xero, or choose another one for the client.',
      });
      expect(contactOf(services, tenantId, client.id)).not.toBeNull();
      expect(creations(standIn)).toBe(0);
    }));
});

describe('made once whatever happens', () => {
  const LOST: FaultKind[] = ['timeout-after', 'reset-after', '500-after', 'html-after', 'cut'];
  const NOT_DONE: FaultKind[] = ['timeout-before', 'reset-before', '500-before', '503-html'];

  test.each([...LOST, ...NOT_DONE])('when its creation meets %s', (kind) =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('New Co');
      standIn.fail({ kind, path: '/Contacts', method: 'PUT' });
      await expect(resolveContact(services, tenantId, client)).rejects.toThrow(LedgerError);
      expect(contactOf(services, tenantId, client.id)).toBeNull();
      expect(namesIn(standIn).length).toBe(LOST.includes(kind) ? 2 : 1);
      const answer = await resolveContact(services, tenantId, client);
      expect(answer.outcome).toBe('linked');
      expect(namesIn(standIn)).toEqual(['Acme Ltd', 'New Co']);
      expect(creations(standIn)).toBe(LOST.includes(kind) ? 1 : 2);
    }),
  );

  test.each(['timeout-after', 'reset-after'] as const)(
    'when a person asked for it beside one that fits, and it meets %s',
    (kind) =>
      scene([{ name: 'Acme Wales', email: ACME.email }], async (on) => {
        const { standIn, services, tenantId, addClient } = on;
        const client = addClient('Acme Ltd', ACME.email);
        standIn.fail({ kind, path: '/Contacts', method: 'PUT' });
        await expect(createLinkedContact(services, tenantId, client)).rejects.toThrow(LedgerError);
        const answer = await createLinkedContact(services, tenantId, client);
        expect(answer).toMatchObject({ outcome: 'linked', link: { contactName: 'Acme Ltd' } });
        expect(namesIn(standIn)).toEqual(['Acme Wales', 'Acme Ltd']);
      }),
  );

  test('when a person asks for it again after it was renamed in Xero and unlinked here', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('New Co');
      await createLinkedContact(services, tenantId, client);
      for (const contact of standIn.state().contacts) {
        if (contact.name === 'New Co') contact.name = 'New Company plc';
      }
      unlinkContact(services, tenantId, client.id);
      const answer = await createLinkedContact(services, tenantId, client);
      expect(answer).toMatchObject({ link: { contactName: 'New Company plc' } });
      expect(creations(standIn)).toBe(1);
    }));

  test('for the client it was made for, when its answer was lost and another has the same name', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const [client, namesake] = [addClient('New Co'), addClient('New Co')];
      standIn.fail({ kind: 'reset-after', path: '/Contacts', method: 'PUT' });
      await expect(resolveContact(services, tenantId, client)).rejects.toThrow(LedgerError);
      const other = await resolveContact(services, tenantId, namesake);
      expect(other.outcome).toBe('choose');
      const own = await resolveContact(services, tenantId, client);
      expect(own.outcome).toBe('linked');
      expect(namesIn(standIn)).toEqual(['Acme Ltd', 'New Co']);
    }));

  test('when it is asked for twice at the same time', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('New Co');
      standIn.setDelay(30);
      const resolve = () => resolveContact(services, tenantId, client);
      const [one, two, three] = await Promise.all([resolve(), resolve(), resolve()]);
      expect([two, three]).toEqual([one, one]);
      expect(creations(standIn)).toBe(1);
    }));

  test('when two clients have the same name: the second is left to a person', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      standIn.setDelay(30);
      const answers = await Promise.all(
        [addClient('New Co'), addClient('New Co')].map((client) =>
          resolveContact(services, tenantId, client),
        ),
      );
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['choose', 'linked']);
      expect(namesIn(standIn)).toEqual(['Acme Ltd', 'New Co']);
    }));
});

describe('made under a key of what is made', () => {
  test('again within six minutes, with a corrected email', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('New Co', 'helo@new.example');
      const first = await createLinkedContact(services, tenantId, client);
      if (first.outcome !== 'linked') throw new Error('It was not linked.');
      // In Xero somebody archives it; here it is unlinked, and the email is put right.
      standIn.archiveContact(first.link.contactId);
      unlinkContact(services, tenantId, client.id);
      const corrected = { ...client, email: 'hello@new.example' };
      const again = await createLinkedContact(services, tenantId, corrected);
      expect(again.outcome).toBe('linked');
      expect(standIn.state().contacts).toContainEqual(
        expect.objectContaining({ email: 'hello@new.example', status: 'ACTIVE' }),
      );
    }));

  test('in another organisation, within six minutes', () =>
    scene([ACME], async ({ standIn, services, tenantId, addClient }) => {
      const client = addClient('New Co');
      await createLinkedContact(services, tenantId, client);
      const other = await createLinkedContact(services, QUAY.tenantId, client);
      expect(other.outcome).toBe('linked');
      expect(namesIn(standIn).filter((name) => name === 'New Co')).toHaveLength(2);
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
      const link = { contactId: other, contactName: 'Other' };
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
