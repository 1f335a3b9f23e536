import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endThread, makeGate, openFile } from './open-file.server.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-open-'));
  const sqlite = openFile(join(folder, 'some.sqlite'));
  sqlite.exec('create table things (name text)');
  sqlite.close();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * In a process of its own, since what is tested would end it: begins threads, and ends each within the
 * milliseconds in which it opens a database.
 */
const PROGRAM = `
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
const [, file, module, thread] = process.argv;
const { endThread, makeGate, openFile } = await import(module);
openFile(file).close();
for (let time = 0; time < 120; time += 1) {
  const gate = makeGate();
  const worker = new Worker(new URL(thread), { workerData: { module, file, gate } });
  await once(worker, 'message');
  await setTimeout(time % 4);
  await endThread(worker, gate);
}
console.log('all ended');`;

const THREAD = `
import { parentPort, workerData } from 'node:worker_threads';
const { openFile, passBy } = await import(workerData.module);
passBy(workerData.gate);
parentPort.postMessage('begins');
for (;;) openFile(workerData.file, { readonly: true }).close();`;

const codeOf = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

test('threads are ended while they open a database, and the process goes on', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...['--input-type=module', '--eval', PROGRAM],
      ...[join(folder, 'some.sqlite'), new URL('open-file.server.ts', import.meta.url).href],
      codeOf(THREAD),
    ],
    { encoding: 'utf8' },
  );
  expect({ stdout, stderr, status }).toEqual({ stdout: 'all ended\n', stderr: '', status: 0 });
});

test('a thread that is opening one has opened it before it is ended', async () => {
  const gate = makeGate();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const opening = `
import { parentPort, workerData } from 'node:worker_threads';
const gate = new Int32Array(workerData.gate);
Atomics.store(gate, 0, 1);
parentPort.postMessage('opens');
Atomics.wait(workerData.done, 0, 0, 300);
Atomics.store(workerData.done, 0, 1);
Atomics.store(gate, 0, 0);
for (;;);`;
  const worker = new Worker(new URL(codeOf(opening)), { workerData: { gate, done } });
  await once(worker, 'message');
  await endThread(worker, gate);
  expect(Atomics.load(done, 0)).toBe(1);
  expect(Atomics.load(new Int32Array(gate), 0)).toBe(2);
});

test('a thread that ended by itself while it opened one is not waited for', async () => {
  const gate = makeGate();
  Atomics.store(new Int32Array(gate), 0, 1);
  const worker = new Worker(new URL(codeOf('')));
  await once(worker, 'exit');
  await endThread(worker, gate);
});
