import { IS_SHORT } from '../bench/figures.ts';
import { addDays, lastOf } from './days.ts';
import { signIn, visitorOf } from './acts.ts';
import { disagreements } from './agree.ts';
import { importFile, importTasks, OFFICE } from './arrivals.ts';
import { armCut, endCut } from './cuts.ts';
import { drawDeed, EVERY_DEED } from './deeds.ts';
import { FAULTS, makeInvoices } from './invoicing.ts';
import { keepBooks, refresh, takeBack } from './money-in.ts';
import { backUp, type PutAway } from './setbacks.ts';
import { raiseRates } from './setting-up.ts';
import { PEOPLE, type World } from './world.ts';

/** What a day has besides its work. */
export type Extras = {
  /** Everything that can be done in a day is done. */
  isFull?: boolean;
  isCut?: boolean;
  isRestart?: boolean;
  isRaise?: boolean;
  hasTasks?: boolean;
  hasFile?: boolean;
};

/** A working day: three people sign in, and do what comes. */
export async function workDay(world: World, day: string, extras: Extras): Promise<void> {
  await world.goTo(Math.max(world.now(), Date.parse(`${day}T09:00:00Z`)));
  if (extras.isRestart) await world.restart();
  await signIn(world);
  if (extras.isRaise) await raiseRates(world);
  if (extras.isCut) await armCut(world);
  for (const [index, person] of PEOPLE.entries()) {
    const some = Array.from({ length: IS_SHORT ? 1 : 2 + world.random.below(2) }, () =>
      drawDeed(world),
    );
    const deeds = extras.isFull && index === 0 ? EVERY_DEED : some;
    for (const deed of deeds) {
      await deed(world, person, day);
      await world.pass(5 + world.random.below(20));
    }
  }
  if (extras.hasTasks)
    await importTasks(world, PEOPLE[1], [day, addDays(day, -1), addDays(day, -2)]);
  if (extras.hasFile) await importFile(world, PEOPLE[2], day);
  if (extras.isCut) await endCut(world);
}

/** What goes wrong while invoices are made. */
export type Trouble = 'nothing' | 'a lost answer' | 'a dead Xero' | 'a power cut';

/**
 * The end of a month, on the first working day of the next one: what happened in Xero is read, a backup is put away, and
 * invoices are made. Gives the backup, and whatever does not agree.
 */
export async function endMonth(
  world: World,
  { month, on, trouble, isFull }: { month: string; on: string; trouble: Trouble; isFull: boolean },
): Promise<{ putAway: PutAway; wrong: string[] }> {
  await world.goTo(Date.parse(`${on}T07:00:00Z`));
  await signIn(world);
  await keepBooks(world, isFull);
  if (isFull || world.random.oneIn(3)) await takeBack(world);
  const putAway = await backUp(world);
  const until = lastOf(month);
  await visitorOf(world, OFFICE).get('/work-logs/create-invoices');
  for (const client of world.book.clients.filter(({ discount }) => discount !== null)) {
    await makeInvoices(world, { until, from: `${month}-01`, client });
  }
  if (trouble === 'a power cut') await armCut(world);
  await makeInvoices(
    world,
    { until },
    trouble === 'nothing'
      ? null
      : () => {
          order(world, trouble);
        },
  );
  if (trouble === 'a power cut') await endCut(world);
  await refresh(world);
  return { putAway, wrong: await disagreements(world) };
}

/** Orders what goes wrong in Xero. */
function order(world: World, trouble: Trouble): void {
  if (trouble === 'a lost answer') {
    world.xero.fail({ kind: world.random.pick(FAULTS), method: 'PUT', path: '/Invoices' });
    world.counts.faults += 1;
  }
  if (trouble === 'a dead Xero') {
    world.xero.fail({ kind: '503-html', path: '/', times: 1_000 });
    world.counts.faults += 1;
  }
}
