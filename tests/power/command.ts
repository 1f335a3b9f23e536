import { breakDisk, cutPowerOften, fillDisk, killOften, loseFiles } from './power.ts';
import type { Proof } from './proof.ts';

/**
 * `npm run prove -- power`: cuts the power at 10,000 points, kills the product at 500 calls to its disk, and
 * breaks and fills the disk, and loses files; prints what it found, and fails when anything was lost, or when a control
 * lost nothing. `SEED`, `POINTS`, `KILLS` and `ONLY` (`cuts`, `kills`, `broken`, `full`, `lost`) choose another size or a part.
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const SEED = number('SEED', Math.floor(Math.random() * 1e9));
const POINTS = number('POINTS', 10_000);
const KILLS = number('KILLS', 500);
const BROKEN = number('BROKEN', 170);
const FULL = number('FULL', 40);
const LOST = number('LOST', 12);
const { ONLY } = process.env;
/** Ends it all, in milliseconds. */
const LONGEST = 60 * 60_000;

/** How many points a control needs. */
const CONTROL_POINTS = Math.min(POINTS, 1_000);

const print = (text: string) => process.stdout.write(`${text}\n`);
const asked = (part: string) => ONLY === undefined || ONLY === part;
const count = (value: number) => value.toLocaleString('en-GB');

function fail(text: string): void {
  print(`FAILED: ${text}`);
  process.exitCode = 1;
}

function stopwatch(): () => string {
  const start = performance.now();
  return () => `${Math.round((performance.now() - start) / 1_000)} s`;
}

const sum = ({ losses }: Proof) => losses.lost + losses.malformed + losses.half + losses.untold;

function tell(name: string, proof: Proof, took: string): void {
  const { points, states, copies, facts, looked, losses, examples } = proof;
  print(
    `\n${name}: ${count(points)} power cuts; ${count(states)} commits, the log copied ${copies} times, ${count(facts)} acknowledged facts, looked for ${count(looked)} times (${took})`,
  );
  print(
    `  ${losses.lost} lost something acknowledged, ${losses.malformed} left a damaged database, ${losses.half} half a transaction, ${losses.untold} forgot what Xero was told`,
  );
  for (const example of examples.slice(0, sum(proof) > 0 ? 5 : 0)) print(`  ${example}`);
}

async function cuts(): Promise<void> {
  let took = stopwatch();
  const product = await cutPowerOften('as it is', { points: POINTS, seed: SEED, rounds: 2 });
  tell('The product', product, took());
  if (sum(product) > 0) fail('a power cut lost something.');
  for (const control of ['NORMAL', 'OFF'] as const) {
    took = stopwatch();
    const lost = await cutPowerOften(control, { points: CONTROL_POINTS, seed: SEED, rounds: 1 });
    tell(`control, synchronous=${control} alone`, lost, took());
    if (sum(lost) === 0)
      fail(`synchronous=${control} alone lost nothing: this test would not notice.`);
  }
}

function tellFaults(faults: string[]): void {
  for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
  if (faults.length > 0) fail(`${faults.length} faults.`);
}

async function kills(): Promise<void> {
  const took = stopwatch();
  // Two at a time, since most of the time is that of starting.
  const half = Math.ceil(KILLS / 2);
  const both = await Promise.all([killOften(half, SEED), killOften(KILLS - half, SEED + 1)]);
  const total = (of: (one: (typeof both)[number]) => number) =>
    both.reduce((all, one) => all + of(one), 0);
  const at = new Map<string, number>();
  for (const one of both) {
    for (const [kind, times] of Object.entries(one.at)) at.set(kind, (at.get(kind) ?? 0) + times);
  }
  print(
    `\nSIGKILL at ${total((one) => one.kills)} calls, ${total((one) => one.duringStart)} of them during a start; ${count(total((one) => one.acknowledged))} answers acknowledged (${took()})`,
  );
  print(`  ${[...at].map(([kind, times]) => `${times} at ${kind}`).join(', ')}`);
  tellFaults(both.flatMap(({ faults }) => faults));
}

async function broken(): Promise<void> {
  const took = stopwatch();
  const { rounds, failed, refused, acknowledged, faults } = await breakDisk(BROKEN, SEED);
  print(
    `\nA broken or full disk, ${rounds} times: ${failed} calls failed, ${refused} answers said so, ${acknowledged} acknowledged (${took()})`,
  );
  if (failed === 0 || refused === 0) fail('the disk never failed: this test would not notice.');
  tellFaults(faults);
}

async function lost(): Promise<void> {
  const took = stopwatch();
  const { losses, refused, acknowledged, faults } = await loseFiles(LOST, SEED);
  print(
    `\nA file lost under the server, ${losses} times: ${refused} answers said so, ${acknowledged} acknowledged (${took()})`,
  );
  tellFaults(faults);
  const control = await loseFiles(LOST, SEED, true);
  print(`  unseen by it: ${control.faults.length} faults`);
  if (control.faults.length === 0) fail('the control found nothing: this test would not notice.');
}

async function full(): Promise<void> {
  const took = stopwatch();
  const { rounds, full: times, invoices, faults } = await fillDisk(FULL);
  print(
    `\nA full disk in ${rounds} invoice runs: full ${times} times, ${invoices} invoices, each in Xero once (${took()})`,
  );
  if (times === 0) fail('the disk was never full: this test would not notice.');
  tellFaults(faults);
}

const end = setTimeout(() => {
  print('This took too long and was stopped.');
  process.exit(1);
}, LONGEST);
// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
print(`SEED=${SEED} POINTS=${POINTS} KILLS=${KILLS} BROKEN=${BROKEN} FULL=${FULL} LOST=${LOST}`);
if (asked('cuts')) await cuts();
if (asked('kills')) await kills();
if (asked('broken')) await broken();
if (asked('full')) await full();
if (asked('lost')) await lost();
const ran = ONLY ?? `${count(POINTS)} power cuts, ${KILLS} kills, broken and full disks`;
print(
  process.exitCode ? 'NOT KEPT' : `\n${ran}: nothing was lost, but in each control (SEED=${SEED})`,
);
clearTimeout(end);
