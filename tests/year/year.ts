import { inspect } from 'node:util';
import { randomInt } from 'node:crypto';
import { createRandom } from '../exactly-once/random.ts';
import { IS_SHORT } from '../bench/figures.ts';
import { oldLogs } from './agree.ts';
import { totalOfInvoice } from './book.ts';
import { unnoticed } from './controls.ts';
import { CUTS_POWER } from './cuts.ts';
import { addDays, firstAfter, lastOf, weekdayOf, workingDays } from './days.ts';
import { endMonth, workDay, type Trouble } from './month.ts';
import { pounds, sumOf } from './pence.ts';
import { restore, type PutAway } from './setbacks.ts';
import { setUp } from './setting-up.ts';
import { openWorld, PEOPLE, type World } from './world.ts';

/**
 * A year of a practice with three people, on the database of the first release: work, timers, imports, month ends,
 * payments, credit notes, restarts, two power cuts and a restored backup. At each month's end the practice's own book, the
 * product in all that it shows, and Xero's stand-in must agree to the penny. `SEED=` runs a year again; `SHORT=yes` is
 * two months of few days with one of each.
 */
const SEED = Number(process.env.SEED ?? randomInt(1_000_000));
const MONTHS = IS_SHORT ? 2 : 12;
/** How many days of a month somebody works. */
const DAYS = IS_SHORT ? 2 : 31;
/** In milliseconds; `MINUTES=` gives a busy machine more. */
const LONGEST = Number(process.env.MINUTES ?? (IS_SHORT ? 5 : 15)) * 60_000;

const say = (text: string) => process.stdout.write(`${text}\n`);
const monthOf = (index: number) => addDays('2027-01-15', Math.round(index * 30.4)).slice(0, 7);

/** When what happens, by the months of the year, from 0. */
function plan(random: ReturnType<typeof createRandom>) {
  if (IS_SHORT) return { restore: 0, cutDay: 0, cutMonth: 1, raises: [1] };
  return {
    restore: 3 + random.below(7),
    cutDay: 1 + random.below(10),
    cutMonth: 1 + random.below(11),
    raises: [3, 8],
  };
}

function troubleOf({ random }: World, isCut: boolean): Trouble {
  if (isCut) return 'a power cut';
  if (IS_SHORT) return 'a lost answer';
  return random.pick(['nothing', 'a lost answer', 'a lost answer', 'a dead Xero']);
}

async function live(world: World): Promise<string[]> {
  const planned = plan(world.random);
  await setUp(world);
  const before = await oldLogs(world);
  let putAway: PutAway | null = null;
  for (let index = 0; index < MONTHS; index += 1) {
    const month = monthOf(index);
    const from = index === 0 ? '2027-01-04' : firstAfter(monthOf(index - 1));
    const begin = IS_SHORT && index > 0 ? addDays(from, 7) : from;
    const days = workingDays(begin, lastOf(month)).slice(0, IS_SHORT && index > 0 ? 1 : DAYS);
    for (const [place, day] of days.entries()) {
      if (putAway !== null && day >= addDays(putAway.on, 7)) {
        await restore(world, putAway);
        putAway = null;
      }
      await workDay(world, day, {
        isFull: place === 0,
        isCut: index === planned.cutDay && place === 1,
        isRestart: weekdayOf(day) === 1,
        isRaise: planned.raises.includes(index) && place === 0,
        hasTasks: IS_SHORT ? place === 0 : weekdayOf(day) === 5,
        hasFile: IS_SHORT ? place === 1 : weekdayOf(day) === 3 && world.random.oneIn(2),
      });
    }
    const on = firstAfter(month);
    const trouble = troubleOf(world, index === planned.cutMonth);
    const ended = await endMonth(world, { month, on, trouble, isFull: index === 1 });
    if (ended.wrong.length > 0) return ended.wrong.map((text) => `${month}: ${text}`);
    if (index === 0) {
      const missed = await unnoticed(world);
      if (missed.length > 0) return missed.map((text) => `not noticed by the comparison: ${text}`);
    }
    if (index === planned.restore) putAway = ended.putAway;
    sayMonth(world, month);
  }
  const after = await oldLogs(world);
  return before === after ? [] : [`before the practice began there were ${before}, now ${after}`];
}

function sayMonth({ book, counts }: World, month: string): void {
  const { restarts, cuts, restores } = counts;
  const billed = sumOf(book.invoices.map(totalOfInvoice));
  say(
    `${month}: ${book.logs.size} logs, ${book.invoices.length} invoices, ${pounds(billed)} agree; ${restarts} restarts, ${cuts} cuts, ${restores} restores`,
  );
}

/** The last line: what agreed, and through what. */
function conclusion({ book, counts }: World): string {
  const count = (number: number, one: string) =>
    `${number.toLocaleString('en-GB')} ${one}${number === 1 ? '' : 's'}`;
  const billed = sumOf(book.invoices.map(totalOfInvoice));
  const cuts = CUTS_POWER ? 'power cut' : 'SIGKILL in place of a power cut';
  return [
    `${count(MONTHS, 'month')}, ${PEOPLE.length} people, ${count(book.logs.size, 'log')},`,
    `${count(book.invoices.length, 'invoice')}, ${pounds(billed)} agree;`,
    `${count(counts.restarts, 'restart')}, ${count(counts.faults, 'fault')} of Xero's,`,
    `${counts.cuts} × ${cuts}, ${count(counts.restores, 'restore')} (SEED=${SEED}). Every limit is kept.`,
  ].join(' ');
}

say(`SEED=${SEED}`);
const end = setTimeout(() => {
  say(`This took too long and was stopped (SEED=${SEED}).`);
  process.exit(1);
}, LONGEST);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const world = await openWorld(createRandom(SEED), Date.parse('2027-01-04T07:00:00Z'));
try {
  const wrong = await live(world);
  for (const text of wrong.slice(0, 20)) say(`  ${text}`);
  if (wrong.length > 0) {
    say(`${wrong.length} do not agree (SEED=${SEED}).`);
    process.exitCode = 1;
  } else say(conclusion(world));
} catch (error) {
  say(inspect(error));
  say(`The year was not lived to its end (SEED=${SEED}).`);
  process.exitCode = 1;
} finally {
  clearTimeout(end);
  await world.close();
}
