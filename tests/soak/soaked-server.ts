import { dirname } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { startServer } from '../../server.ts';
import { BENCH_EMAIL } from '../bench/fill.ts';
import { watchWork, type Stall } from './culprits.ts';
import { watchProcessor } from './processor.ts';

/**
 * The product in a process of its own: `soaked-server.ts <database> <port>`. On every message it says for
 * how long, at most, its event loop stood still since the last one, in milliseconds: without the time in
 * which others had the processor, of that only what it computed itself, and with all of it; what ran in
 * the longest of these times; how long it computed in all; and on `memory` what it holds after a garbage
 * collection, in MiB.
 */
const [, , file = '', port = ''] = process.argv;
const whatRan = watchWork();
const server = await startServer({
  environment: { ...process.env, PORT: port, DATA_DIR: dirname(file), BACKUPS: 'off' },
});
const readProcessor = watchProcessor();

const MiB = (bytes: number) => (bytes / 2 ** 20).toFixed(1);

/** Shorter ones are counted, and not told. */
const TOLD = 50;
const MOST_TOLD = 12;

type Seen = { stall: number; busy: number; withWaits: number; from: number; until: number };
const nothing = () => ({ stall: 0, busy: 0, withWaits: 0 });

let longest = nothing();
let stalls: Seen[] = [];
let begun = { at: performance.now(), ...readProcessor() };
let last = begun;
const look = () => {
  const now = { at: performance.now(), ...readProcessor() };
  const seen = {
    withWaits: now.at - last.at,
    stall: now.at - last.at - (now.waited - last.waited),
    busy: now.busy - last.busy,
    from: last.at,
    until: now.at,
  };
  longest = {
    stall: Math.max(longest.stall, seen.stall),
    busy: Math.max(longest.busy, seen.busy),
    withWaits: Math.max(longest.withWaits, seen.withWaits),
  };
  last = now;
  if (seen.stall > TOLD) tellLater(seen);
};
setInterval(look, 2);

const told: (Stall & Seen)[] = [];
/** Garbage collections are told of a little after they were. */
function tellLater(seen: Seen): void {
  stalls.push(seen);
  setTimeout(() => {
    if (!stalls.includes(seen)) return;
    const what = whatRan(seen.from, seen.until);
    told.push({ ...seen, milliseconds: seen.stall, what });
    told.sort((one, other) => other.stall - one.stall).splice(MOST_TOLD);
  }, 100);
}

process.on('message', (question) => {
  look();
  if (question === 'memory') globalThis.gc?.();
  if (question === 'hold') Buffer.alloc(200 * 2 ** 20, 1);
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const now = { at: performance.now(), ...readProcessor() };
  const computed = now.busy - begun.busy;
  const measured = { ...longest, computed, stalls: stalls.length, told: [...told] };
  process.send?.({
    ...measured,
    resident: rss / 2 ** 20,
    parts: `${MiB(heapUsed)} of a heap of ${MiB(heapTotal)}, ${MiB(external)} beside it, ${MiB(mappedFiles())} of files`,
  });
  longest = nothing();
  stalls = [];
  told.length = 0;
  begun = { at: performance.now(), ...readProcessor() };
  last = begun;
});
process.send?.({ signInLink: server.signInLink(BENCH_EMAIL) });
process.once('disconnect', () => {
  void server.close().then(() => process.exit(0));
});

/** What of it can be read from a file again: the program, libraries, the database's index of its log. In bytes. */
function mappedFiles(): number {
  const text = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const [, kibibytes = 0] = /^RssFile:\s+(\d+) kB$/m.exec(text) ?? [];
  return Number(kibibytes) * 2 ** 10;
}
