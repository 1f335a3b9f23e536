import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startXero } from '#sandbox/xero.ts';
import { conclude, IS_SHORT, report, type Figure } from '../bench/figures.ts';
import { filledFile } from '../bench/filled.ts';
import { ask, start, XERO } from '../soak/soaked.ts';
import { SIGNED_IN } from '../support/addresses.ts';
import { ourFile } from '../support/data/imports.ts';
import { freePort } from '../support/server/free-port.ts';
import { HARBOUR } from '../support/server/use-xero.ts';
import { EXTREMES, fillExtremes } from './fill.ts';

/**
 * `npm run prove -- extremes`: asks for every screen of a database that has more of everything than any practice, and
 * prints what each costs: memory, and the time for which the server serves nobody else. `SHORT=yes` has fewer logs, and
 * judges the memory alone: how long a screen takes depends on the machine, too. `ONLY=/settings` asks for the addresses
 * that begin so.
 */
const LOGS = IS_SHORT ? 20_000 : 1_000_000;
const UNINVOICED = IS_SHORT ? 1_500 : 150_000;

/** What any screen may cost, in MiB and milliseconds. */
const MEMORY = 64;
const WAIT = 250;
const ROUNDS = 10;

/** Screens with all that they can show. */
const LARGE = [
  '/work-logs/create-invoices?includeCurrentMonth=true',
  '/pending-work-logs?status=all',
  '/clients?status=all',
  '/reports?by=client',
];

const port = await freePort();
const redirectUri = `http://localhost:${port}/api/xero/callback`;
const xero = await startXero({ clients: [{ ...XERO, redirectUri }], organisations: [HARBOUR] });
const file = filledFile(`extremes ${LOGS} ${UNINVOICED} ${EXTREMES.clients}`, (path) =>
  fillExtremes(path, LOGS, UNINVOICED),
);
const server = await start(file, xero, port);
try {
  const looks = [await lookAtNames(150), await lookAtNames(3_000)];
  const only = process.env.ONLY ?? '';
  // The first page of a server takes longer, whatever it holds.
  await server.visitor.get('/dashboard');
  const figures: Figure[] = [];
  for (const path of [...SIGNED_IN, ...LARGE, ...looks].filter((one) => one.startsWith(only)))
    figures.push(...(await cost(path)));
  report(
    `What a screen costs, with ${LOGS} logs and ${EXTREMES.clients} clients of long names`,
    figures,
  );
  // A control: what is held is measured.
  const held = await measure(() => ask(server, 'hold'));
  report('A control', [
    {
      name: '200 MiB held on purpose',
      value: held.memory,
      unit: 'MiB',
      atLeast: 100,
      isSmall: true,
    },
  ]);
} finally {
  server.child.kill('SIGKILL');
  await xero.close();
}
conclude();

/** The least of some rounds, since a busy machine only adds. */
async function cost(path: string): Promise<Figure[]> {
  const least = { memory: Infinity, wait: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    const { memory, wait } = await measure(async () => {
      const { status } = await server.visitor.get(path);
      // Who is not signed in gets a page that costs nothing.
      if (status >= 500 || status === 401) throw new Error(`${path} answered ${status}`);
    });
    least.memory = Math.min(least.memory, memory);
    least.wait = Math.min(least.wait, wait);
    if (least.memory <= MEMORY && (IS_SHORT || least.wait <= WAIT)) break;
  }
  return [
    { name: path, value: least.memory, unit: 'MiB', atMost: MEMORY, isSmall: true },
    { name: `${path}, others wait`, value: least.wait, unit: 'ms', atMost: WAIT },
  ];
}

/**
 * By how many MiB the server's memory grows at most while something is done; and for how many milliseconds, at most, it
 * does nothing else, without those in which other programs had the processor.
 */
async function measure(act: () => Promise<unknown>): Promise<{ memory: number; wait: number }> {
  await ask(server, 'memory');
  // From now on the most is counted anew (proc(5), clear_refs).
  writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5');
  const before = memoryOf('VmRSS');
  await act();
  const { stall } = await ask(server, 'stalls');
  return { memory: memoryOf('VmHWM') - before, wait: stall };
}

function memoryOf(name: string): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Sends in a file of work for so many clients that nobody has; gives the address of the look at it, once it was read. */
async function lookAtNames(names: number): Promise<string> {
  const line = (at: number) =>
    `2026-03-02,Unknown client ${at},Work type 1,60,Looked into it,yes,60,no,`;
  const text = ourFile(...Array.from({ length: names }, (_, at) => line(at)));
  const { visitor } = server;
  const form = (await visitor.get('/import')).text;
  const body = new FormData();
  for (const name of ['formToken', 'oneTimeKey'])
    body.set(name, new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '');
  body.set('file', new File([text], 'work.csv', { type: 'text/csv' }));
  const headers = { Origin: `http://localhost:${port}`, 'Sec-Fetch-Site': 'same-origin' };
  const { location } = await visitor.send('/import', { method: 'POST', headers, body });
  if (location === null) throw new Error('The file was not taken');
  for (let tries = 0; tries < 600; tries++) {
    if ((await visitor.get(location)).text.includes('Unknown client 1')) return location;
    await pause(100);
  }
  throw new Error('The file was not read');
}
