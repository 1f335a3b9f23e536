import { createWriteStream, readFileSync } from 'node:fs';
import { carryOn } from '#app/transfer/in/import-file.server.ts';
import { addImport } from '#app/transfer/in/imports.server.ts';
import { storeUpload } from '#app/transfer/in/upload.server.ts';
import { startServer } from '../../../server.ts';
import { freePort } from './free-port.ts';

/**
 * A server in a process of its own that imports a file and is killed at a step:
 * `importing-server.ts <data folder> <file> <step>`.
 */
const [, , dataDir = '', file = '', fatal = ''] = process.argv;
const { services } = await startServer({
  environment: { PORT: String(await freePort()), DATA_DIR: dataDir, BACKUPS: 'off' },
  logDestination: createWriteStream('/dev/null'),
  checkpoint: (step) => {
    if (step === fatal) process.kill(process.pid, 'SIGKILL');
  },
});
services.db.$client.exec(
  `insert into users (email, created_at, updated_at) values ('ann@example.com', 0, 0)`,
);
const user = { id: 1, email: 'ann@example.com', firstName: null, lastName: null };
const parts = new Blob([readFileSync(file)]).stream() as unknown as AsyncIterable<Uint8Array>;
const { storedAs } = await storeUpload(services, parts);
// One person has more in one day than it has hours.
const choices = { writesAtOnce: true, confirms: true };
const id = addImport(services, user, { fileName: 'file.csv', storedAs, choices });
await carryOn(services, user, id);
// A step that never comes would let the test pass for nothing.
process.exit(7);
