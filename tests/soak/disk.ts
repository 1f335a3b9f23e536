import { closeSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { watchProcessor } from './processor.ts';

/** A time in which the disk answered nobody, in milliseconds since 1970. */
export type DiskStop = { from: number; until: number };

/**
 * A process of its own: `disk.ts <file>`. Adds a few bytes to a file again and again and has the disk keep them, as commits
 * do whose files grow, and on every message says when that took long since the last one, though it takes half a
 * millisecond. It shares nothing with the server but the disk, so what stops both is the machine.
 */
const LONG = 40;
const PAUSE = 10;
/** In bytes; then it begins anew. */
const LARGEST = 4 * 2 ** 20;

const file = openSync(process.argv[2] ?? '', 'w');
const bytes = Buffer.alloc(4_096, 'x');
const readProcessor = watchProcessor();
let stops: DiskStop[] = [];
let size = 0;

function write(): void {
  const from = performance.now();
  const { waited } = readProcessor();
  if (size >= LARGEST) {
    ftruncateSync(file);
    size = 0;
  }
  size += writeSync(file, bytes, 0, bytes.length, size);
  fdatasyncSync(file);
  const until = performance.now();
  const { timeOrigin } = performance;
  // The time in which others had the processor is theirs.
  if (until - from - (readProcessor().waited - waited) > LONG) {
    stops.push({ from: timeOrigin + from, until: timeOrigin + until });
  }
}

const writing = setInterval(write, PAUSE);
process.on('message', () => {
  process.send?.(stops);
  stops = [];
});
process.once('disconnect', () => {
  clearInterval(writing);
  closeSync(file);
});
process.send?.('writing');
