import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../exactly-once/random.ts';
import { STEPS } from './steps.ts';
import { becomesHealthy, openWorld, settleInvoices, tryStep } from './world.ts';

const CONTROL = join(import.meta.dirname, 'blind.ts');

/** How files are lost under the running product, and what puts them right after it has ended. */
type Loss = { lose: (file: string) => void; mend?: (file: string) => void; isRefused?: boolean };

const putBack = (file: string) => {
  renameSync(`${file}.was`, file);
};

const LOSSES: Record<string, Loss> = {
  'the log of the database': {
    lose: (file) => {
      rmSync(`${file}-wal`);
    },
  },
  'the index of its log': {
    lose: (file) => {
      rmSync(`${file}-shm`);
    },
  },
  'the database itself': {
    lose: (file) => {
      renameSync(file, `${file}.was`);
    },
    mend: putBack,
    isRefused: true,
  },
  'the database, with a copy in its place': {
    lose: (file) => {
      renameSync(file, `${file}.was`);
      copyFileSync(`${file}.was`, file);
    },
    mend: putBack,
  },
};

/** What became of it. */
export type Lost = { losses: number; refused: number; acknowledged: number; faults: string[] };

/**
 * Loses a file of the database under the working product, goes on with it, kills it, does what its sentences say, and
 * looks for everything that was acknowledged. With `isBlind` the product cannot see the loss: the control.
 */
export async function loseFiles(rounds: number, seed: number, isBlind = false): Promise<Lost> {
  const random = createRandom(seed);
  const more: Record<string, string> = isBlind ? { NODE_OPTIONS: `--import=${CONTROL}` } : {};
  const world = await openWorld('lost-files', more);
  const result: Lost = { losses: 0, refused: 0, acknowledged: 0, faults: [] };
  const names = Object.keys(STEPS) as [string, ...string[]];
  const file = join(world.dataDir, 'database.sqlite');
  try {
    for (; result.losses < rounds; result.losses += 1) {
      const all = Object.entries(LOSSES);
      const [about, { lose, mend, isRefused }] = all[result.losses % all.length] ?? ['', none];
      for (let step = 0; step < 4; step++) await tryStep(world, random.pick(names));
      lose(file);
      const before = world.scene.refused.length;
      for (let step = 0; step < 6; step++) await tryStep(world, random.pick(names));
      result.refused += world.scene.refused.length - before;
      await world.product().kill();
      if (isRefused && (await world.start())) {
        result.faults.push(`${about}: it started without its database`);
        await world.product().kill();
      }
      mend?.(file);
      if (!(await world.start())) {
        result.faults.push(`${about}: it does not start: ${world.product().output().slice(-500)}`);
        break;
      }
      const sick = await becomesHealthy(world);
      if (sick !== null) result.faults.push(`${about}: ${sick}`);
      result.faults.push(...world.faults().map((fault) => `${about}: ${fault}`));
      if (isBlind && result.faults.length > 0) return result;
    }
    await settleInvoices(world);
    result.faults.push(...world.faults(true).map((fault) => `in the end: ${fault}`));
    result.acknowledged = world.scene.acknowledged.size;
    return result;
  } finally {
    await world.close();
  }
}

const none: Loss = { lose: () => undefined };
