import { dirname } from 'node:path';
import { createWriteStream, existsSync, openSync, readSync } from 'node:fs';
import { startServer } from '../../server.ts';
import { BENCH_EMAIL } from '../bench/fill.ts';
import { freePort } from '../support/server/free-port.ts';

/**
 * The product in a process of its own, which says on every message for how long, at most, its event
 * loop stood still since the last one, in milliseconds: with the time that it was kept waiting for a
 * processor by whatever else runs on the machine, and without.
 */
const [, , file = ''] = process.argv;
const { port, signInLink, close } = await startServer({
  environment: { PORT: String(await freePort()), DATA_DIR: dirname(file), BACKUPS: 'off' },
  logDestination: createWriteStream('/dev/null'),
});
const waitedForProcessor = readWaits();
let longest = { stall: 0, withWaits: 0 };
let last = { at: performance.now(), waited: waitedForProcessor() };
const look = () => {
  const now = { at: performance.now(), waited: waitedForProcessor() };
  const withWaits = now.at - last.at;
  const stall = withWaits - (now.waited - last.waited);
  longest = {
    stall: Math.max(longest.stall, stall),
    withWaits: Math.max(longest.withWaits, withWaits),
  };
  last = now;
};
setInterval(look, 1);
process.on('message', () => {
  look();
  process.send?.(longest);
  longest = { stall: 0, withWaits: 0 };
});
process.send?.({ port, signInLink: signInLink(BENCH_EMAIL) });
process.once('disconnect', () => {
  void close().then(() => process.exit(0));
});

/** Gives what reads how long this thread could have run but had no processor, in milliseconds. */
function readWaits(): () => number {
  const statistics = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(statistics)) return () => 0;
  const descriptor = openSync(statistics, 'r');
  const text = Buffer.alloc(100);
  return () => {
    const length = readSync(descriptor, text, 0, text.length, 0);
    return Number(text.toString('latin1', 0, length).split(' ')[1]) / 1e6;
  };
}
