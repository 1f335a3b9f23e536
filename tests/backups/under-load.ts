import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { IS_SHORT, report } from '../bench/figures.ts';
import { filledFile } from '../bench/filled.ts';
import { fillDatabase } from '../bench/fill.ts';
import { signIn, startProcess, stopProcess, type BenchServer } from '../bench/load.ts';

/** With their trail and the index of their words, enough for more than 50 MiB. */
const LOGS = IS_SHORT ? 500 : 31_000;
const LEAST_SIZE = IS_SHORT ? 0 : 50;
const WRITERS = 3;

/** A machine that does other things as well stalls everybody now and then: the middle round counts. */
const ROUNDS = IS_SHORT ? 1 : 5;

const MOST_STALL = 25;
const MOST_TIME = 2_000;

type Stalls = { stall: number; withWaits: number };
type Measured = Stalls & { time: number };

/**
 * Backs 50 MiB up while three writers write, from Settings and by the command, and prints for how long
 * the server stood still, and how long the backup took.
 */
export async function measureUnderLoad(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-under-load-'));
  const file = join(folder, 'database.sqlite');
  copyFileSync(
    filledFile(`${LOGS} logs`, (path) => fillDatabase(path, LOGS)),
    file,
  );
  const server = await startProcess('../backups/watched-server.ts', file);
  try {
    const cookie = await signIn(server);
    const writers = startWriters(server, cookie);
    const idle = await measure(server.process, () => pause(1_000));
    const inSettings: Measured[] = [];
    const byCommand: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      inSettings.push(await measure(server.process, () => backUpInSettings(server, cookie)));
      byCommand.push(await measure(server.process, () => backUpByCommand(folder)));
    }
    const { written, slowest } = await writers.stop();
    const mebibytes = statSync(file).size / 2 ** 20;
    const size = `${mebibytes.toFixed(0)} MiB`;
    if (mebibytes < LEAST_SIZE) throw new Error(`${size} are less than ${LEAST_SIZE}: add logs.`);
    process.stdout.write(
      `${size}, ${WRITERS} writers, ${written} work logs written meanwhile, the slowest in ${slowest.toFixed(0)} ms\n` +
        `longest stalls in ms, and in brackets with the time without a processor\n` +
        `  without a backup: ${list([idle])}\n` +
        `  from Settings: ${list(inSettings)}\n` +
        `  by the command: ${list(byCommand)}\n`,
    );
    report(`A backup of ${size} under ${WRITERS} writers, middle of ${ROUNDS} rounds`, [
      {
        name: 'from Settings, longest stall',
        unit: 'ms',
        value: middle(inSettings, 'stall'),
        atMost: MOST_STALL,
      },
      {
        name: 'from Settings, time',
        unit: 'ms',
        value: middle(inSettings, 'time'),
        atMost: MOST_TIME,
      },
      {
        name: 'by the command, longest stall',
        unit: 'ms',
        value: middle(byCommand, 'stall'),
        atMost: MOST_STALL,
      },
      {
        name: 'by the command, time with its start',
        unit: 'ms',
        value: middle(byCommand, 'time'),
        atMost: MOST_TIME,
      },
    ]);
  } finally {
    await stopProcess(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writers that each send a new work log as soon as the last was answered. */
function startWriters({ port }: BenchServer, cookie: string) {
  let isOver = false;
  let written = 0;
  let slowest = 0;
  const log = {
    clientId: 1,
    workTypeId: 1,
    duration: 60,
    description: 'Written during a backup',
    // One person writes more in one day than it has hours.
    confirm: 'day',
  };
  const write = async () => {
    while (!isOver) {
      const askedAt = performance.now();
      const { status } = await fetch(`http://localhost:${port}/api/work-logs`, {
        method: 'POST',
        headers: { Cookie: cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify(log),
      });
      if (status !== 201) throw new Error(`A work log was answered with ${status}`);
      slowest = Math.max(slowest, performance.now() - askedAt);
      written += 1;
    }
  };
  const all = Promise.all(Array.from({ length: WRITERS }, write));
  return {
    stop: async () => {
      isOver = true;
      await all;
      return { written, slowest };
    },
  };
}

async function measure(child: ChildProcess, run: () => Promise<void>): Promise<Measured> {
  await longestStalls(child);
  const startedAt = performance.now();
  await run();
  const time = performance.now() - startedAt;
  return { ...(await longestStalls(child)), time };
}

async function longestStalls(child: ChildProcess): Promise<Stalls> {
  const answer = once(child, 'message');
  child.send('stalls');
  const [stalls] = (await answer) as [Stalls];
  return stalls;
}

async function backUpInSettings({ port }: BenchServer, cookie: string): Promise<void> {
  const origin = `http://localhost:${port}`;
  const response = await fetch(`${origin}/settings/backups`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(),
  });
  const toast = decodeURIComponent(response.headers.get('Set-Cookie') ?? '');
  if (response.status !== 303 || toast === '') throw new Error(`No backup: ${response.status}`);
}

async function backUpByCommand(dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/backup.ts'], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

function middle(measured: Measured[], of: keyof Measured): number {
  const sorted = measured.map((one) => one[of]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function list(measured: Measured[]): string {
  const one = ({ stall, withWaits }: Measured) => `${stall.toFixed(1)} (${withWaits.toFixed(1)})`;
  return measured.map(one).join(', ');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
