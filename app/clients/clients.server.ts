import { desc, eq, sql } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { clients, type Client } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { askAbout, type Asked } from '../lib/doubts.ts';
import { invalid, notFound } from '../lib/errors.ts';
import { toColumns } from '../lib/record-fields.ts';
import { apart, withoutSigns } from '../lib/text.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';
import { PER_LABELS, ROUNDING_LABELS } from './billing.ts';
import type { ClientInput } from './clients.ts';

/** The services that writing clients needs. */
export type ClientServices = Pick<Services, 'db' | 'clock'> & Asked;

const byName = [sql`${clients.name} collate nocase`, clients.id];

/** All clients, active before inactive, each group sorted by name. */
export function listClients({ db }: Pick<Services, 'db'>): Client[] {
  return db
    .select()
    .from(clients)
    .orderBy(desc(clients.isActive), ...byName)
    .all();
}

/** A client's id and name, for the choices of a filter. */
export type ClientName = Pick<Client, 'id' | 'name'>;

const CLIENT_NAMES =
  'select id, name from clients order by is_active desc, name collate nocase, id';

/**
 * The names of all clients, active before inactive. Every list of work reads them, so the statement
 * is prepared once.
 */
export function listClientNames({ db }: Pick<Services, 'db'>): ClientName[] {
  return prepared<ClientName>(db, CLIENT_NAMES).all();
}

/** The active clients, for which work can be logged, sorted by name. */
export function listActiveClients({ db }: Pick<Services, 'db'>): Client[] {
  return db
    .select()
    .from(clients)
    .where(eq(clients.isActive, true))
    .orderBy(...byName)
    .all();
}

/** One client, or null. */
export function findClient({ db }: Pick<Services, 'db'>, id: number): Client | null {
  return db.select().from(clients).where(eq(clients.id, id)).get() ?? null;
}

/** One client. Throws 404. */
export function getClient(services: Pick<Services, 'db'>, id: number): Client {
  const client = findClient(services, id);
  if (!client) throw notFound('The client');
  return client;
}

/** The columns for an input. Fields that a change leaves out are not written. */
const columnsOf = <Input extends Partial<ClientInput>>(input: Input) =>
  toColumns<Client, Input>(CLIENT_FIELDS, input);

/**
 * Asks about a name that differs from another client's only by case, blanks or punctuation; the very same name is meant,
 * since two customers may have it. Throws DoubtfulError.
 */
function askAboutName(services: ClientServices, name: string, ownId?: number): void {
  const key = withoutSigns(name);
  const twin = listClientNames(services).find(
    (one) => one.id !== ownId && one.name !== name && withoutSigns(one.name) === key,
  );
  askAbout(services, [
    twin ? { word: 'name', message: `There is a client ${apart(twin.name)} already.` } : null,
  ]);
}

/** What of rounding means nothing where time is not rounded, and how the form says that it is as usual. */
const UNUSED = [
  ['billingRounding', 'up', ROUNDING_LABELS.up],
  ['billingPer', 'log', PER_LABELS.log],
] as const;

/**
 * The fields of rounding that go back to the usual where time is no longer rounded. Throws 400 for another choice where
 * it is not: nothing would follow from it.
 */
function usualRounding(change: Partial<ClientInput>, before?: Client): Partial<ClientInput> {
  if ((change.billingStep ?? before?.billingStep ?? 1) !== 1) return {};
  const usual: Partial<ClientInput> = {};
  for (const [name, word, label] of UNUSED) {
    // As it was stored before this was said: a whole record that is sent back.
    const isLeft = before?.billingStep === 1 && change[name] === before[name];
    if (change[name] === undefined && before?.billingStep !== 1)
      Object.assign(usual, { [name]: word });
    else if (change[name] !== undefined && change[name] !== word && !isLeft) {
      throw invalid(
        name,
        `Time is not rounded, so this would do nothing. Say what it is rounded to, or choose “${label}”.`,
      );
    }
  }
  return usual;
}

/** Adds a client, active unless the input says otherwise. Throws 409 with a question for a name that is here already. */
export function createClient(services: ClientServices, input: ClientInput): Client {
  const { db, clock } = services;
  const now = clock();
  return write(db, () => {
    usualRounding(input);
    askAboutName(services, input.name);
    return db
      .insert(clients)
      .values({
        ...columnsOf(input),
        isActive: input.isActive ?? true,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get();
  });
}

/**
 * Changes the fields of a client that `change` names; existing logs keep their rates. The trigger
 * `clients_version` raises its version. Throws 404, 400 for rounding that does nothing, and 409 with a question for a
 * new name that another client has.
 */
export function updateClient(
  services: ClientServices,
  id: number,
  change: Partial<ClientInput>,
): Client {
  return write(services.db, () => {
    const before = getClient(services, id);
    const usual = usualRounding(change, before);
    if (change.name !== undefined && change.name !== before.name) {
      askAboutName(services, change.name, id);
    }
    services.db
      .update(clients)
      .set({
        ...columnsOf({ ...change, ...usual }),
        isActive: change.isActive ?? undefined,
        updatedAt: services.clock(),
      })
      .where(eq(clients.id, id))
      .run();
    return getClient(services, id);
  });
}

/** Deactivates a client, so that forms no longer offer it, or reactivates it. Throws 404. */
export function setClientActive(services: ClientServices, id: number, isActive: boolean): Client {
  return updateClient(services, id, { isActive });
}
