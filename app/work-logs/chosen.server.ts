import { eq } from 'drizzle-orm';
import type { Database } from '#db/connection.server.ts';
import { clients, workTypes, type Client, type WorkType } from '#db/schema.ts';
import { invalid } from '../lib/errors.ts';

const INACTIVE_CLIENT =
  'This client is inactive. Choose another, or reactivate it on the Clients screen.';
const DELETED_WORK_TYPE =
  'This work type was deleted. Choose another, or bring it back in Settings.';

/**
 * The client that was chosen. An inactive one may only stay where it is already: `current` is its
 * id there. Throws 400 at `clientId`.
 */
export function chosenClient(db: Database, id: number, current: number | null = null): Client {
  const client = db.select().from(clients).where(eq(clients.id, id)).get();
  if (!client) throw invalid('clientId', 'This client does not exist. Choose another.');
  if (!client.isActive && id !== current) throw invalid('clientId', INACTIVE_CLIENT);
  return client;
}

/**
 * The work type that was chosen. A deleted one may only stay where it is already: `current` is its
 * id there. Throws 400 at `workTypeId`.
 */
export function chosenWorkType(db: Database, id: number, current: number | null = null): WorkType {
  const workType = db.select().from(workTypes).where(eq(workTypes.id, id)).get();
  if (!workType) throw invalid('workTypeId', 'This work type does not exist. Choose another.');
  if (!workType.isActive && id !== current) throw invalid('workTypeId', DELETED_WORK_TYPE);
  return workType;
}
