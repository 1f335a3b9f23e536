import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addSampleData } from '#sandbox/sample-data.ts';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { conclude, IS_SHORT, report } from '../bench/figures.ts';
import { folderSize } from './folder-size.ts';
import { freePort } from '../support/server/free-port.ts';
import {
  askAtOnce,
  cookieOf,
  firstAnswer,
  linkIn,
  memoryOf,
  pause,
  signInByLink,
} from './measure.ts';

/**
 * What an installation takes, measured on the folder that `npm run package` makes, or on another that is named. A machine that
 * does other things, too, makes a start slower and never faster: so the best of several counts. Of
 * memory the middle one counts.
 */
const FOLDER = resolve(process.argv[2] ?? join(import.meta.dirname, '../../dist'));
const STARTS = IS_SHORT ? 1 : 20;
const IDLE_SERVERS = IS_SHORT ? 1 : 5;
const AT_ONCE = 200;
const ROUNDS = IS_SHORT ? 1 : 5;
const EMAIL = 'alex@example.com';

/** How long nobody asks for anything before a server counts as idle, in milliseconds. */
const IDLE_AFTER = 3_000;

type Started = { port: number; pid: number; milliseconds: number; process: ChildProcess };

/** Starts a server on a port; gives how long it took to the first page. */
async function startOn(port: number, spawnServer: () => ChildProcess): Promise<Started> {
  const startedAt = performance.now();
  const child = spawnServer();
  await firstAnswer(port);
  const milliseconds = performance.now() - startedAt;
  return { port, pid: child.pid ?? 0, milliseconds, process: child };
}

/** Starts the folder's product. */
async function start(dataDir: string): Promise<Started> {
  const port = await freePort();
  const options: SpawnOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environmentFor(dataDir, port),
  };
  return startOn(port, () => spawn(join(FOLDER, 'tallyhour'), ['start'], options));
}

/** Starts Node with a server of one line: what a start takes on this machine, whatever is started. */
async function startBare(): Promise<Started> {
  const port = await freePort();
  const server = `http.createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`;
  return startOn(port, () => spawn(process.execPath, ['-e', server], { stdio: 'inherit' }));
}

async function stop({ process: child }: Started): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function environmentFor(dataDir: string, port: number): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    APPROVED_EMAILS: EMAIL,
    BACKUPS: 'off',
  };
}

/** A year of an installation's work logs. */
function fill(dataDir: string): void {
  const db = openDatabase(join(dataDir, 'database.sqlite'));
  migrateDatabase(db);
  addSampleData(db, { now: new Date(), timeZone: 'Europe/London' });
  db.$client.close();
}

async function measureStarts(begin: () => Promise<Started>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const started = await begin();
    times.push(started.milliseconds);
    await stop(started);
  }
  return times;
}

async function measureIdle(dataDir: string): Promise<number[]> {
  const memory: number[] = [];
  for (let count = 0; count < IDLE_SERVERS; count += 1) {
    const started = await start(dataDir);
    await pause(IDLE_AFTER);
    memory.push(memoryOf(started.pid).now);
    await stop(started);
  }
  return memory;
}

/** The most memory that a server took while many asked for the list of work logs at once. */
async function measureLoad(dataDir: string): Promise<number> {
  const started = await start(dataDir);
  const { port, pid } = started;
  try {
    const printed = execFileSync(join(FOLDER, 'tallyhour'), ['login-link', EMAIL], {
      env: environmentFor(dataDir, port),
      encoding: 'utf8',
    });
    const visitor = await signInByLink(`http://localhost:${port}`, linkIn(printed));
    for (let round = 0; round < ROUNDS; round += 1) {
      await askAtOnce(AT_ONCE, { port, path: '/work-logs', cookie: cookieOf(visitor) });
    }
    return memoryOf(pid).most;
  } finally {
    await stop(started);
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-figures-'));
  try {
    fill(dataDir);
    const times = await measureStarts(() => start(dataDir));
    const bare = await measureStarts(startBare);
    const idle = await measureIdle(dataDir);
    const most = await measureLoad(dataDir);
    report('The installation folder, with a year of work logs', [
      { name: 'Its size, Node included', value: folderSize(FOLDER) / 1e6, unit: 'MB', atMost: 130 },
      {
        name: `First page after a start, best of ${STARTS} (a bare server: ${Math.min(...bare).toFixed(0)} ms)`,
        value: Math.min(...times),
        unit: 'ms',
        atMost: 600,
      },
      {
        name: `Memory of an idle server, middle of ${IDLE_SERVERS}`,
        value: middle(idle),
        unit: 'MiB',
        atMost: 130,
      },
      {
        name: `Most memory with ${AT_ONCE} asking for Work Logs at once`,
        value: most,
        unit: 'MiB',
        atMost: 256,
      },
    ]);
    conclude();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
