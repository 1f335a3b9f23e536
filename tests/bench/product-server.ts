import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { createSignInLink } from '#app/auth/sign-in-links.server.ts';
import { readConfig } from '#app/lib/env.server.ts';
import { createLogger } from '#app/lib/logger.server.ts';
import { startServer } from '../../server.ts';
import { freePort } from '../support/free-port.ts';
import { BENCH_EMAIL } from './fill.ts';

/** The product as it is run for real, its log lines written and thrown away. */
const [, , file = ''] = process.argv;
const config = readConfig({ PORT: String(await freePort()), DATA_DIR: dirname(file) });
const logger = createLogger({ destination: createWriteStream('/dev/null') });
const { services, port, close } = await startServer({ config, logger });
process.send?.({ port, signInLink: createSignInLink(services, BENCH_EMAIL) });
// A parent that goes, or asks for the profile, ends it in order.
process.once('disconnect', () => {
  void close().then(() => process.exit(0));
});
