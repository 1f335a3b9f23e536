import { randomInt } from 'node:crypto';
import { conclude } from '../bench/figures.ts';
import { createRandom } from '../exactly-once/random.ts';
import { followOperating } from './follow-operating.ts';
import { killAndRestore } from './killed.ts';
import { startAYearAhead } from './wrong-clock.ts';
import { measureUnderLoad } from './under-load.ts';

/**
 * `npm run prove -- backups`: measures backups under load; kills servers and restores; and follows
 * docs/operating.md from the installation to the restore. `ONLY=load`, `ONLY=killed`,
 * `ONLY=clock` or `ONLY=operating` does a part, `ROUNDS=` and `SEED=` say how often servers are killed, and when.
 */
const { ONLY, ROUNDS = '200', SEED = String(randomInt(1e9)) } = process.env;

/** In how many rounds the backup is only copied over, which must be seen to fail. */
const CONTROL_ROUNDS = 10;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function restoreAfterKills(): Promise<void> {
  print(`\nRestored after SIGKILL: SEED=${SEED} ROUNDS=${ROUNDS}`);
  const random = createRandom(Number(SEED));
  const { faults, withLog } = await killAndRestore(Number(ROUNDS), 'restore', random, (round) => {
    if (round % 20 === 0) print(`  round ${round}`);
  });
  for (const fault of faults) print(fault);
  print(`${faults.length} of ${ROUNDS} faulty; ${withLog} servers left changes in their log`);
  const control = await killAndRestore(CONTROL_ROUNDS, 'copy', random);
  for (const fault of control.faults) print(`  copied over, ${fault}`);
  print(`copied over instead: ${control.faults.length} of ${CONTROL_ROUNDS} faulty`);
  if (faults.length > 0) process.exitCode = 1;
  if (control.faults.length === 0 || withLog === 0) {
    print('The control found nothing: this test would not notice a fault.');
    process.exitCode = 1;
  }
}

async function startWithWrongClock(): Promise<void> {
  const { before, left, endedByClock } = await startAYearAhead();
  const gone = before.filter((name) => !left.includes(name));
  print(
    `\nStarted with the clock a year ahead: ${gone.length} of ${before.length} backups gone; by the clock alone ${endedByClock}`,
  );
  if (gone.length > 0 || endedByClock === 0) process.exitCode = 1;
}

if (ONLY === undefined || ONLY === 'load') {
  await measureUnderLoad();
  conclude();
}
if (ONLY === undefined || ONLY === 'killed') await restoreAfterKills();
if (ONLY === undefined || ONLY === 'clock') await startWithWrongClock();
if (ONLY === undefined || ONLY === 'operating') await followOperating();
const ran = ONLY ?? `under load, ${ROUNDS} kills, a wrong clock, by the document`;
print(process.exitCode ? 'NOT KEPT' : `Backups ${ran}: Every limit is kept. (SEED=${SEED})`);
