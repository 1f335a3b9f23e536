import { beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { createLogger } from '../platform/logger.server.ts';
import { createClient } from '../clients/clients.server.ts';
import { createWorkType, deleteWorkType } from '../work-types/work-types.server.ts';
import { deleteWorkLog, restoreWorkLog } from './deletion.server.ts';
import { getWorkLog, logWork } from './work-logs.server.ts';

let db: Database;
let id: number;
let workTypeId: number;

const logger = createLogger({ destination: { write: () => undefined } });
const services = () => ({
  logger,
  db,
  clock: () => new Date('2026-03-29T12:00:00Z'),
  config: { timeZone: 'Europe/London' },
});

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  const none = { email: null, contactPerson: null, discountedRate: null, isActive: null };
  const client = { name: 'Acme', standardRate: 6_000, premiumRate: 9_000, ...none };
  workTypeId = createWorkType(services(), {
    name: 'Support',
    hourlyRate: 7_500,
    description: null,
    isHardware: null,
  }).id;
  id = logWork(services(), {
    clientId: createClient(services(), client).id,
    workTypeId,
    duration: 60,
    travelTime: null,
    description: 'Printer',
    hourlyRate: null,
    billable: null,
    date: null,
    hardwareItems: null,
  }).id;
});

describe('bringing a deleted log back', () => {
  test('is refused when its work type was deleted for good since', () => {
    deleteWorkLog(services(), id);
    deleteWorkType(services(), workTypeId);
    expect(() => restoreWorkLog(services(), id)).toThrow(
      expect.objectContaining({
        status: 409,
        message: 'The work log cannot be restored: its work type was deleted for good since.',
      }),
    );
  });

  test('that fails for another reason is a fault, and can be tried again', () => {
    deleteWorkLog(services(), id);
    db.$client.exec(`create trigger broken before insert on work_logs
      begin select raise(abort, 'the disk is full'); end`);
    expect(() => restoreWorkLog(services(), id)).toThrow('the disk is full');
    db.$client.exec('drop trigger broken');
    expect(restoreWorkLog(services(), id).description).toBe('Printer');
    expect(getWorkLog(services(), id).description).toBe('Printer');
  });

  test('is too late for a log that was never deleted here, but not because of a fault', () => {
    expect(() => restoreWorkLog(services(), 999)).toThrow('You can undo for an hour only');
    const prepare = db.$client.prepare.bind(db.$client);
    db.$client.prepare = (text: string) => {
      if (text.includes('from work_logs')) throw new Error('the disk is broken');
      return prepare(text);
    };
    // Another object, since each statement is compiled once for a database.
    const other = { ...services(), db: Object.create(db) as Database };
    expect(() => restoreWorkLog(other, 999)).toThrow('the disk is broken');
  });
});
