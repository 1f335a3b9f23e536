import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const dataDir = () => server().services.config.dataDir;
const backups = () => readdirSync(join(dataDir(), 'backups'));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-backups-'));
  folders.push(folder);
  return folder;
}

/** Runs a command of the operator's, as `npm run` does. */
async function run(script: string, words: string[], folder = dataDir()) {
  const ran = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder },
  }).catch((error: unknown) => error as { stdout: string; stderr: string; code: number });
  const { stdout, stderr } = ran;
  const lines = stdout.trimEnd().split('\n');
  return { code: 'code' in ran ? ran.code : 0, stdout, stderr, last: lines.at(-1) ?? '' };
}

function fill(): void {
  const clientId = addClient(server(), 'Acme');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
}

async function backUpNow(visitor: Visitor): Promise<string> {
  const { status, location } = await visitor.post('/settings/backups');
  expect([status, location]).toEqual([303, '/settings/data']);
  const { text } = await visitor.get('/settings/data');
  return toastOf(text) ?? '';
}

describe('in Settings', () => {
  test('a backup is made with a button, listed, and downloaded', async () => {
    fill();
    const visitor = await visitSignedIn(server());
    const before = await visitor.get('/settings/data');
    expect(visibleText(before.text)).toContain('No backups yet');
    expect(visibleText(before.text)).toContain('By hand only');
    expect(await backUpNow(visitor)).toMatch(/^Backed up and checked: [\d.]+ [kM]B$/);
    const [name = ''] = backups();
    const { text } = await visitor.get('/settings/data');
    expect(visibleText(text)).toContain('Last backup:');
    expect(visibleText(text)).toContain('Made by hand');
    expect(text).toContain(`href="/settings/backups/${name}"`);

    const response = await fetch(`${server().url}/settings/backups/${name}`, {
      headers: { Cookie: `session=${visitor.cookies.get('session')}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toEqual(readFileSync(join(dataDir(), 'backups', name)));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.sqlite3',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    });
    const copy = join(newFolder(), 'copy.sqlite');
    writeFileSync(copy, bytes);
    expect(await run('backup-verify', [copy])).toMatchObject({ code: 0, stderr: '' });
  });

  test('only names of backups are downloaded, and only by somebody who is signed in', async () => {
    const visitor = await visitSignedIn(server());
    await backUpNow(visitor);
    const [name = ''] = backups();
    writeFileSync(join(dataDir(), 'backups', 'note.txt'), 'private');
    for (const path of [
      'note.txt',
      '..%2Fapp-secret',
      '..%2Fdatabase.sqlite',
      `%2E%2E%2Fbackups%2F${name}`,
      '2026-11-22T09-00-00-000Z-daily.sqlite',
    ]) {
      const { status, text } = await visitor.get(`/settings/backups/${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain('private');
    }
    const stranger = visit(server());
    expect((await stranger.get(`/settings/backups/${name}`)).status).toBe(401);
    expect((await stranger.post('/settings/backups')).status).toBe(401);
    expect(backups()).toEqual(expect.arrayContaining([name]));
    expect((await visitor.get('/settings/backups')).location).toBe('/settings/data');
  });

  test('a failure is told at once, and stays on the card', async () => {
    const visitor = await visitSignedIn(server());
    writeFileSync(join(dataDir(), 'backups'), '');
    expect(await backUpNow(visitor)).toContain('Failed to back up.');
    const { text } = await visitor.get('/settings/data');
    expect(visibleText(text)).toContain('Needs attention');
    expect(visibleText(text)).toContain('cannot be written');
    rmSync(join(dataDir(), 'backups'));
    expect(await backUpNow(visitor)).toContain('Backed up');
    expect(visibleText((await visitor.get('/settings/data')).text)).not.toContain(
      'Needs attention',
    );
  });
});

describe('by command', () => {
  test('a backup of a running server ends with the path of its file, and is restored elsewhere', async () => {
    fill();
    const made = await run('backup', []);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.last).toBe(join(dataDir(), 'backups', backups()[0] ?? ''));
    expect(statSync(made.last).mode & 0o777).toBe(0o600);
    expect(made.stdout).toContain(
      `Not in it is the secret key, which has to be kept apart from it: ${dataDir()}/app-secret.`,
    );
    expect((await run('backup-verify', [made.last])).stdout).toMatch(
      /^Whole: 1 work log, 1 client and 0 invoices, as backed up at /,
    );
    const elsewhere = join(newFolder(), 'data');
    const restored = await run('restore', [made.last], elsewhere);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('Restored and checked: 1 work log, 1 client');
    expect(restored.stdout).toContain('There was no readable database here to compare it with');
    expect(restored.stdout).toContain(
      'Sessions, passkeys, tokens and calendar addresses that were ended since then let people in again',
    );
    expect(restored.stdout).toContain(
      `put the file app-secret into ${elsewhere} or set APP_SECRET`,
    );
    expect(restored.stdout).toContain('It has the same connections as the installation');
    expect(readdirSync(elsewhere).sort()).toEqual(['database.sqlite', 'lock.sqlite']);
  });

  test('a restore is refused while a server uses the folder', async () => {
    fill();
    const { last } = await run('backup', []);
    const refused = await run('restore', [last]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/uses DATA_DIR .* No changes were made: stop it first/);
    expect(readdirSync(dataDir()).filter((name) => name.includes('restore'))).toEqual([]);
    expect((await (await visitSignedIn(server())).get('/work-logs')).status).toBe(200);
  });

  test('a named file is replaced if it is a backup, and otherwise left alone', async () => {
    const file = join(newFolder(), 'mine.sqlite');
    expect((await run('backup', [file])).last).toBe(file);
    const first = readFileSync(file);
    fill();
    expect((await run('backup', [file])).code).toBe(0);
    expect(readFileSync(file)).not.toEqual(first);
    for (const other of [join(dataDir(), 'app-secret'), join(dataDir(), 'database.sqlite')]) {
      const before = statSync(other);
      const { code, stderr } = await run('backup', [other]);
      expect([code, stderr]).toEqual([
        1,
        `${other} is there already and is no whole backup, so it was left alone. Name another file.\n`,
      ]);
      expect(statSync(other).ino).toBe(before.ino);
    }
  });

  test('each command says in a sentence why it did nothing, and ends with 1', async () => {
    const empty = newFolder();
    const nothing = await run('backup', [], empty);
    expect([nothing.code, nothing.stderr]).toEqual([
      1,
      `There is nothing to back up yet: ${empty}/database.sqlite is not there.\n`,
    ]);
    expect(readdirSync(empty)).toEqual([]);
    expect(await run('backup-verify', [])).toMatchObject({
      code: 1,
      stderr: 'Say which backup: npm run backup:verify -- FILE\n',
    });
    expect(await run('restore', [])).toMatchObject({
      code: 1,
      stderr: 'Say which backup: npm run restore -- FILE\n',
    });
    expect(await run('backup-verify', [join(empty, 'none')])).toMatchObject({
      code: 1,
      stderr: `There is no file ${empty}/none.\n`,
    });
    expect((await run('backup-verify', [process.env.EMPTY_DATABASE ?? ''])).stderr).toContain(
      'but not one that "npm run backup" made',
    );
  });
});
