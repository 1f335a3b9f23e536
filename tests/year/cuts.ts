import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createDisk } from '../power/disk-model.ts';
import { readJournal, type Call } from '../power/journal.ts';
import { CUTS, cutPower, writeTree } from '../power/power-cut.ts';
import { createShim, DEATHS, hasCompiler, type Shim } from '../power/shim.ts';
import { IS_SHORT } from '../bench/figures.ts';
import type { World } from './world.ts';

/** Whether power cuts are real ones to the disk; else the product is killed in their place. */
export const CUTS_POWER = !IS_SHORT && hasCompiler();

/**
 * Lets the product die in the middle of what it writes from now on. Whoever is under way then asks again once it runs
 * again, on what a power cut leaves of its folder: what it had synced, and any part of what it had not.
 */
export async function armCut(world: World): Promise<void> {
  if (!CUTS_POWER) {
    const product = world.product();
    const patience = 1 + world.random.below(60);
    setTimeout(() => void product.kill(), patience);
    world.afterDeath = async () => {
      await product.kill();
      await goOn(world);
    };
    return;
  }
  await world.product().stop();
  const beside = join(world.folder, `cut-${world.counts.cuts}`);
  mkdirSync(beside);
  const before = callsOf(world.dataDir);
  const shim = createShim(world.dataDir, beside, true);
  await world.start(shim.environment);
  const inode = statSync(world.dataDir).ino;
  const call = 1 + world.random.below(80);
  shim.killAt(['write', 'sync'], call, world.random.pick(DEATHS));
  world.afterDeath = async () => {
    await world.product().kill();
    loseWhatWasNotSynced(world, shim, before, inode);
    await goOn(world);
  };
}

/** Where it has not died by itself, it does now. */
export async function endCut(world: World): Promise<void> {
  await world.afterDeath?.();
}

async function goOn(world: World): Promise<void> {
  world.afterDeath = null;
  world.counts.cuts += 1;
  await world.start();
}

/** Puts in the place of the data folder what a power cut may leave of it. */
function loseWhatWasNotSynced(world: World, shim: Shim, before: Call[], inode: number): void {
  const { dataDir, random } = world;
  const { root, play } = createDisk(dataDir, inode);
  for (const [at, call] of [...before, ...readJournal(shim.journal)].entries()) play(call, at);
  shim.close();
  const tree = cutPower(root, random.pick(CUTS), random);
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir, { mode: 0o700 });
  writeTree(tree, dataDir);
}

/** The calls that make a folder as it is, all of it synced. */
function callsOf(folder: string): Call[] {
  const call = (kind: Call['kind'], path: string, more: Partial<Call> = {}): Call => ({
    ...{ kind, inode: statSync(path).ino, offset: 0, bytes: Buffer.from(path), to: '' },
    ...more,
  });
  const below = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return [call('mkdir', path), ...callsOf(path)];
    return [
      call('create', path),
      call('write', path, { bytes: readFileSync(path) }),
      call('sync', path),
    ];
  });
  return [...below, call('sync', folder)];
}
