import { createWriteStream } from 'node:fs';
import { clients, workTypes } from '#db/schema.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { startServer } from '../../server.ts';
import { freePort } from '../support/server/free-port.ts';

/**
 * A server in a process of its own with three writers who never rest, to be killed:
 * `writing-server.ts <data folder>`. It sends a message once it writes.
 */
const WRITERS = 3;

const [, , dataDir = ''] = process.argv;
const { services } = await startServer({
  environment: { PORT: String(await freePort()), DATA_DIR: dataDir, BACKUPS: 'off' },
  logDestination: createWriteStream('/dev/null'),
});
const { db } = services;
if (db.select().from(clients).all().length === 0) {
  const times = { createdAt: new Date(), updatedAt: new Date() };
  db.insert(clients)
    .values({ name: 'Acme', standardRatePence: 6_000, premiumRatePence: 9_000, ...times })
    .run();
  db.insert(workTypes)
    .values({ name: 'Support', hourlyRatePence: 6_000, ...times })
    .run();
}

let written = 0;
const write = () => {
  logWork(services, {
    clientId: 1,
    workTypeId: 1,
    duration: 1 + (written % 480),
    travelTime: null,
    description: `Written by a server that is killed, ${written}`.repeat(1 + (written % 40)),
    hourlyRate: null,
    billable: null,
    date: null,
    hardwareItems: [],
  });
  written += 1;
  if (written === WRITERS) process.send?.('writing');
  setImmediate(write);
};
for (let writer = 0; writer < WRITERS; writer++) setImmediate(write);
