import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startXero } from '#sandbox/xero.ts';
import { conclude, IS_SHORT, report } from '../bench/figures.ts';
import { filledFile } from '../bench/filled.ts';
import { fillDatabase } from '../bench/fill.ts';
import { freePort } from '../support/server/free-port.ts';
import { ourFile, sendFile } from '../support/data/imports.ts';
import { HARBOUR } from '../support/server/use-xero.ts';
import { idOf } from '../support/server/visitor.ts';
import { percentile, sendMany, type Load } from './clients.ts';
import { mixOf } from './mix.ts';
import { ask, memoryOf, start, XERO, type Measured, type Soaked } from './soaked.ts';

/**
 * `npm run prove -- soak`: 200 clients at once for a minute, while files are imported and invoices are made; then
 * 200,000 mixed requests. Prints the figures with their limits, and fails when one is missed.
 * `SOAK_SECONDS`, `SOAK_REQUESTS`, `SOAK_CLIENTS`, `SOAK_LOGS` and `SEED` choose another size, `SHORT=yes` a tiny one.
 */
const number = (name: string, usual: number, short = usual) =>
  Number(process.env[name] ?? (IS_SHORT ? short : usual));
const SECONDS = number('SOAK_SECONDS', 60, 1);
const REQUESTS = number('SOAK_REQUESTS', 200_000, 200);
const CLIENTS = number('SOAK_CLIENTS', 200, 10);
const LOGS = number('SOAK_LOGS', 20_000, 1_000);
const SEED = number('SEED', 20_261_121);
/** How many clients send the mixed requests: a busy firm, not a rush. */
const MIXED_CLIENTS = number('SOAK_MIXED_CLIENTS', 20);
const WARM_UP = number('SOAK_WARM_UP', 6_000, 100);
/** Ends it all, in minutes. */
const LONGEST = number('SOAK_MINUTES', 60);

/** Of the mixed requests, for 99 of 100. A rush has none: whoever is one of 200 waits, or is told so. */
const MOST_LATENCY = 500;
const MOST_STALL = 250;
const MOST_GROWTH = 1.05;
const MOST_WAL = 64;

const IMPORTED_LINES = 1_000;
/** Between two files, and between the invoices of two months, in milliseconds. */
const PAUSE = IS_SHORT ? 0 : 5_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

const MONTHS = ['2025-11', '2025-10', '2025-09', '2025-08', '2025-07', '2025-06'] as const;

/**
 * Brings files in and makes the invoices of months, one after another, until it is over, at least one of each; gives how
 * many, and what failed.
 */
async function beside(
  { visitor }: Soaked,
  { name, months, isOver }: { name: string; months: readonly string[]; isOver: () => boolean },
) {
  const done = { imports: 0, invoices: 0, faults: [] as string[] };
  const importFiles = async () => {
    let file = 0;
    do {
      file += 1;
      const lines = Array.from(
        { length: IMPORTED_LINES },
        (_, line) =>
          `2026-03-${String(1 + (line % 28)).padStart(2, '0')},Client number ${1 + (line % 40)},Work type 1,${1 + (line % 480)},${name} ${file} line ${line},false,60,,`,
      );
      // One person has more in one day than it has hours.
      const query = '?confirm=doubtful';
      const id = idOf(await sendFile(visitor, ourFile(...lines), { query }));
      let text = '"status":"running"';
      while (text.includes('"status":"running"')) {
        await pause(250);
        ({ text } = await visitor.get(`/api/imports/${id}`));
      }
      if (text.includes('"status":"done"')) done.imports += 1;
      else done.faults.push(text.slice(0, 300));
      await pause(PAUSE);
    } while (!isOver());
  };
  const makeInvoices = async () => {
    for (const month of months) {
      const range = `startDate=${month}-01&endDate=${month}-28`;
      const answer = await visitor.api('POST', `/api/xero/create-invoices?${range}`, {});
      const made = answer.status < 300 ? (answer.json() as { invoicesCreated: number }) : null;
      if (made) done.invoices += made.invoicesCreated;
      else done.faults.push(`${answer.status} ${answer.text.slice(0, 300)}`);
      await pause(PAUSE);
      if (isOver()) break;
    }
  };
  await Promise.all([importFiles(), makeInvoices()]);
  return done;
}

