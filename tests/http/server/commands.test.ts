import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const EMAIL = 'alex@example.com';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-commands-'));
  dataDir = join(folder, 'data');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the product with words as an operator does, in an empty folder; gives what it said. */
function run(words: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'run.js'), ...words], {
    cwd: folder,
    env: { NODE_ENV: 'production', DATA_DIR: dataDir, APPROVED_EMAILS: EMAIL, ...environment },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

const refusal = (stderr: string) => ({ status: 1, stdout: '', stderr: `${stderr}\n` });

/** Makes the data folder of a server that was started once. */
function install(): void {
  mkdirSync(dataDir);
  const db = openDatabase(join(dataDir, 'database.sqlite'));
  migrateDatabase(db, join(ROOT, 'db/migrations'));
  db.$client.close();
}

test('help lists every command, with what it takes and does', () => {
  for (const word of ['help', '--help']) {
    const { status, stdout, stderr } = run([word]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const named = [...stdout.matchAll(/^ {2}([a-z:-]+) .*[a-z]$/gm)].map(([, name]) => name);
    const { stderr: others } = run(['nothing']);
    expect(`${named.join(', ')}.`).toBe(others.trim().split('There are: ')[1]);
  }
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [{}, 'npm run restore -- FILE', 'npm run backup:verify -- FILE'],
  [
    { TALLYHOUR: '/opt/tallyhour/tallyhour' },
    '/opt/tallyhour/tallyhour restore FILE',
    '/opt/tallyhour/tallyhour backup:verify FILE',
  ],
  [
    { TALLYHOUR: 'docker compose exec tallyhour tallyhour' },
    'docker compose run --rm tallyhour restore FILE',
    'docker compose exec tallyhour tallyhour backup:verify FILE',
  ],
  [
    { TALLYHOUR: '/home/me/tallyhour', npm_lifecycle_event: 'start' },
    'npm run restore -- FILE',
    'npm run backup:verify -- FILE',
  ],
])('a text names the command that is there: %j', (environment, restore, verify) => {
  expect(run(['restore'], environment).stderr).toBe(`Say which backup: ${restore}\n`);
  expect(run(['backup:verify'], environment).stderr).toBe(`Say which backup: ${verify}\n`);
});

describe('A command is refused, and does nothing,', () => {
  test.each([
    [['start', 'twice'], 'There is no command “start twice”. There are: start, '],
    [['backup', 'a', 'b'], '“b” is a word too many, so nothing was done.'],
    [['backup', '--help'], '“--help” is no option, so nothing was done.'],
    [['backup:verify', 'a', 'b'], '“b” is a word too many'],
    [['restore', 'a', '--dry-run'], '“--dry-run” is no option'],
    [['login-link', EMAIL, 'kim@example.com'], '“kim@example.com” is a word too many'],
    [['person:export', EMAIL, 'a.json', 'b.json'], '“b.json” is a word too many'],
    [['person:remove', EMAIL, 'kim@example.com'], '“kim@example.com” is a word too many'],
    [['history:verify', '12', 'nohash'], 'Say which entry and hash were noted'],
    [['history:verify', '12', 'A'.repeat(43), '13'], 'Say which entry and hash were noted'],
  ])('%j', (words, sentence) => {
    install();
    const before = readdirSync(dataDir);
    const { status, stdout, stderr } = run(words);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n./);
    expect([readdirSync(dataDir), readdirSync(folder)]).toEqual([before, ['data']]);
  });

  test.each([
    ['login-link', EMAIL],
    ['person:export', EMAIL],
    ['person:remove', EMAIL],
    ['history:verify'],
  ])('where there is no database: %s', (...words) => {
    expect(run(words)).toEqual(
      refusal(
        `There is no database at ${join(dataDir, 'database.sqlite')}. No changes were made: set DATA_DIR to the folder that the server uses; its first start makes the database.`,
      ),
    );
    expect(existsSync(dataDir)).toBe(false);
    install();
    expect(run(words).stderr).not.toContain('There is no database');
  });

  test.each([['login-link', EMAIL], ['person:remove', EMAIL], ['history:verify'], ['backup']])(
    'while a restore waits to be finished: %s',
    (...words) => {
      install();
      mkdirSync(join(dataDir, 'restore-2026-11-27T01-00-00.000Z'));
      const { status, stderr } = run(words);
      expect(status).toBe(1);
      expect(stderr).toBe(
        'A restore was interrupted. No changes were made: start the server or run the restore again, which finishes it, then run this again.\n',
      );
    },
  );

  test('with a DATA_DIR that is a file', () => {
    writeFileSync(dataDir, 'a file');
    expect(run(['login-link', EMAIL])).toMatchObject({ status: 1, stdout: '' });
    expect(run(['backup']).stderr).toContain('There is nothing to back up yet');
    expect(run(['restore', dataDir]).stderr).toMatch(
      /^DATA_DIR should be a folder that the server can write to, but .* is not a folder/m,
    );
  });

  test('to restore a folder', () => {
    install();
    expect(run(['restore', folder])).toEqual(
      refusal(`There is no file ${folder}. No changes were made.`),
    );
  });
});

describe('A start says in a sentence why it cannot listen', () => {
  test('at an address of another machine', () => {
    const sentence = (host: string) =>
      refusal(
        `HOST should be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them, but is "${host}".`,
      );
    for (const host of ['192.0.2.1', 'nowhere.invalid']) {
      const { status, stderr } = run(['start'], { HOST: host, PORT: '34567' });
      expect({ status, stderr }).toEqual({ status: 1, stderr: sentence(host).stderr });
    }
  });
});
