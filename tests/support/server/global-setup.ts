import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { makeTestRoot } from './test-root.ts';

/** The seed of the random cases, unless another one is asked for. */
const USUAL_SEED = 20_261_121;

/**
 * Runs once before all tests: chooses and prints the seed of the random cases, and makes the folder
 * of the tests' databases, and in it the empty one of which every test gets a copy. Workers inherit all of it through the
 * environment.
 */
export default function setUp(): () => void {
  const { SEED = String(USUAL_SEED) } = process.env;
  process.env.SEED = SEED === 'random' ? String(randomInt(2 ** 31)) : SEED;
  process.stdout.write(`Random cases by seed ${process.env.SEED}; SEED=random takes others.\n`);
  const folder = makeTestRoot();
  process.env.TEST_ROOT = folder;
  process.env.EMPTY_DATABASE = join(folder, 'empty.sqlite');
  const db = openDatabase(process.env.EMPTY_DATABASE);
  migrateDatabase(db);
  // Puts everything into one file, which can be copied.
  db.$client.pragma('journal_mode = DELETE');
  db.$client.close();
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
