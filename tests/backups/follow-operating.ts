import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { freePort } from '../support/server/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

type Place = {
  /** Where the program is cloned from. */
  origin: string;
  /** Where it is installed. */
  program: string;
  environment: NodeJS.ProcessEnv;
};

/**
 * Does what docs/operating.md says, with the commands of its code blocks and no others: installs, backs
 * up, updates to a version with a migration, is killed, restores, and restores into an empty folder.
 * Throws when the pence are not what was backed up, or when a command fails.
 */
export async function followOperating(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-operating-'));
  const origin = join(folder, 'origin');
  const program = join(folder, 'tallyhour');
  const port = await freePort();
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: undefined,
    PORT: String(port),
    APPROVED_EMAILS: 'alex@example.com',
    // What this machine has already need not be fetched again.
    npm_config_prefer_offline: 'true',
  } as unknown as NodeJS.ProcessEnv;
  const place = { origin, program, environment };
  let server: ChildProcess | null = null;
  try {
    publish(origin);
    git(folder, 'clone', '--quiet', origin, program);

    server = await follow(place, 'Install');
    addLogs(program, 200);
    followWithout(place, 'Back up');
    const backedUp = pence(program);
    addLogs(program, 3);

    await stop(server, 'SIGTERM');
    publishMigration(origin);
    server = await follow(place, 'Update');
    check('a table of the new version', countOf(program, 'newer_version'), 0);
    check('backups before the migration', backups(program, 'before-migration').length, 1);
    check('pence after the update', pence(program), backedUp + 3 * 6_001);

    addLogs(program, 20);
    await stop(server, 'SIGKILL');
    check('a log that the kill left', existsSync(join(program, 'data/database.sqlite-wal')), true);
    server = await follow(place, 'Restore');
    check('pence after the restore', pence(program), backedUp);
    check(
      'what was kept',
      readdirSync(join(program, 'data')).filter((name) => name.startsWith('before-restore-'))
        .length,
      1,
    );
    check('health', await health(port), 200);

    await stop(server, 'SIGTERM');
    renameSync(join(program, 'data'), join(folder, 'lost'));
    server = await follow(place, 'Restore', 1);
    check('pence in an empty folder', pence(program), backedUp);
    check('health', await health(port), 200);
    process.stdout.write(`\ndocs/operating.md was followed: ${backedUp} pence each time\n`);
  } finally {
    if (server) await stop(server, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The code blocks for a shell below a heading of docs/operating.md. */
function blocksUnder(heading: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
}

/** Does a block of a section that ends with the start of the server; gives the server. */
async function follow(place: Place, heading: string, block = 0): Promise<ChildProcess> {
  const lines = (blocksUnder(heading)[block] ?? '').trimEnd().split('\n');
  const last = lines.pop();
  if (last !== 'npm start') throw new Error(`"${heading}" does not end with npm start`);
  shell(place, lines.join('\n'));
  process.stdout.write(`$ ${last}\n`);
  const server = spawn('sh', ['-c', last], {
    cwd: place.program,
    env: place.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitFor(server, '"listening"');
  return server;
}

/** Does the only block of a section that does not start a server. */
function followWithout(place: Place, heading: string): void {
  const [block, ...others] = blocksUnder(heading);
  if (block === undefined || others.length > 0)
    throw new Error(`"${heading}" should have one block`);
  shell(place, block);
}

function shell({ program, environment }: Place, commands: string): void {
  process.stdout.write(commands.replace(/^/gm, '$ ') + '\n');
  execFileSync('sh', ['-ec', commands], { cwd: program, env: environment, stdio: 'inherit' });
}

async function waitFor(server: ChildProcess, text: string): Promise<void> {
  let printed = '';
  const ended = once(server, 'exit').then(() => true);
  server.stdout?.setEncoding('utf8').on('data', (more: string) => (printed += more));
  while (!printed.includes(text)) {
    const isOver = await Promise.race([
      once(server.stdout ?? server, 'data').then(() => false),
      ended,
    ]);
    if (isOver && !printed.includes(text)) throw new Error(`The server ended: ${printed}`);
  }
}

/** Sends a signal to a server and whatever npm started around it, and waits for its end. */
async function stop(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const ended = once(server, 'close');
  process.kill(-server.pid, signal);
  await ended;
}

/** Makes a repository of the files as they are here. */
function publish(origin: string): void {
  mkdirSync(origin);
  const names = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const name of names.split('\0').filter(Boolean)) {
    if (name === 'node_modules' || !existsSync(join(ROOT, name))) continue;
    mkdirSync(dirname(join(origin, name)), { recursive: true });
    cpSync(join(ROOT, name), join(origin, name));
  }
  git(origin, 'init', '--quiet');
  commit(origin);
}

/** Publishes a next version, which has a table more. */
function publishMigration(origin: string): void {
  const migrations = join(origin, 'db/migrations');
  const file = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
  };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('There is no migration.');
  const tag = `${String(last.idx + 1).padStart(4, '0')}_newer`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(migrations, `${tag}.sql`), 'CREATE TABLE newer_version (id integer);\n');
  commit(origin);
}

function commit(folder: string): void {
  git(folder, 'add', '--all');
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git(folder, ...who, 'commit', '--quiet', '--message', 'A version');
}

function git(folder: string, ...words: string[]): void {
  execFileSync('git', words, { cwd: folder, stdio: 'inherit' });
}

function inDatabase<Result>(
  program: string,
  use: (sqlite: SqliteDatabase.Database) => Result,
): Result {
  const sqlite = new SqliteDatabase(join(program, 'data/database.sqlite'), { fileMustExist: true });
  try {
    return use(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Logs work, each time for 60.01, while the server runs. */
function addLogs(program: string, count: number): void {
  inDatabase(program, (sqlite) => {
    sqlite.exec(`
      insert or ignore into clients (id, name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
        values (1, 'Acme', 6000, 9000, 0, 0);
      insert or ignore into work_types (id, name, hourly_rate_pence, created_at, updated_at)
        values (1, 'Support', 6000, 0, 0);`);
    const add = sqlite.prepare(
      `insert into work_logs (client_id, work_type_id, duration, hourly_rate_pence, total_pence, date, day, created_at, updated_at)
       values (1, 1, 60, 6000, 6001, 0, '1970-01-01', 0, 0)`,
    );
    for (let index = 0; index < count; index++) add.run();
  });
}

function pence(program: string): number {
  return inDatabase(program, (sqlite) =>
    Number(sqlite.prepare('select sum(total_pence) from work_logs').pluck().get()),
  );
}

function countOf(program: string, table: string): number {
  return inDatabase(program, (sqlite) =>
    Number(sqlite.prepare(`select count(*) from ${table}`).pluck().get()),
  );
}

function backups(program: string, kind: string): string[] {
  return readdirSync(join(program, 'data/backups')).filter((name) => name.includes(kind));
}

async function health(port: number): Promise<number> {
  return (await fetch(`http://localhost:${port}/health`)).status;
}

function check(what: string, found: unknown, expected: unknown): void {
  if (found === expected) return;
  throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`);
}
