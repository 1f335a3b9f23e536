import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { programSchema } from '#db/schema-version.server.ts';
import { invoiceRuns, invoices, workLogs } from '#db/schema.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { openXeroLedger } from '#tests/support/server/xero-organisation.ts';
import { restoreBackup } from '../../platform/backups/restore.server.ts';
import { continueRun, dueRuns } from './carry-on.server.ts';

const MINUTE = 60_000;
const SCHEMA = programSchema(join(import.meta.dirname, '../../../db/migrations'));

let folder: string;

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-restored-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The limit of the day ends a run before its invoice is sent; then a backup is made. */
async function backUpClaim({ standIn, services, addClient, addTime, invoiceAll }: Invoicing) {
  addTime(addClient('Acme Ltd'));
  standIn.fail({ kind: '429-day', path: '/Invoices', method: 'PUT' });
  await invoiceAll();
  expect(services.db.select().from(invoices).all()).toMatchObject([{ state: 'claimed' }]);
  services.db.$client.prepare('vacuum into ?').run(join(folder, 'backup.sqlite'));
}

/** Restores the backup into a folder of its own, as another installation with the same secret. */
function restore({ services }: Invoicing): Invoicing['services'] {
  const dataDir = join(folder, 'restored');
  const file = join(folder, 'backup.sqlite');
  restoreBackup({ dataDir, file, schema: SCHEMA, now: services.clock() });
  const db = openDatabase(join(dataDir, 'database.sqlite'));
  const restored = { ...services, db };
  const parts = restored as unknown as Parameters<typeof openXeroLedger>[0];
  return { ...restored, ledger: openXeroLedger(parts) };
}

const carryOnDue = async (services: Invoicing['services']) => {
  for (const { id } of dueRuns(services)) await continueRun(services, id);
};

test('a restored claim is looked up, and not sent a second time', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, services, pass } = invoicing;
    await backUpClaim(invoicing);
    pass(6 * 60 * MINUTE);
    await carryOnDue(services);
    expect(standIn.state().invoices).toHaveLength(1);
    const contacts = standIn.state().contacts.length;

    const restored = restore(invoicing);
    await carryOnDue(restored);
    expect(standIn.state().invoices).toHaveLength(1);
    expect(standIn.state().contacts).toHaveLength(contacts);
    expect(restored.db.select().from(invoices).all()).toMatchObject([
      { state: 'created', xeroInvoiceNumber: 'INV-0001' },
    ]);
    expect(restored.db.select().from(invoiceRuns).all()).toMatchObject([{ status: 'done' }]);
    restored.db.$client.close();
  }));

test('one that was never made is made, once no call can still arrive', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, pass } = invoicing;
    await backUpClaim(invoicing);
    pass(6 * 60 * MINUTE);
    const restored = restore(invoicing);
    await carryOnDue(restored);
    pass(5 * MINUTE);
    await carryOnDue(restored);
    expect(standIn.state().invoices).toEqual([]);
    pass(2 * MINUTE);
    await carryOnDue(restored);
    expect(standIn.state().invoices).toHaveLength(1);
    expect(restored.db.select().from(invoices).all()).toMatchObject([{ state: 'created' }]);
    restored.db.$client.close();
  }));

test('without its connection it stays unknown, and its logs stay claimed', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, services, pass } = invoicing;
    await backUpClaim(invoicing);
    pass(6 * 60 * MINUTE);
    await carryOnDue(services);
    standIn.endGrants();
    const restored = restore(invoicing);
    await carryOnDue(restored);
    const [invoice] = restored.db.select().from(invoices).all();
    expect(invoice).toMatchObject({ state: 'sending' });
    expect(invoice?.message).toContain('has not confirmed this invoice yet');
    const logs = restored.db.select().from(workLogs);
    expect(logs.all()).toMatchObject([{ isInvoiced: false }]);
    restored.db.$client.close();
  }));
