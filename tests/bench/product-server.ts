import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { startServer } from '../../server.ts';
import { freePort } from '../support/free-port.ts';
import { BENCH_EMAIL } from './fill.ts';

/** The product as it is run for real, its log lines written and thrown away. */
const [, , file = ''] = process.argv;
const { port, signInLink, close } = await startServer({
  environment: { PORT: String(await freePort()), DATA_DIR: dirname(file) },
  logDestination: createWriteStream('/dev/null'),
});
process.send?.({ port, signInLink: signInLink(BENCH_EMAIL) });
// When its parent ends, or disconnects to get the profile, this process ends in order.
process.once('disconnect', () => {
  void close().then(() => process.exit(0));
});
