import { statSync, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { endThread, makeGate } from '#db/open-file.server.ts';
import { damagedSentence, isDamage } from '#db/soundness.server.ts';
import { after } from '../../lib/after.ts';
import type { HealthCheck, Problem } from './health.server.ts';

/** An unchanged file is read again after this time, in milliseconds, since disks decay. */
const DAY = 24 * 60 * 60 * 1000;

/** How long one look waits for the pages to be read; the next look has the result. */
const PATIENCE = 1_500;

/** After a reading, at least this many times its length passes before the next one. */
const PAUSE_FACTOR = 4;

/** Tells whether the pages of the database are sound. */
export type PageWatch = {
  check: HealthCheck;
  /** To be told of every error: damage that a query meets counts until the next start. */
  noteError: (error: unknown) => void;
  /** Waits for a reading that is under way. */
  close: () => Promise<void>;
};

/**
 * Watches the database file. Whenever somebody asks for health and the file has changed, a thread
 * of its own reads every page; requests go on meanwhile. `isChecked` says that the start has read
 * the file just now.
 */
export function watchPages(file: string, isChecked: boolean): PageWatch {
  const opened = identify(statSync(file, { bigint: true }));
  let checked = isChecked ? versionOf(statSync(file, { bigint: true })) : '';
  let found: string | null = null;
  let met: string | null = null;
  let reading: Promise<void> | null = null;
  let end: (() => Promise<void>) | null = null;
  let notBefore = -Infinity;
  let readAt = performance.now();

  async function read(version: string): Promise<void> {
    const began = performance.now();
    try {
      const result = await readPages(file, (ending) => (end = ending));
      found = result === 'ok' ? null : damagedSentence(result);
      checked = version;
    } finally {
      end = null;
      readAt = performance.now();
      notBefore = readAt + PAUSE_FACTOR * (readAt - began);
    }
  }

  return {
    check: async () => {
      const stats = await stat(file, { bigint: true }).catch(() => null);
      if (stats === null || identify(stats) !== opened) return problem(REPLACED);
      const now = performance.now();
      const isDue = versionOf(stats) !== checked || now - readAt > DAY;
      if (reading === null && isDue && now >= notBefore) {
        reading = read(versionOf(stats)).finally(() => {
          reading = null;
        });
      }
      if (reading !== null) await Promise.race([reading, after(PATIENCE)]);
      const sentence = met ?? found;
      return sentence === null ? null : problem(sentence);
    },
    noteError: (error) => {
      if (isDamage(error)) met ??= damagedSentence(error instanceof Error ? error.message : '');
    },
    close: async () => {
      await end?.();
      await reading?.catch(() => undefined);
    },
  };
}

const REPLACED =
  'The database file was removed or replaced while the server runs. Stop the server, and see docs/operating.md about restoring.';

const identify = ({ dev, ino }: BigIntStats) => `${dev}:${ino}`;
const versionOf = ({ mtimeNs, size }: BigIntStats) => `${mtimeNs}:${size}`;

/** Plain JavaScript, since a thread starts from text in the product's bundle as well; so it has `openFile` in words of its own. */
const READER = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.sqlite);
const gate = new Int32Array(workerData.gate);
if (Atomics.compareExchange(gate, 0, 0, 1) === 2) Atomics.wait(gate, 0, 2);
let found;
try {
  const database = new Database(workerData.file, { readonly: true });
  Atomics.store(gate, 0, 0);
  try {
    found = String(database.pragma('quick_check(1)', { simple: true }));
  } finally {
    database.close();
  }
} catch (error) {
  Atomics.store(gate, 0, 0);
  found = /^SQLITE_(CORRUPT|NOTADB)/.test(error.code) ? error.message : 'ok';
}
parentPort.postMessage(found);`;

/** What SQLite says of all pages of a database: `ok`, or the first fault. */
function readPages(file: string, onStart: (end: () => Promise<void>) => void): Promise<string> {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  const gate = makeGate();
  const worker = new Worker(READER, {
    eval: true,
    workerData: { file, sqlite, gate },
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  onStart(() => endThread(worker, gate));
  return new Promise((resolve, reject) => {
    let found: string | null = null;
    worker.once('message', (message: unknown) => (found = String(message)));
    worker.once('error', reject);
    // Only when the thread has ended is its hold on the file gone.
    worker.once('exit', () => {
      if (found === null) reject(new Error('The database could not be read to its end'));
      else resolve(found);
    });
  });
}

const problem = (sentence: string): Problem => ({ about: 'database', sentence });
