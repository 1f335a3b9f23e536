import type { Random } from '../exactly-once/random.ts';
import { createRandom } from '../exactly-once/random.ts';
import { DEATHS, type Kind } from './shim.ts';
import { STEPS } from './steps.ts';
import { becomesHealthy, openWorld, settleInvoices, tryStep, type World } from './world.ts';

/** The kinds of calls that it dies at, those that are rare by themselves, and after how many at most. */
const TARGETS: [kinds: Kind[], within: number][] = [
  [['create', 'write', 'truncate', 'sync', 'rename', 'unlink', 'mkdir', 'rmdir'], 400],
  [['sync'], 40],
  [['create', 'unlink'], 6],
  [['rename', 'mkdir', 'truncate'], 2],
];

/** After so many steps without a call of that kind, any call will do. */
const MOST_STEPS = 15;

/** It dies during its start once in so many times. */
const IN_START = 6;
const IN_A_START = 12;

/** What became of the kills. */
export type Kills = {
  kills: number;
  /** At which calls, and how often. */
  at: Record<string, number>;
  duringStart: number;
  acknowledged: number;
  faults: string[];
};

/**
 * Kills a working product at so many of its calls to the disk, starts it again each time, and looks for
 * everything that was acknowledged before.
 */
export async function killOften(kills: number, seed: number): Promise<Kills> {
  const random = createRandom(seed);
  const world = await openWorld('kills');
  const result: Kills = { kills: 0, at: {}, duringStart: 0, acknowledged: 0, faults: [] };
  const names = Object.keys(STEPS) as [string, ...string[]];
  try {
    while (result.kills < kills) {
      const [any = [[], 0]] = TARGETS;
      aim(world, random, random.oneIn(2) ? any : (TARGETS[random.below(TARGETS.length)] ?? any));
      for (let step = 1; await tryStep(world, random.pick(names)); step += 1) {
        if (step === MOST_STEPS) aim(world, random, any);
      }
      await died(world, result);
      while (random.oneIn(IN_START) && result.kills < kills) {
        aim(world, random, [any[0], IN_A_START]);
        if (await world.start()) break;
        result.duringStart += 1;
        await died(world, result);
      }
      world.shim.heal();
      if (!world.product().isRunning() && !(await world.start())) {
        result.faults.push(`kill ${result.kills}: it does not start: ${world.product().output()}`);
        break;
      }
      const sick = await becomesHealthy(world);
      if (sick !== null) result.faults.push(`kill ${result.kills}: ${sick}`);
      result.faults.push(...world.faults().map((fault) => `kill ${result.kills}: ${fault}`));
    }
    await settleInvoices(world);
    result.faults.push(...world.faults(true).map((fault) => `in the end: ${fault}`));
    result.acknowledged = world.scene.acknowledged.size;
    return result;
  } finally {
    await world.close();
  }
}

function aim({ shim }: World, random: Random, [kinds, within]: [Kind[], number]): void {
  shim.killAt(kinds, 1 + random.below(within), random.pick(DEATHS));
}

async function died({ product, shim }: World, result: Kills): Promise<void> {
  await product().ended;
  result.kills += 1;
  const kind = shim.lastKind() ?? 'none';
  result.at[kind] = (result.at[kind] ?? 0) + 1;
}
