import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from './connection.server.ts';
import {
  approvedEmails,
  clients,
  invoiceLogs,
  invoiceRuns,
  invoices,
  sessions,
  users,
  workLogs,
  workTypes,
} from './schema.ts';

const NOW = new Date('2026-03-29T12:00:00Z');
const TIMESTAMPS = { createdAt: NOW, updatedAt: NOW };

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
});

type NewClient = typeof clients.$inferInsert;
type NewWorkType = typeof workTypes.$inferInsert;
type NewWorkLog = typeof workLogs.$inferInsert;

function addClient(columns: Partial<NewClient> = {}): number {
  const rates = { standardRatePence: 6_000, premiumRatePence: 9_000 };
  const values = { name: 'Acme', ...rates, ...TIMESTAMPS, ...columns };
  return db.insert(clients).values(values).returning().get().id;
}

function addWorkType(columns: Partial<NewWorkType> = {}): number {
  const values = { name: 'Support', hourlyRatePence: 6_000, ...TIMESTAMPS, ...columns };
  return db.insert(workTypes).values(values).returning().get().id;
}

function addWorkLog(columns: Partial<NewWorkLog> = {}) {
  const money = { duration: 60, hourlyRatePence: 6_000, totalPence: 6_000 };
  const clientId = columns.clientId ?? addClient();
  const workTypeId = columns.workTypeId ?? addWorkType();
  const values = {
    ...money,
    date: NOW,
    day: '2026-01-01',
    ...TIMESTAMPS,
    ...columns,
    clientId,
    workTypeId,
  };
  return db.insert(workLogs).values(values).returning().get();
}

function addUser(email: string): number {
  return db
    .insert(users)
    .values({ email, ...TIMESTAMPS })
    .returning()
    .get().id;
}

/** A claimed invoice, the first in the database. */
function addInvoice(): void {
  const clientId = addClient();
  db.insert(invoiceRuns)
    .values({ id: 1, tenantId: 'one', status: 'running', startedAt: NOW })
    .run();
  db.insert(invoices)
    .values({
      id: 1,
      runId: 1,
      tenantId: 'one',
      clientId,
      month: '2026-03',
      state: 'claimed',
      reference: 'one',
      contents: '{}',
      totalMinutes: 0,
      totalPence: 0,
      ...TIMESTAMPS,
    })
    .run();
}

