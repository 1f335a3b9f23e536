import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { allLicences } from './licences.ts';
import { stripElf } from './strip-elf.ts';

/**
 * Makes an installation folder from the build: `npm run package [-- FOLDER]`. It holds all that
 * runs, Node included, for machines like this one: `FOLDER/tallyhour start`.
 */
const ROOT = resolve(import.meta.dirname, '..');
const PARTS = ['tallyhour', 'run.js', 'LICENSE', '.env.example', 'build', 'db/migrations'];
const PIECE = 65_536;
const DRIVER = 'node_modules/better-sqlite3';

function main(): void {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'));
  if (existsSync(folder) && !existsSync(join(folder, 'run.js'))) {
    throw new Error(`${folder} is there already and is no installation folder. Name another one.`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  removeSnapshots(join(folder, 'db/migrations/meta'));
  rmSync(join(folder, 'build/made-of.txt'), { force: true });
  for (const side of ['browser', 'server']) {
    rmSync(join(folder, `build/licences-${side}.txt`), { force: true });
  }
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), allLicences(ROOT));
  copyDriver(folder);
  copyNode(folder);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, private: true, type: 'module' }, null, 2)}\n`,
  );
  tryOut(folder);
  process.stdout.write(`Start it with: ${join(folder, 'tallyhour')} start\n`);
}

/** Removes the pictures of earlier schemas, which only the next migration is made from. */
function removeSnapshots(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith('_snapshot.json')) rmSync(join(folder, name));
  }
}

/** The SQLite driver, with the native file of this platform alone. */
function copyDriver(folder: string): void {
  const from = join(ROOT, DRIVER);
  const to = join(folder, DRIVER);
  for (const part of ['package.json', 'LICENSE', 'lib']) {
    cpSync(join(from, part), join(to, part), { recursive: true });
  }
  const native = `prebuilds/${process.platform}-${process.arch}.node`;
  cpSync(join(from, native), join(to, native));
}

/**
 * The Node that runs this script, without what only debuggers read. Written in small pieces: Linux
 * caches a file in the pieces in which it was written, and counts each piece that is touched as
 * memory of the process.
 */
function copyNode(folder: string): void {
  const program = stripElf(readFileSync(process.execPath));
  const file = openSync(join(folder, 'node'), 'w', 0o755);
  for (let start = 0; start < program.length; start += PIECE) {
    writeSync(file, program, start, Math.min(PIECE, program.length - start));
  }
  closeSync(file);
}

/** Runs the folder's own Node with the folder's own driver. */
function tryOut(folder: string): void {
  const script = "new (require('better-sqlite3'))(':memory:').exec('select 1')";
  execFileSync(join(folder, 'node'), ['-e', script], { cwd: folder, stdio: 'inherit' });
}

main();
