import { eq } from 'drizzle-orm';
import type { Database } from '#db/connection.server.ts';
import { clients, workTypes } from '#db/schema.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Name, description, quantity, unit price, VAT included. */
type Item = [string, string, number, string, boolean];

const ORDERS: { description: string; items: Item[] }[] = [
  {
    description: 'Replacement for the front desk, order 4471',
    items: [
      ['Dell Latitude 5450', '16 GB, 512 GB', 1, '949.00', false],
      ['USB-C dock', '', 1, '129.99', true],
    ],
  },
  {
    description: 'Wi-Fi for the meeting rooms',
    items: [
      ['UniFi U6 Pro access point', 'Ceiling mount', 3, '138.00', false],
      ['Cat6 patch cable 2 m', '', 12, '3.49', true],
    ],
  },
  { description: 'Spare printer toner', items: [['HP 207X toner', 'Black', 2, '86.40', true]] },
  {
    description: 'Backup disks, rotated off-site',
    items: [['4 TB portable SSD', 'Encrypted', 2, '289.00', true]],
  },
  {
    description: 'Two screens for the new starter',
    items: [
      ['Dell P2425H 24" monitor', '', 2, '164.50', false],
      ['Dual monitor arm', '', 1, '74.95', true],
    ],
  },
];

/** Adds a hardware log about every fortnight of the year before `now`, for active clients in turn. */
export function addSampleHardware(
  db: Database,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const active = db.select().from(clients).where(eq(clients.isActive, true)).all();
  const hardware = db.select().from(workTypes).where(eq(workTypes.isHardware, true)).get();
  if (!hardware) return;
  for (let number = 0; number < 26; number++) {
    const client = active[(number * 5) % active.length];
    const order = ORDERS[number % ORDERS.length];
    if (!client || !order) return;
    const instant = new Date(now.getTime() - (number * 14 + 2) * DAY);
    logWork(
      { db, clock: () => instant, config: { timeZone } },
      {
        clientId: client.id,
        workTypeId: hardware.id,
        duration: null,
        travelTime: null,
        description: order.description,
        hourlyRate: null,
        billable: true,
        date: { instant },
        hardwareItems: order.items.map(
          ([itemName, description, quantity, unitPrice, vatIncluded]) => ({
            itemName,
            description,
            quantity,
            unitPrice,
            vatIncluded,
          }),
        ),
      },
    );
  }
}
