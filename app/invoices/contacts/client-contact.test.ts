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
  suggestContacts,
} from './client-contact.server.ts';
import type { ContactAnswer, ContactClient, UnknownContact } from './contact-answer.ts';
import { contactOf, unlinkContact } from './contact-links.server.ts';
import { lookUpContacts, type ContactServices } from './find-contacts.server.ts';
import { makeContacts } from './make-contacts.server.ts';
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
  /** Lets so many minutes pass; calls that are late arrive meanwhile. */
  pass: (minutes: number) => void;
};

// Loading the SDK takes longer than the short deadlines here.
beforeAll(() => import('xero-node'));

/** A product that is connected to an organisation with these contacts, which answers within a second. */
function scene(contacts: Seed, play: (scene: Scene) => Promise<void>): Promise<void> {
  let passed = 0;
  const clock = () => new Date(Date.now() + passed);
  return withXero(
    async (standIn) => {
      const db = openDatabase(':memory:');
      migrateDatabase(db);
      const adapter = reach(standIn, { clock, timeoutMs: 1_000 });
      const parts = {
        db,
        clock,
        appSecret: 'a secret of at least thirty-two characters',
        logger: createLogger({ destination: { write: () => undefined } }),
        config: { xeroApiUrl: standIn.origin, timeZone: 'Europe/London' },
        checkpoint: () => undefined,
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
      const pass = (minutes: number) => {
        passed += minutes * 60_000;
        standIn.deliverLate();
      };
      await play({ standIn, services, tenantId, addClient, pass });
      db.$client.close();
    },
    { organisations: [{ ...HARBOUR, contacts }, QUAY], clock },
  );
}

/** Finds the contacts of clients, or makes them, as a run does. */
async function resolveContacts(
  services: ContactServices,
  tenantId: string,
  wanted: ContactClient[],
): Promise<Map<number, ContactAnswer | UnknownContact>> {
  const answers = new Map<number, ContactAnswer | UnknownContact>();
  const lacking = [];
  for (const [id, answer] of await lookUpContacts(services, tenantId, wanted)) {
    const client = wanted.find((one) => one.id === id);
    if (answer.outcome !== 'none') answers.set(id, answer);
    else if (client) lacking.push({ client, askedAt: answer.askedAt });
  }
  for (const [id, answer] of await makeContacts(services, tenantId, lacking)) {
    answers.set(id, answer);
  }
  return answers;
}

async function resolveContact(services: ContactServices, tenantId: string, client: ContactClient) {
  const answer = (await resolveContacts(services, tenantId, [client])).get(client.id);
  if (!answer) throw new Error('There is no answer for the client.');
  return answer;
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

describe('many contacts', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `New ${index}`);

  test('are looked for in one call and made in one, whatever a name holds', () =>
    scene([ACME, { name: 'Łódź "Boat" & Sons' }], async (on) => {
      const { standIn, services, tenantId, addClient } = on;
      const wanted = ['acme ltd', 'łódź "boat" & sons', ...names(40)].map((name) =>
        addClient(name),
      );
      const before = standIn.state().calls.length;
      const answers = await resolveContacts(services, tenantId, wanted);
      expect([...answers.values()].every(({ outcome }) => outcome === 'linked')).toBe(true);
      expect(standIn.state().calls.length - before).toBe(2);
      expect(namesIn(standIn)).toHaveLength(2 + 40);
    }));

  test.each(['half', '500-after', 'cut'] as const)(
    'whose answer meets %s are found again, though both names have changed',
    (kind) =>
      scene([], async ({ standIn, services, tenantId, addClient }) => {
        const wanted = names(4).map((name) => addClient(name));
        standIn.fail({ kind, path: '/Contacts', method: 'PUT' });
        await expect(resolveContacts(services, tenantId, wanted)).rejects.toMatchObject({
          isOutcomeUnknown: true,
        });
        for (const { contactId, name } of standIn.state().contacts) {
          standIn.renameContact(contactId, `${name} plc`);
        }
        const renamed = wanted.map((client) => ({ ...client, name: `${client.name} Ltd` }));
        const answers = await resolveContacts(services, tenantId, renamed);
        expect([...answers.values()].map(({ outcome }) => outcome)).toEqual(
          Array<string>(4).fill('linked'),
        );
        expect(namesIn(standIn)).toHaveLength(4);
        expect(creations(standIn)).toBe(1);
      }),
  );

  test('on their way too long to be sent again wait, while others are made', () =>
    scene([], async ({ standIn, services, tenantId, addClient, pass }) => {
      const [first, second] = [addClient('New 0'), addClient('New 1')];
      standIn.fail({ kind: 'late', path: '/Contacts', method: 'PUT', lateBySeconds: 350 });
      await expect(resolveContacts(services, tenantId, [first])).rejects.toThrow(LedgerError);
      pass(5);
      const renamed = { ...first, name: 'Another name' };
      const waiting = await resolveContacts(services, tenantId, [renamed, second]);
      expect(waiting.get(first.id)).toMatchObject({ outcome: 'unknown' });
      expect(waiting.get(second.id)).toMatchObject({ outcome: 'linked' });
      await expect(createLinkedContact(services, tenantId, renamed)).rejects.toThrow(
        'It is not known yet whether Xero made a contact for Another name',
      );
      pass(1);
      const found = await resolveContacts(services, tenantId, [renamed]);
      expect(found.get(first.id)).toMatchObject({ link: { contactName: 'New 0' } });
      expect(namesIn(standIn).sort()).toEqual(['New 0', 'New 1']);
    }));

  test('that never arrived are made anew once they cannot arrive any more', () =>
    scene([], async ({ standIn, services, tenantId, addClient, pass }) => {
      const client = addClient('New 0');
      standIn.fail({ kind: 'reset-before', path: '/Contacts', method: 'PUT' });
      await expect(resolveContacts(services, tenantId, [client])).rejects.toThrow(LedgerError);
      pass(10.1);
      const renamed = { ...client, name: 'Another name' };
      const made = await resolveContacts(services, tenantId, [renamed]);
      expect(made.get(client.id)).toMatchObject({ link: { contactName: 'Another name' } });
      expect(namesIn(standIn)).toEqual(['Another name']);
    }));

  test('are made although one of them is refused', () =>
    scene([], async ({ standIn, services, tenantId, addClient }) => {
      const wanted = names(5).map((name) => addClient(name));
      standIn.fail({ kind: 'refuse-one', path: '/Contacts', method: 'PUT' });
      const answers = await resolveContacts(services, tenantId, wanted);
      expect([...answers.values()].map(({ outcome }) => outcome)).toEqual([
        'choose',
        'linked',
        'linked',
        'linked',
        'linked',
      ]);
      expect(namesIn(standIn)).toHaveLength(4);
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
