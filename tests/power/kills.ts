import type { Random } from '../exactly-once/random.ts';
import { createRandom } from '../exactly-once/random.ts';
import { DEATHS } from './shim.ts';
import { STEPS } from './steps.ts';
import { becomesHealthy, openWorld, settleInvoices, tryStep, type World } from './world.ts';

/** The product dies at one of so many calls that follow. */
const WITHIN = 160;

/** It dies during its start once in so many times. */
const IN_START = 6;

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
      aim(world, random, WITHIN);
      while (await tryStep(world, random.pick(names)));
      await died(world, result);
      while (random.oneIn(IN_START) && result.kills < kills) {
        aim(world, random, 12);
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

function aim({ shim }: World, random: Random, within: number): void {
  shim.killAt(shim.calls() + 1 + random.below(within), random.pick(DEATHS));
}

async function died({ product, shim }: World, result: Kills): Promise<void> {
  await product().ended;
  result.kills += 1;
  const kind = shim.lastKind() ?? 'none';
  result.at[kind] = (result.at[kind] ?? 0) + 1;
}
