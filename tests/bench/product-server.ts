import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '../../server.ts';
import { freePort } from '../support/server/free-port.ts';
import { BENCH_EMAIL } from './fill.ts';

/** The product as it is run for real, its log lines written and thrown away. */
const [, , file = ''] = process.argv;
const { port, signInLink, close } = await startServer({
  environment: { PORT: String(await freePort()), DATA_DIR: dirname(file), BACKUPS: 'off' },
  logDestination: createWriteStream('/dev/null'),
});
// Its parent asks for the longest time for which nothing else was served, in milliseconds.
const delay = monitorEventLoopDelay({ resolution: 1 });
process.on('message', (question) => {
  if (question === 'watch') {
    delay.enable();
    delay.reset();
  }
  process.send?.(delay.max / 1e6);
});
process.send?.({ port, signInLink: signInLink(BENCH_EMAIL) });
// When its parent ends, or disconnects to get the profile, this process ends in order.
process.once('disconnect', () => {
  void close().then(() => process.exit(0));
});
