import 'xero-node';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from './check.ts';
import { createChildren } from './children.ts';
import type { Control } from './life.ts';
import { findLeaks, report, sum } from './report.ts';
import { runMany } from './run-many.ts';
import type { Place } from './story.ts';
import { makeTemplate } from './world.ts';

/** A time limit in milliseconds; a machine that is not busy needs about a third of it. */
const LONGEST = 60 * 60_000;

/**
 * Runs many schedules of faults while invoices are made, and checks that every log is on one
 * invoice or free. Then runs some of them with a part of the product taken out, and must find
 * the errors that this part prevents. `SEED` and `SCHEDULES` choose which schedules run.
 */
async function main(): Promise<void> {
  const seed = readNumber('SEED', Math.floor(Math.random() * 1_000_000_000));
  const count = readNumber('SCHEDULES', 2_000);
  const folder = await mkdtemp(join(tmpdir(), 'tallyhour-exactly-once-'));
  const children = createChildren();
  const end = setTimeout(() => {
    process.stdout.write('This took too long and was stopped.\n');
    void children.close().finally(() => process.exit(1));
  }, LONGEST);
  const place = { folder, template: join(folder, 'template.sqlite'), children };
  process.stdout.write(`SEED=${seed} SCHEDULES=${count}\n`);
  try {
    makeTemplate(place.template);
    const seconds = stopwatch();
    const results = await runMany(place, { seed, count, control: 'none' });
    const took = seconds();
    process.stdout.write(report(results, took));
    let blind = 0;
    for (const [control, kind, says] of CONTROLS) {
      const { found, schedules } = await runControl(place, seed, control, kind);
      process.stdout.write(`${says} in ${schedules} schedules: ${found}\n`);
      if (found > 0) continue;
      process.stdout.write('This control found nothing: this test would not notice a fault.\n');
      blind += 1;
      process.exitCode = 1;
    }
    const leaks = findLeaks(results);
    process.stdout.write(leaks.map((leak) => `${leak}\n`).join(''));
    if (leaks.length > 0) process.exitCode = 1;
    const controls = `${CONTROLS.length - blind} of ${CONTROLS.length} controls find their fault`;
    process.stdout.write(
      `${count} schedules from SEED=${seed} on, ${leaks.length} with a finding; ${controls}\n`,
    );
  } finally {
    clearTimeout(end);
    await children.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is taken out of the product in turn, and the fault that this must bring. */
const CONTROLS: [Control, Finding['kind'], string][] = [
  ['no-reference', 'duplicate', 'duplicates without key and reference'],
  ['no-claim', 'lost', 'lost logs without claims'],
  ['no-contact-look-up', 'second contact', 'second contacts without our number and key'],
  ['no-look', 'duplicate', 'duplicates without a look at what Xero has'],
  [
    'free-early',
    'duplicate',
    'duplicates where logs are free before Xero has deleted their invoice',
  ],
  ['free-again', 'duplicate', 'duplicates where logs are freed by each further look'],
];

/** Schedules that a control runs before it is asked whether it has found something, and at most. */
const LOT = 40;
const MOST = 400;

/** Runs lots of schedules without a part of the product until the fault is found that it prevents. */
async function runControl(place: Place, first: number, control: Control, kind: Finding['kind']) {
  let found = 0;
  let schedules = 0;
  while (found === 0 && schedules < MOST) {
    found = sum(await runMany(place, { seed: first + schedules, count: LOT, control }), kind);
    schedules += LOT;
  }
  return { found, schedules };
}

/** Gives a function that says how many whole seconds have passed since now. */
function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.round((performance.now() - start) / 1_000);
}

function readNumber(name: string, usual: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return usual;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${name} should be a number.`);
  return number;
}

await main();
