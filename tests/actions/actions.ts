import { faultsOf, sayTaken, writeTable } from './table.ts';
import { takeAll } from './walk.ts';
import { WALKS } from './walks.ts';
import { openWorld } from './world.ts';

/** Counts what work takes, and writes docs/actions.md, unless a number grew or a promise is missed. */
const world = await openWorld();
try {
  const taken = await takeAll(world, WALKS);
  for (const one of taken) process.stdout.write(`${sayTaken(one)}\n`);
  const faults = await faultsOf(taken, { mayBeNew: true });
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(
    `${taken.length} tasks, ${faults.length === 0 ? 'no number grew' : 'NOT KEPT'}\n`,
  );
  if (faults.length === 0) await writeTable(taken);
  else process.exitCode = 1;
} finally {
  await world.close();
}
