import { dirname } from 'node:path';
import { createWriteStream, existsSync, openSync, readSync } from 'node:fs';
import { startServer } from '../../server.ts';
import { BENCH_EMAIL } from '../bench/fill.ts';

/**
 * The product in a process of its own: `soaked-server.ts <database> <port>`. On every message it says for
 * how long, at most, its event loop stood still since the last one, in milliseconds: without the time in
 * which others had the processor, of that only what it computed itself, and with all of it; and on `memory` what it holds after a garbage collection, in
 * MiB.
 */
const [, , file = '', port = ''] = process.argv;
const server = await startServer({
  environment: { ...process.env, PORT: port, DATA_DIR: dirname(file), BACKUPS: 'off' },
  logDestination: createWriteStream('/dev/null'),
});
const readProcessor = watchProcessor();
let longest = { stall: 0, busy: 0, withWaits: 0 };
let last = { at: performance.now(), ...readProcessor() };
const look = () => {
  const now = { at: performance.now(), ...readProcessor() };
  const withWaits = now.at - last.at;
  longest = {
    stall: Math.max(longest.stall, withWaits - (now.waited - last.waited)),
    busy: Math.max(longest.busy, now.busy - last.busy),
    withWaits: Math.max(longest.withWaits, withWaits),
  };
  last = now;
};
setInterval(look, 2);
process.on('message', (question) => {
  look();
  const stalls = longest;
  if (question === 'memory') globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ ...stalls, resident: rss / 2 ** 20, heap: heapUsed / 2 ** 20 });
  longest = { stall: 0, busy: 0, withWaits: 0 };
  last = { at: performance.now(), ...readProcessor() };
});
process.send?.({ signInLink: server.signInLink(BENCH_EMAIL) });
process.once('disconnect', () => {
  void server.close().then(() => process.exit(0));
});

/**
 * Gives what reads for how long this thread had a processor, and for how long it could have run but had none,
 * in milliseconds.
 */
function watchProcessor(): () => { busy: number; waited: number } {
  const statistics = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(statistics)) return () => ({ busy: 0, waited: 0 });
  const descriptor = openSync(statistics, 'r');
  const text = Buffer.alloc(100);
  return () => {
    const length = readSync(descriptor, text, 0, text.length, 0);
    const [busy, waited] = text.toString('latin1', 0, length).split(' ');
    return { busy: Number(busy) / 1e6, waited: Number(waited) / 1e6 };
  };
}
