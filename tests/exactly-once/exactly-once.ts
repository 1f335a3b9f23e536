import 'xero-node';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChildren } from './children.ts';
import { findLeaks, report, sum } from './report.ts';
import { runMany } from './run-many.ts';
import { makeTemplate } from './world.ts';

/** A time limit in milliseconds; a machine that is not busy needs about a fifth of it. */
const LONGEST = 30 * 60_000;

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
    const few = Math.max(20, Math.ceil(count / 10));
    const controls = { seed, count: few };
    const withoutReference = await runMany(place, { ...controls, control: 'no-reference' });
    const withoutClaim = await runMany(place, { ...controls, control: 'no-claim' });
    const withoutLookUp = await runMany(place, { ...controls, control: 'no-contact-look-up' });
    const withoutLook = await runMany(place, { ...controls, control: 'no-look' });
    process.stdout.write(report(results, took));
    const duplicates = sum(withoutReference, 'duplicate');
    const lost = sum(withoutClaim, 'lost');
    const twins = sum(withoutLookUp, 'second contact');
    const again = sum(withoutLook, 'duplicate');
    process.stdout.write(
      `without key and reference: ${duplicates} duplicates in ${few} schedules\n` +
        `without claims: ${lost} lost logs in ${few} schedules\n` +
        `without our number and key: ${twins} second contacts in ${few} schedules\n` +
        `without a look at what Xero has: ${again} duplicates in ${few} schedules\n`,
    );
    const leaks = findLeaks(results);
    process.stdout.write(leaks.map((leak) => `${leak}\n`).join(''));
    if (leaks.length > 0) process.exitCode = 1;
    if (duplicates === 0 || lost === 0 || twins === 0 || again === 0) {
      process.stdout.write('A control found nothing: this test would not notice a fault.\n');
      process.exitCode = 1;
    }
  } finally {
    clearTimeout(end);
    await children.close();
    await rm(folder, { recursive: true, force: true });
  }
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
