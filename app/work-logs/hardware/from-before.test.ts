import { expect, test } from 'vitest';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { importRows } from '#db/schema.ts';
import { migrateUntil } from '#tests/support/data/migrate-until.ts';
import { stagedItems } from '#app/transfer/in/staged.server.ts';
import { deleteWorkLog, restoreWorkLog } from '../deletion.server.ts';
import { toWorkLogView } from '../work-logs.ts';
import { findWorkLog, getWorkLog, updateWorkLog } from '../work-logs.server.ts';

const NOW = new Date('2026-11-29T09:00:00Z');
const TAX = `0, 2000, 'OUTPUT2', 5, 6`;

/** As they are kept of a log that was deleted: its row, and those of its items. */
const DELETED = JSON.stringify({
  log: {
    ...{ id: 9, client_id: 1, work_type_id: 1, is_hardware: 1, duration: 0, description: 'Gone' },
    ...{ hourly_rate_pence: 0, total_pence: 9_800, billable: 1, date: 0, day: '1970-01-01' },
    ...{ is_invoiced: 0, version: 2, created_at: 0, updated_at: 0 },
  },
  items: [
    {
      ...{ id: 30, work_log_id: 9, item_name: 'Router', description: '', quantity: 2 },
      ...{ unit_price_pence: 4_900, vat_included: 1, vat_rate_hundredths: 1_750 },
      ...{ tax_code: 'OUTPUT', created_at: 0, updated_at: 0 },
    },
  ],
});

/** As they are kept of a file that was looked at and not imported yet. */
const STAGED = JSON.stringify({
  items: [
    {
      ...{ id: null, itemName: 'Dock', description: '', quantity: 3, unitPrice: 12_050 },
      ...{ vatIncluded: true, vatRate: 2_000, taxCode: 'OUTPUT2' },
    },
  ],
});

function openOlder() {
  const db = openDatabase(':memory:');
  migrateUntil(db, '0036_other_prices');
  db.$client.exec(`
    insert into clients (id, name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
      values (1, 'One', 0, 0, 0, 0);
    insert into work_types (id, name, hourly_rate_pence, is_hardware, created_at, updated_at)
      values (1, 'Hardware', 0, 1, 0, 0);
    insert into work_logs (id, client_id, work_type_id, is_hardware, duration, hourly_rate_pence,
        total_pence, is_invoiced, date, day, created_at, updated_at)
      values (1, 1, 1, 1, 0, 0, 2997, 0, 0, '1970-01-01', 0, 0),
        (2, 1, 1, 1, 0, 0, 10000000000000, 1, 0, '1970-01-01', 0, 0);
    insert into hardware_items (id, work_log_id, item_name, quantity, unit_price_pence, vat_included,
        vat_rate_hundredths, tax_code, created_at, updated_at)
      values (4, 1, 'Cable', 3, 999, ${TAX}), (7, 2, 'Rack', 100000, 100000000, ${TAX}),
        (20, 1, 'Gone again', 1, 1, ${TAX});
    delete from hardware_items where id = 20;
    update work_logs set version = 3;
    insert into imports (id, status, file_name, stored_as, choices, started_at)
      values (1, 'waiting', 'f', 'f', '{}', 0);
    insert into import_rows (import_id, line, is_hardware, record) values (1, 2, 1, '${STAGED}'),
      (1, 3, 1, null), (1, 4, 0, '{"name":"One"}');`);
  db.$client
    .prepare('insert into deleted_work_logs (work_log_id, contents, deleted_at) values (9, ?, ?)')
    .run(DELETED, NOW.getTime());
  migrateDatabase(db);
  return db;
}

function withOlder(play: (services: Parameters<typeof updateWorkLog>[0]) => void) {
  const db = openOlder();
  const logger = { info: () => undefined };
  try {
    play({ db, clock: () => NOW, config: { timeZone: 'Europe/London' }, logger } as never);
  } finally {
    db.$client.close();
  }
}

test('items from before have their ids, quantities, prices and totals after, on invoiced logs too', () => {
  withOlder((services) => {
    const [log, invoiced] = [1, 2].map((id) => toWorkLogView(getWorkLog(services, id)));
    expect(log).toMatchObject({ totalAmount: '29.97' });
    expect(log?.hardwareItems).toEqual([
      expect.objectContaining({ id: 4, quantity: 3, unitPrice: '9.99', totalPrice: '29.97' }),
    ]);
    expect(invoiced).toMatchObject({ totalAmount: '100000000000.00', isInvoiced: true });
    expect(invoiced?.hardwareItems).toEqual([
      expect.objectContaining({
        ...{ id: 7, quantity: 100_000, unitPrice: '1000000.00' },
        totalPrice: '100000000000.00',
      }),
    ]);
    expect(getWorkLog(services, 1).version).toBe(3);
    expect(
      services.db.$client.prepare('select created_at, updated_at from hardware_items').raw().all(),
    ).toEqual([
      [5, 6],
      [5, 6],
    ]);
    // A new item raises the version of its log, and has the id of none that is gone.
    const item = { itemName: 'Mile', quantity: 12.5, unitPrice: '0.45' };
    const changed = updateWorkLog(services, 1, { hardwareItems: [item] });
    expect(changed.hardwareItems.map(({ id }) => id)).toEqual([21]);
    expect(changed.version).toBeGreaterThan(3);
    expect(changed.totalPence).toBe(563);
  });
});

test('a log that was deleted before is brought back after with its items as they were', () => {
  withOlder((services) => {
    const view = toWorkLogView(restoreWorkLog(services, 9));
    expect(view).toMatchObject({ id: 9, description: 'Gone', totalAmount: '98.00' });
    expect(view.hardwareItems).toEqual([
      {
        ...{ id: 30, itemName: 'Router', description: '', quantity: 2, unitPrice: '49.00' },
        ...{ totalPrice: '98.00', vatIncluded: true, vatRate: 17.5, taxCode: 'OUTPUT' },
      },
    ]);
  });
});

test('a log with fractions is brought back as it was', () => {
  withOlder((services) => {
    const item = { itemName: 'Mile', quantity: 123.4, unitPrice: '0.0125' };
    const before = updateWorkLog(services, 1, { hardwareItems: [item] });
    deleteWorkLog(services as never, 1);
    expect(findWorkLog(services, 1)).toBeNull();
    expect(restoreWorkLog(services, 1).hardwareItems).toEqual(before.hardwareItems);
  });
});

test('a file that was looked at before is imported after with its items as they were', () => {
  withOlder(({ db }) => {
    const rows = db.select().from(importRows).all();
    const [staged, ...others] = rows.map(({ record }) => record);
    expect(others).toEqual([null, '{"name":"One"}']);
    expect(stagedItems(staged ?? '')).toEqual([
      expect.objectContaining({ itemName: 'Dock', quantity: 30_000, unitPrice: 1_205_000 }),
    ]);
  });
});
