import {
  chmodSync,
  existsSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { explain, startServer, type RunningServer } from '../../../server.ts';
import { freePort } from '../../support/server/free-port.ts';
import { printLoginLink } from '../../support/server/login-link.ts';
import { discardServerProcesses, startServerProcess } from '../../support/server/server-process.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';

let folder: string;
let dataDir: string;
let databaseFile: string;
const running: RunningServer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-refusals-'));
  dataDir = join(folder, 'data');
  databaseFile = join(dataDir, 'database.sqlite');
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  await discardServerProcesses();
  rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({
    environment: {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      APPROVED_EMAILS: TEST_EMAIL,
      ...environment,
    },
    logDestination: { write: () => undefined },
    announce: () => undefined,
  });
  running.push(server);
  return server;
}

/** Starts and stops, so that there is an installation with a key and an empty database. */
async function install(): Promise<void> {
  const server = await start();
  await server.close();
  running.length = 0;
}

/** What the operator reads of a start that is refused. */
async function refusal(environment: Record<string, string> = {}): Promise<string> {
  const error: unknown = await start(environment).then(
    () => 'it started',
    (thrown: unknown) => thrown,
  );
  const sentence = await explain(error);
  // A sentence or a few, and never a stack.
  expect(sentence).not.toMatch(/\n|\bat \w|Error:/);
  return sentence;
}

/** All but the first page, where opening a database sets its journal's mode. */
const tables = () => readFileSync(databaseFile).subarray(4096);

const contents = (file: string) => readFileSync(file).toString('base64');

describe('a start is refused, and changes nothing', () => {
  test('with a database that a later version has changed', async () => {
    await install();
    const db = openDatabase(databaseFile);
    db.$client.exec(
      `insert into __drizzle_migrations (hash, created_at) values ('later', 99999999999999)`,
    );
    db.$client.pragma('journal_mode = DELETE');
    db.$client.close();
    const before = tables();
    expect(await refusal()).toBe(
      'The database is newer than this program: a later version has changed it. No changes were made now: start the later version, or restore a backup that this one made.',
    );
    expect(tables()).toEqual(before);
  });

  test('with a page of the database that is damaged', async () => {
    await install();
    const db = openDatabase(databaseFile);
    const page = Number(
      db.$client.prepare(`select rootpage from sqlite_schema where name = 'clients'`).pluck().get(),
    );
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
    db.$client.close();
    overwrite(databaseFile, (page - 1) * 4096, Buffer.alloc(4096, 0x5a));
    const before = contents(databaseFile);
    expect(await refusal()).toMatch(
      /^The database is damaged \(.+\)\. No changes were made: restore the last backup, as docs\/operating\.md says\.$/,
    );
    expect(contents(databaseFile)).toBe(before);
  });

  test('with a file that is no database', async () => {
    await install();
    writeFileSync(databaseFile, 'Not a database. '.repeat(1_000));
    expect(await refusal()).toMatch(/^The database is damaged \(file is not a database\)\./);
  });

  test('with a folder that has lost its database', async () => {
    await install();
    rmSync(databaseFile);
    expect(await refusal()).toMatch(/ has lost its database: app-secret\b.* is missing or empty\./);
    expect(existsSync(databaseFile)).toBe(false);
  });

  test('with a database that is cut short', async () => {
    await install();
    const whole = readFileSync(databaseFile);
    writeFileSync(databaseFile, whole.subarray(0, whole.length / 2));
    expect(await refusal()).toMatch(/^The database is damaged/);
  });

  test.each([
    ['empty', '', 'is empty'],
    ['cut', 'A'.repeat(20), 'is cut short, to 20 characters'],
    ['something else', 'A'.repeat(80), 'holds something else'],
  ])('with a key file that is %s', async (_, text, fault) => {
    await install();
    writeFileSync(join(dataDir, 'app-secret'), text);
    expect(await refusal()).toContain(
      `should hold 43 characters, but ${fault}. Put its copy back;`,
    );
    expect(readFileSync(join(dataDir, 'app-secret'), 'utf8')).toBe(text);
  });

  test('with a DATA_DIR that is a file', async () => {
    writeFileSync(dataDir, 'a file');
    const isNoFolder =
      /^DATA_DIR should be a folder that the server can write to, but .* not a folder/;
    expect(await refusal()).toMatch(isNoFolder);
    expect(await refusal({ DATA_DIR: join(dataDir, 'below') })).toMatch(isNoFolder);
  });

  test('with the folder of another server, which goes on', async () => {
    const first = await start();
    expect(await refusal()).toContain('Another server, or a command that needs the data to itself');
    const second = await startServerProcess({ dataDir });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toEqual({
      stdout: '',
      stderr: `Another server, or a command that needs the data to itself, uses DATA_DIR (${dataDir}). No changes were made: stop it first, or set DATA_DIR to another folder.\n`,
    });
    expect((await fetch(`${first.config.origin}/health`)).status).toBe(200);
  });
});

test('a sign-in link is printed while a server has the folder', async () => {
  const { services, config } = await start();
  expect(await printLoginLink({ services, url: config.origin })).toContain('/api/login?token=');
});

test('a killed server leaves nothing that a start would refuse', async () => {
  const first = await startServerProcess({ dataDir });
  await first.waitFor('"listening"');
  first.child.kill('SIGKILL');
  await first.ended();
  await start();
});

test('what the server makes is its owner’s alone, whatever the umask and however it was before', async () => {
  const before = process.umask(0);
  try {
    const { services } = await start();
    services.db.$client.exec('create table wal (x)');
    const names = ['database.sqlite', 'database.sqlite-wal', 'app-secret', 'lock.sqlite'];
    const modes = names.map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
    expect(modes).toEqual(names.map((name) => [name, 0o600]));
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(existsSync(join(dataDir, 'app-secret.new'))).toBe(false);
    await services.background.close();
    await running.pop()?.close();
    for (const name of ['database.sqlite', 'app-secret']) chmodSync(join(dataDir, name), 0o644);
    await start();
    expect(statSync(databaseFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
  } finally {
    process.umask(before);
  }
});

function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}
