import { beforeAll, describe, expect, test } from 'vitest';
import {
  ACME,
  creations,
  namesIn,
  QUAY,
  resolveContact,
  resolveContacts,
  scene,
} from '#tests/support/data/contact-scene.ts';
import type { FaultKind } from '#sandbox/xero/faults.ts';
import { createLinkedContact } from './contact-screen.server.ts';
import { contactOf, unlinkContact } from './contact-links.server.ts';
import { LedgerError } from '../ledger.ts';
import type { ContactClient } from './contact-answer.ts';
import type { RunningXero } from '#sandbox/xero.ts';

// Loading the SDK takes longer than the short deadlines here.
beforeAll(() => import('xero-node'));

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

describe('A client whose contact was archived and unlinked', () => {
  /** Makes a contact, archives it in Xero and unlinks it here. */
  async function archive(on: Parameters<Parameters<typeof scene>[1]>[0], client: ContactClient) {
    const { standIn, services, tenantId } = on;
    const made = await resolveContact(services, tenantId, client);
    if (made.outcome !== 'linked') throw new Error(`No contact was made: ${made.outcome}`);
    standIn.archiveContact(made.link.contactId);
    unlinkContact(services, tenantId, client.id);
  }
  const inUse = (standIn: RunningXero) =>
    standIn
      .state()
      .contacts.filter(({ status }) => status === 'ACTIVE')
      .map(({ name }) => name);

  test('gets another, though the archived one keeps its number, and as often as it takes', () =>
    scene([], async (on) => {
      const client = on.addClient('New Co');
      for (let times = 0; times < 3; times += 1) await archive(on, client);
      const answer = await resolveContact(on.services, on.tenantId, client);
      expect(answer).toMatchObject({ outcome: 'linked', link: { contactName: 'New Co' } });
      expect(inUse(on.standIn)).toEqual(['New Co']);
      const numbers = on.standIn.state().contacts.map(({ contactNumber }) => contactNumber);
      const [first = ''] = numbers;
      expect(numbers).toEqual([first, `${first}.2`, `${first}.3`, `${first}.4`]);
    }));

  test('gets it with the others of its call, and each of them one', () =>
    scene([], async (on) => {
      const wanted = ['One', 'Two', 'Three'].map((name) => on.addClient(name));
      for (const client of wanted.slice(0, 2)) await archive(on, client);
      const answers = await resolveContacts(on.services, on.tenantId, wanted);
      expect([...answers.values()].map(({ outcome }) => outcome)).toEqual(
        Array<string>(3).fill('linked'),
      );
      expect(inUse(on.standIn).sort()).toEqual(['One', 'Three', 'Two']);
    }));

  test.each(['reset-after', 'timeout-after', 'reset-before'] as const)(
    'gets one, also when its creation meets %s and both are renamed',
    (kind) =>
      scene([], async (on) => {
        const { standIn, services, tenantId } = on;
        const client = on.addClient('New Co');
        await archive(on, client);
        // The first call is refused for the number; the second one makes the contact.
        standIn.fail({ kind, path: '/Contacts', method: 'PUT', afterCalls: 1 });
        await expect(resolveContact(services, tenantId, client)).rejects.toThrow(LedgerError);
        for (const { contactId, status } of standIn.state().contacts) {
          if (status === 'ACTIVE') standIn.renameContact(contactId, 'New Company plc');
        }
        const renamed = { ...client, name: 'Newer Co' };
        const answer = await resolveContact(services, tenantId, renamed);
        expect(answer.outcome).toBe('linked');
        expect(inUse(standIn)).toHaveLength(1);
      }),
  );

  test('is left to a person when another contact has its name', () =>
    scene([], async (on) => {
      const { standIn, services, tenantId } = on;
      const [client, namesake] = [on.addClient('New Co'), on.addClient('New Co')];
      await archive(on, client);
      await resolveContact(services, tenantId, namesake);
      const answer = await createLinkedContact(services, tenantId, client);
      expect(answer.outcome).toBe('choose');
      expect(inUse(standIn)).toEqual(['New Co']);
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
        'Xero may have created a contact for Another name',
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
