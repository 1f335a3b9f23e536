import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { clients, workTypes, type Client, type WorkType } from '#db/schema.ts';
import { invalid } from '../lib/errors.ts';

const INACTIVE_CLIENT =
  'This client is inactive. Choose another, or reactivate it on the Clients screen.';
const DELETED_WORK_TYPE =
  'This work type was deleted. Choose another, or bring it back in Settings.';

// Written out and compiled once, since an import asks for each of its lines.
const CLIENT = columnsOf(clients, 'c');
const ONE_CLIENT = `select ${CLIENT.text} from clients c where c.id = ?`;
const WORK_TYPE = columnsOf(workTypes, 't');
const ONE_WORK_TYPE = `select ${WORK_TYPE.text} from work_types t where t.id = ?`;

/**
 * The client that was chosen. An inactive one may only stay where it is already: `current` is its
 * id there. Throws 400 at `clientId`.
 */
export function chosenClient(db: Database, id: number, current: number | null = null): Client {
  const row = prepared<Stored<Client>>(db, ONE_CLIENT).get(id);
  if (!row) throw invalid('clientId', 'This client does not exist. Choose another.');
  const client = CLIENT.read(row);
  if (!client.isActive && id !== current) throw invalid('clientId', INACTIVE_CLIENT);
  return client;
}

/**
 * The work type that was chosen. A deleted one may only stay where it is already: `current` is its
 * id there. Throws 400 at `workTypeId`.
 */
export function chosenWorkType(db: Database, id: number, current: number | null = null): WorkType {
  const row = prepared<Stored<WorkType>>(db, ONE_WORK_TYPE).get(id);
  if (!row) throw invalid('workTypeId', 'This work type does not exist. Choose another.');
  const workType = WORK_TYPE.read(row);
  if (!workType.isActive && id !== current) throw invalid('workTypeId', DELETED_WORK_TYPE);
  return workType;
}
