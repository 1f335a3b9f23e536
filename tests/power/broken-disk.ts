import { createRandom } from '../exactly-once/random.ts';
import type { Kind } from './shim.ts';
import { STEPS } from './steps.ts';
import { becomesHealthy, openWorld, settleInvoices, tryStep, type World } from './world.ts';

type Order = { kinds: Kind[]; error: 'EIO' | 'ENOSPC'; times: number };

/** How the disk fails: one call, or every call until it is mended. */
const ORDERS: Order[] = [
  { kinds: ['write'], error: 'EIO', times: 1 },
  { kinds: ['sync'], error: 'EIO', times: 1 },
  { kinds: ['write', 'sync'], error: 'EIO', times: 1_000_000 },
  { kinds: ['write'], error: 'ENOSPC', times: 1 },
  { kinds: ['write', 'create', 'mkdir'], error: 'ENOSPC', times: 1_000_000 },
];

/** What became of it. */
export type Broken = {
  rounds: number;
  /** Calls of the product to the disk that failed. */
  failed: number;
  /** Answers that said so. */
  refused: number;
  acknowledged: number;
  faults: string[];
};

/**
 * Does everything that writes on a disk that fails, in each of several ways and at several calls; then
 * mends the disk and does it again, which must succeed.
 */
export async function breakDisk(rounds: number, seed: number): Promise<Broken> {
  const random = createRandom(seed);
  const world = await openWorld('broken-disk');
  const result: Broken = { rounds: 0, failed: 0, refused: 0, acknowledged: 0, faults: [] };
  const names = Object.keys(STEPS);
  try {
    for (; result.rounds < rounds; result.rounds += 1) {
      const name = names[result.rounds % names.length] ?? '';
      const order = ORDERS[Math.floor(result.rounds / names.length) % ORDERS.length];
      if (!order) break;
      const { kinds, error, times } = order;
      const about = `${name}, ${error} of ${kinds.join(' and ')} ×${times}`;
      world.shim.fail(kinds, error, times, random.below(times === 1 ? 8 : 3));
      const before = world.scene.refused.length;
      if (!(await tryStep(world, name))) {
        result.faults.push(`${about}: the server ended: ${world.product().output().slice(-500)}`);
        if (!(await world.start())) break;
      }
      world.shim.heal();
      result.faults.push(...unclear(world, before).map((fault) => `${about}: ${fault}`));
      const sick = await becomesHealthy(world);
      if (sick !== null) result.faults.push(`${about}: ${sick}`);
      await again(world, name, about, result);
      result.faults.push(...world.faults().map((fault) => `${about}: ${fault}`));
    }
    await settleInvoices(world);
    result.faults.push(...world.faults(true).map((fault) => `in the end: ${fault}`));
    result.failed = world.shim.failed();
    result.refused = world.scene.refused.length;
    result.acknowledged = world.scene.acknowledged.size;
    return result;
  } finally {
    await world.close();
  }
}

/** Refusals that say nothing, or too much. */
function unclear({ scene }: World, from: number): string[] {
  return scene.refused.slice(from).flatMap(({ status, text }) => {
    const isSaid =
      /[A-Z][^<>{}]{10,}[.!]/.test(text) && !/SQLITE_|at \w+.*:\d+:\d+|ENOSPC|EIO/.test(text);
    return isSaid ? [] : [`an unclear refusal: ${status} ${text.slice(0, 200)}`];
  });
}

/** Invoices whose outcome is unknown may wait for minutes; everything else must work at once. */
const MAY_WAIT = ['invoices'];

async function again(world: World, name: string, about: string, result: Broken): Promise<void> {
  const { scene } = world;
  const before = scene.refused.length;
  await tryStep(world, name);
  const refused = scene.refused.slice(before);
  if (refused.length === 0 || MAY_WAIT.includes(name)) return;
  const [{ status, text } = { status: 0, text: '' }] = refused;
  result.faults.push(`${about}: still refused later: ${status} ${text.slice(0, 200)}`);
}
