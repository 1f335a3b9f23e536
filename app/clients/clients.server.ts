import { desc, eq, sql } from 'drizzle-orm';
import { prepared } from '#db/connection.server.ts';
import { clients, type Client } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { notFound } from '../lib/errors.ts';
import type { ClientInput } from './clients.ts';

type ClientServices = Pick<Services, 'db' | 'clock'>;

const byName = [sql`${clients.name} collate nocase`, clients.id];

/** Every client, the active ones first, each group by name. */
export function listClients({ db }: Pick<Services, 'db'>): Client[] {
  return db
    .select()
    .from(clients)
    .orderBy(desc(clients.isActive), ...byName)
    .all();
}

/** A client as filters name it. */
export type ClientName = Pick<Client, 'id' | 'name'>;

const CLIENT_NAMES =
  'select id, name from clients order by is_active desc, name collate nocase, id';

/** The names of every client, the active ones first: read with every list of work. */
export function listClientNames({ db }: Pick<Services, 'db'>): ClientName[] {
  return prepared<ClientName>(db, CLIENT_NAMES).all();
}

/** The clients that new work can be logged for, by name. */
export function listActiveClients({ db }: Pick<Services, 'db'>): Client[] {
  return db
    .select()
    .from(clients)
    .where(eq(clients.isActive, true))
    .orderBy(...byName)
    .all();
}

/** One client. Throws 404. */
export function getClient({ db }: Pick<Services, 'db'>, id: number): Client {
  const client = db.select().from(clients).where(eq(clients.id, id)).get();
  if (!client) throw notFound('The client');
  return client;
}

function toColumns(input: ClientInput) {
  return {
    name: input.name,
    email: input.email,
    contactPerson: input.contactPerson,
    standardRatePence: input.standardRate,
    premiumRatePence: input.premiumRate,
    discountedRatePence: input.discountedRate,
  };
}

/** Adds a client; active unless told otherwise. */
export function createClient({ db, clock }: ClientServices, input: ClientInput): Client {
  const now = clock();
  return db
    .insert(clients)
    .values({
      ...toColumns(input),
      isActive: input.isActive ?? true,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get();
}

/**
 * Changes a client; logs that exist keep the rates they were made with. Whether it is
 * active stays as it is unless told. Throws 404.
 */
export function updateClient(
  { db, clock }: ClientServices,
  id: number,
  input: ClientInput,
): Client {
  const [client] = db
    .update(clients)
    .set({
      ...toColumns(input),
      ...(input.isActive === null ? {} : { isActive: input.isActive }),
      updatedAt: clock(),
    })
    .where(eq(clients.id, id))
    .returning()
    .all();
  if (!client) throw notFound('The client');
  return client;
}

/** Takes a client out of the pickers, or puts it back; nothing is ever erased. Throws 404. */
export function setClientActive(
  { db, clock }: ClientServices,
  id: number,
  isActive: boolean,
): Client {
  const [client] = db
    .update(clients)
    .set({ isActive, updatedAt: clock() })
    .where(eq(clients.id, id))
    .returning()
    .all();
  if (!client) throw notFound('The client');
  return client;
}
