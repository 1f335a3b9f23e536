import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { clients } from '#db/schema.ts';
import type {
  ContactAnswer,
  ContactClient,
  UnknownContact,
} from '#app/invoices/contacts/contact-answer.ts';
import {
  lookUpContacts,
  type ContactServices,
} from '#app/invoices/contacts/find-contacts.server.ts';
import { makeContacts } from '#app/invoices/contacts/make-contacts.server.ts';
import { createLogger } from '#app/platform/logger.server.ts';
import type { OrganisationSeed, RunningXero } from '#sandbox/xero.ts';
import { connectToXero, openXeroLedger } from '../server/xero-organisation.ts';
import { HARBOUR, reach, withXero } from '../server/xero.ts';

/** The second organisation of the stand-in. */
export const QUAY = {
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

/** A product that is connected to an organisation with these contacts, which answers within a second. */
export function scene(contacts: Seed, play: (scene: Scene) => Promise<void>): Promise<void> {
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
        config: { xeroApiUrl: standIn.origin, xeroInvoiceUrl: null, timeZone: 'Europe/London' },
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
export async function resolveContacts(
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

/** Finds a client's contact, or makes it. */
export async function resolveContact(
  services: ContactServices,
  tenantId: string,
  client: ContactClient,
) {
  const answer = (await resolveContacts(services, tenantId, [client])).get(client.id);
  if (!answer) throw new Error('There is no answer for the client.');
  return answer;
}

/** How many calls that may make contacts have reached the stand-in. */
export function creations(standIn: RunningXero): number {
  const isCreation = ({ method, path }: { method: string; path: string }) =>
    method !== 'GET' && path.endsWith('/Contacts');
  return standIn.state().calls.filter(isCreation).length;
}

/** The names of all contacts in the stand-in. */
export function namesIn(standIn: RunningXero): string[] {
  return standIn.state().contacts.map(({ name }) => name);
}

/** A client as somebody adds it. */
export const ACME = { name: 'Acme Ltd', email: 'accounts@acme.example' };
