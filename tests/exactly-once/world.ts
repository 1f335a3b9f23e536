import { copyFile } from 'node:fs/promises';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { installationId } from '#app/platform/settings-store.server.ts';
import { storeNewTokens } from '#app/xero/connection/tokens.server.ts';
import { reach, XERO_CLIENT } from '#tests/support/server/xero.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { APP_SECRET, openDatabaseQuickly } from './life.ts';
import type { Schedule } from './schedule.ts';

/** The instant at which every schedule begins. */
const START = Date.UTC(2026, 10, 21, 9);

/** How far the clock moves at once, in milliseconds. */
const TICK = 5_000;

export const TENANT = '11111111-aaaa-4bbb-8ccc-000000000001';

/** One installation, one organisation in Xero, and the time that both live in. */
export type World = {
  file: string;
  standIn: RunningXero;
  now: () => number;
  /** Lets time pass; late calls arrive meanwhile. */
  pass: (milliseconds: number) => void;
  /** Connects to Xero again, as a person does; `file` is another installation's database. */
  connect: (file?: string) => Promise<void>;
};

/** Makes the database of which every schedule gets a copy. */
export function makeTemplate(file: string): void {
  const db = openDatabase(file);
  migrateDatabase(db);
  db.$client.exec(`insert into work_types (name, hourly_rate_pence, created_at, updated_at)
    values ('Development', 0, 0, 0)`);
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  db.$client.close();
}

/** Builds the world of a schedule. The caller closes its stand-in. */
export async function makeWorld(
  { isVatRegistered, clients }: Schedule,
  template: string,
  file: string,
): Promise<World> {
  let now = START;
  await copyFile(template, file);
  const standIn = await startXero({
    clients: [XERO_CLIENT],
    organisations: [
      {
        name: 'Harbour Consulting',
        tenantId: TENANT,
        isVatRegistered,
        contacts: clients.filter(({ hasContact }) => hasContact).map(({ name }) => ({ name })),
      },
    ],
    clock: () => new Date(now),
  });
  const connect = async (installation = file) => {
    const clock = () => new Date(now);
    const tokens = await reach(standIn, { clock }).exchangeCode(standIn.grantCode());
    const db = openDatabaseQuickly(installation);
    storeNewTokens({ db, clock, appSecret: APP_SECRET }, tokens);
    db.$client.prepare('update xero_connections set tenant_id = ?').run(TENANT);
    db.$client.close();
  };
  const db = openDatabaseQuickly(file);
  fill(db, clients, isVatRegistered);
  // As a server does at its start.
  installationId({ db });
  db.$client.close();
  await connect();
  return {
    file,
    standIn,
    connect,
    now: () => now,
    pass: (milliseconds) => {
      const end = now + milliseconds;
      while (now < end) {
        now = Math.min(end, now + TICK);
        standIn.deliverLate();
      }
    },
  };
}

const RATES = [
  { code: 'OUTPUT2', name: '20%', rateHundredths: 2_000 },
  { code: 'ZERORATEDOUTPUT', name: 'Zero', rateHundredths: 0 },
];

function fill({ $client }: Database, clients: Schedule['clients'], isVatRegistered: boolean): void {
  $client
    .prepare(
      `insert into xero_organisations (tenant_id, connection_id, name, is_vat_registered, tax_rates,
        account_code, time_tax_code, read_at, updated_at)
      values (?, 'here', 'Harbour Consulting', ?, ?, '200', 'OUTPUT2', 1, 1)`,
    )
    .run(TENANT, Number(isVatRegistered), JSON.stringify(RATES));
  const addClient = $client.prepare(`insert into clients
    (name, po_number, invoice_per, standard_rate_pence, premium_rate_pence, created_at, updated_at)
    values (?, ?, ?, 0, 0, 0, 0)`);
  const addLog = $client.prepare(`insert into work_logs (client_id, work_type_id, duration,
    is_hardware, description, hourly_rate_pence, total_pence, billable, date, day, created_at, updated_at)
    values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`);
  const addItem =
    $client.prepare(`insert into hardware_items (work_log_id, item_name, quantity_in_places,
    unit_price_in_places, vat_included, vat_rate_hundredths, tax_code, created_at, updated_at)
    values (?, ?, ? * 10000, ? * 100, ?, 2000, 'OUTPUT2', 0, 0)`);
  let number = 0;
  for (const [index, { name, logs }] of clients.entries()) {
    // Some with a PO number before our mark, some whose months go together.
    const clientId = addClient.run(
      name,
      index % 3 === 1 ? `PO ${index}/a & (Größe) 'x', ${name.slice(0, 20)}` : null,
      index % 4 === 2 ? 'period' : 'month',
    ).lastInsertRowid;
    for (const { day, minutes, ratePence, billable, items } of logs) {
      number += 1;
      // By this label the log's lines in Xero are found.
      const label = `log-${number}.`;
      const total =
        minutes > 0
          ? Math.round((minutes * ratePence) / 60)
          : items.reduce((sum, item) => sum + item.quantity * item.unitPricePence, 0);
      const rate = minutes > 0 ? ratePence : 0;
      const date = Date.parse(`${day}T12:00:00Z`);
      const values = [
        minutes,
        Number(minutes === 0),
        label,
        rate,
        total,
        Number(billable),
        date,
        day,
      ];
      const logId = addLog.run(clientId, ...values).lastInsertRowid;
      for (const { quantity, unitPricePence, vatIncluded } of items) {
        addItem.run(logId, label, quantity, unitPricePence, Number(vatIncluded));
      }
    }
  }
}