describe('the database refuses what no rule of ours allows', () => {
  test.each([
    ['a standard rate below 0', () => addClient({ standardRatePence: -1 })],
    ['a premium rate below 0', () => addClient({ premiumRatePence: -1 })],
    ['a discounted rate below 0', () => addClient({ discountedRatePence: -1 })],
    ['an hourly rate below 0', () => addWorkType({ hourlyRatePence: -1 })],
    ['a duration below 0', () => addWorkLog({ duration: -1 })],
    ['a duration over 6,000 minutes', () => addWorkLog({ duration: 6_001 })],
    ["a log's rate below 0", () => addWorkLog({ hourlyRatePence: -1 })],
    ['a total below 0', () => addWorkLog({ totalPence: -1 })],
    ['a day that no total is kept by', () => addWorkLog({ day: '1 January 2026' })],
    ['a user whose email is not lower case', () => addUser('Alex@example.com')],
    [
      'a flag that is neither yes nor no',
      () => {
        const { id } = addWorkLog();
        db.$client.prepare('update work_logs set is_invoiced = 2 where id = ?').run(id);
      },
    ],
  ])('%s', (_, add) => {
    expect(add).toThrow(/CHECK constraint failed/);
  });

  test.each([
    ['a log of no client', () => addWorkLog({ clientId: 99 })],
    ['a log of no work type', () => addWorkLog({ workTypeId: 99 })],
    [
      'a claim of no log',
      () => {
        addInvoice();
        db.insert(invoiceLogs).values({ invoiceId: 1, workLogId: 99 }).run();
      },
    ],
    [
      'an active organisation that was never read',
      () =>
        db.$client.exec(`insert into xero_connections
          (id, access_token, refresh_token, access_expires_at, tenant_id, connected_at, updated_at)
          values (1, '', '', 0, 'none', 0, 0)`),
    ],
    [
      'a session of no user',
      () =>
        db
          .insert(sessions)
          .values({ idHash: 'x', userId: 99, createdAt: NOW, expiresAt: NOW })
          .run(),
    ],
  ])('%s', (_, add) => {
    expect(add).toThrow(/FOREIGN KEY constraint failed/);
  });

  test('to erase a client or a work type that a log refers to', () => {
    const { clientId, workTypeId } = addWorkLog();
    expect(() => db.delete(clients).where(eq(clients.id, clientId)).run()).toThrow(/FOREIGN KEY/);
    expect(() => db.delete(workTypes).where(eq(workTypes.id, workTypeId)).run()).toThrow(
      /FOREIGN KEY/,
    );
    // Without the log, both can go.
    db.delete(workLogs).run();
    expect(db.delete(clients).where(eq(clients.id, clientId)).run().changes).toBe(1);
    expect(db.delete(workTypes).where(eq(workTypes.id, workTypeId)).run().changes).toBe(1);
  });

  test('the same email twice, among users and among the approved', () => {
    addUser('alex@example.com');
    expect(() => addUser('alex@example.com')).toThrow(/UNIQUE constraint failed/);
    expect(addUser('robin@example.com')).toBeGreaterThan(0);
    const approve = (email: string) =>
      db.insert(approvedEmails).values({ email, createdAt: NOW }).run();
    approve('alex@example.com');
    expect(() => approve('alex@example.com')).toThrow(/UNIQUE constraint failed/);
  });
});

describe('the database takes what the rules allow', () => {
  test('the limits of a log', () => {
    expect(addWorkLog({ duration: 0, hourlyRatePence: 0, totalPence: 0 }).duration).toBe(0);
    const longest = { duration: 6_000, hourlyRatePence: 100_000_000, totalPence: 10_000_000_000 };
    expect(addWorkLog(longest)).toMatchObject(longest);
  });

  test('an instant to the millisecond, and flags as they were', () => {
    const date = new Date('2026-10-25T00:30:00.123Z');
    const log = addWorkLog({ date, billable: false, isInvoiced: true });
    expect(log).toMatchObject({ date, billable: false, isInvoiced: true });
    expect(db.$client.prepare('select date from work_logs').pluck().get()).toBe(date.getTime());
  });
});

test('a new log is billable, not invoiced and without description', () => {
  expect(addWorkLog()).toMatchObject({
    billable: true,
    isInvoiced: false,
    description: '',
    xeroInvoiceId: null,
    xeroInvoiceNumber: null,
  });
});

test("a user's sessions go with the user", () => {
  const [gone, stays] = [addUser('alex@example.com'), addUser('robin@example.com')];
  const lifetime = { createdAt: NOW, expiresAt: NOW };
  for (const userId of [gone, stays]) {
    db.insert(sessions)
      .values({ idHash: `of-${userId}`, userId, ...lifetime })
      .run();
  }
  db.delete(users).where(eq(users.id, gone)).run();
  expect(db.select({ userId: sessions.userId }).from(sessions).all()).toEqual([{ userId: stays }]);
});

test('a claim that ended goes with its log', () => {
  addInvoice();
  const { id } = addWorkLog();
  db.insert(invoiceLogs).values({ invoiceId: 1, workLogId: id }).run();
  const remove = () => db.delete(workLogs).where(eq(workLogs.id, id)).run();
  expect(remove).toThrow(/a work log on an invoice cannot be deleted/);
  db.update(invoices).set({ state: 'failed' }).run();
  remove();
  expect(db.select().from(invoiceLogs).all()).toEqual([]);
});

test('the id of something deleted is never given again', () => {
  const first = addWorkLog();
  db.delete(workLogs).run();
  expect(addWorkLog().id).toBeGreaterThan(first.id);
});