/** Watches how large SQLite's log becomes, in MiB. */
function watchWal({ file }: Soaked): () => number {
  let most = 0;
  const timer = setInterval(() => {
    const size = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0;
    most = Math.max(most, size / 2 ** 20);
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function tell(title: string, load: Load, measured: Measured): void {
  const { stall, busy, withWaits, computed, stalls, told } = measured;
  const at = (percent: number) => percentile(load.latencies, percent).toFixed(0);
  print(
    `\n${title}: ${load.answers} answers in ${load.seconds.toFixed(0)} s, ${(load.answers / load.seconds).toFixed(0)} a second; ` +
      `ms in the middle ${at(50)}, p95 ${at(95)}, p99 ${at(99)}, most ${at(100)}; longest stall ${stall.toFixed(0)} ms, ${busy.toFixed(0)} of it computing, ${withWaits.toFixed(0)} with the time without a processor`,
  );
  print(`  the server computed ${(computed / load.answers).toFixed(1)} ms an answer`);
  for (const [error, times] of load.errors) print(`  ${times} × ${error}`);
  if (stalls > 0) print(`  ${stalls} stalls of more than 50 ms, the longest of them:`);
  for (const { milliseconds, busy: own, what } of told) {
    print(`  ${milliseconds.toFixed(0)} ms, ${own.toFixed(0)} of it computing: ${what.join('; ')}`);
  }
}

/** In a rush a 503 is no error: it says that nothing was begun, and keeps the form (in-turn.ts). */
function figuresOf(load: Load, { stall }: Measured, isRush: boolean) {
  const errors = [...load.errors].filter(([error]) => !(isRush && error.endsWith(': 503')));
  const latency = {
    name: '99 of 100 answered within',
    value: percentile(load.latencies, 99),
    unit: 'ms',
    atMost: MOST_LATENCY,
  };
  return [
    {
      name: 'Errors',
      value: errors.reduce((sum, [, times]) => sum + times, 0),
      unit: '',
      atMost: 0,
    },
    ...(isRush ? [] : [latency]),
    { name: 'Longest stall of the event loop', value: stall, unit: 'ms', atMost: MOST_STALL },
  ];
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-soak-'));
  const file = join(folder, 'database.sqlite');
  copyFileSync(
    filledFile(`${LOGS} logs`, (path) => fillDatabase(path, LOGS)),
    file,
  );
  const port = await freePort();
  const redirectUri = `http://localhost:${port}/api/xero/callback`;
  const xero = await startXero({
    clients: [{ ...XERO, redirectUri }],
    organisations: [HARBOUR],
  });
  const soaked = await start(file, xero, port);
  const end = setTimeout(() => {
    print('This took too long and was stopped.');
    soaked.child.kill('SIGKILL');
    process.exit(1);
  }, LONGEST * 60_000);
  try {
    await soak(soaked);
    conclude();
  } finally {
    clearTimeout(end);
    const ended = once(soaked.child, 'exit');
    soaked.child.kill('SIGKILL');
    await ended;
    await xero.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function soak(soaked: Soaked): Promise<void> {
  const { port, visitor } = soaked;
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const target = { port, cookie };
  const mix = mixOf(LOGS);
  print(
    `SEED=${SEED} SOAK_LOGS=${LOGS} SOAK_CLIENTS=${CLIENTS} SOAK_SECONDS=${SECONDS} SOAK_REQUESTS=${REQUESTS}`,
  );
  const [lastMonth, ...months] = MONTHS;
  const [warm, once] = await Promise.all([
    sendMany(target, mix, {
      clients: CLIENTS,
      seed: SEED,
      isOver: (sent) => sent >= WARM_UP,
    }),
    beside(soaked, { name: 'First file', months: [lastMonth], isOver: () => true }),
  ]);
  tell('Warm-up', warm, await ask(soaked, 'stalls'));
  for (const fault of once.faults) print(`  ${fault}`);
  const before = await memoryOf(soaked);
  const mostWal = watchWal(soaked);

  await ask(soaked, 'stalls');
  const until = performance.now() + SECONDS * 1_000;
  const isOver = () => performance.now() > until;
  const [rush, done] = await Promise.all([
    sendMany(target, mix, { clients: CLIENTS, seed: SEED + 1_000, isOver }),
    beside(soaked, { name: 'File', months, isOver }),
  ]);
  const inRush = await ask(soaked, 'stalls');
  tell(`${CLIENTS} at once`, rush, inRush);
  print(
    `  meanwhile ${done.imports} files of ${IMPORTED_LINES} lines and ${done.invoices} invoices`,
  );
  for (const fault of done.faults) print(`  ${fault}`);

  const mixed = await sendMany(target, mix, {
    clients: MIXED_CLIENTS,
    seed: SEED + 2_000,
    isOver: (sent) => sent >= REQUESTS,
  });
  const inMixed = await ask(soaked, 'stalls');
  tell(`${REQUESTS} mixed requests`, mixed, inMixed);
  const wal = mostWal();
  const after = await memoryOf(soaked);
  print(
    `\nMemory: ${before.resident.toFixed(0)} MiB warmed up, ${after.resident.toFixed(0)} in the end`,
  );
  print(`  warmed up ${before.parts}; in the end ${after.parts}`);

  report(`${CLIENTS} at once for ${SECONDS} s, with files and invoices`, [
    ...figuresOf(rush, inRush, true),
    { name: 'Files that were imported', value: done.imports, unit: '', atLeast: 1 },
    { name: 'Invoices that were made', value: done.invoices, unit: '', atLeast: 1 },
    { name: 'Imports and runs that failed', value: done.faults.length, unit: '', atMost: 0 },
  ]);
  report(`${REQUESTS} mixed requests`, figuresOf(mixed, inMixed, false));
  report('From first to last', [
    {
      name: 'Memory, beside what it was when warmed up',
      value: after.resident / before.resident,
      unit: '×',
      atMost: MOST_GROWTH,
    },
    { name: 'SQLite’s log at its largest', value: wal, unit: 'MiB', atMost: MOST_WAL },
  ]);
}

await main();
