import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyChain } from '#db/history/chain.server.ts';
import { oneTimeKeys, passkeys, sessions, users, workLogs } from '#db/schema.ts';
import type { Command } from '#app/platform/command.ts';
import {
  exportPersonCommand,
  removePersonCommand,
} from '#app/people/person/person-commands.server.ts';
import { addClient, addUser, addWorkType } from '../../support/data/entries.ts';
import { visibleText } from '../../support/html.ts';
import { addPasskey } from '../../support/data/passkeys.ts';
import { everythingIn, runCommand } from '../../support/server/operator.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const ROBIN = 'robin@example.com';
const server = useServer(() => ({ APPROVED_EMAILS: `${TEST_EMAIL},${ROBIN},kim@example.com` }));

let alex: Visitor;
let robin: Visitor;
let robinsLog: number;

const run = (command: Command, ...words: string[]) => runCommand(server(), command, ...words);
const everything = () => everythingIn(server());
const chain = () => verifyChain(server().services.db.$client, null);

beforeEach(async () => {
  addUser(server(), ROBIN, ['Robin', 'Parkhurst']);
  alex = await visitSignedIn(server());
  robin = await visitSignedIn(server(), ROBIN);
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const work = { clientId, workTypeId, duration: 60, description: 'Switch replaced' };
  robinsLog = idOf(await robin.api('POST', '/api/work-logs', work));
  await robin.api('POST', '/api/work-logs', { ...work, description: 'Cables' });
  await robin.api('POST', '/api/timer/start', { description: 'Under way' });
  await addPasskey(robin, server().url, { name: 'Robin’s laptop' });
  await robin.api('POST', '/api/approved-emails', { email: 'new@example.com' });
  await robin.api('PUT', `/api/clients/${clientId}`, { email: 'desk@harbour.example' });
});

describe('A person’s data come out', () => {
  test('all that is kept, by and about them, and no secret', async () => {
    const file = join(server().services.config.dataDir, 'robin.json');
    const { code, printed } = await run(exportPersonCommand, 'Robin@Example.com', file);
    expect([code, printed]).toEqual([0, [`All that is kept about ${ROBIN} is in ${file}.`]]);
    const text = readFileSync(file, 'utf8');
    const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
    expect(data).toMatchObject({ email: ROBIN, isApproved: true });
    expect(data.user).toMatchObject([{ first_name: 'Robin', last_name: 'Parkhurst' }]);
    expect(data.sessions).toMatchObject([{ device: 'An unknown program' }]);
    expect(data.passkeys).toMatchObject([{ name: 'Robin’s laptop' }]);
    expect(data.timers).toMatchObject([{ description: 'Under way' }]);
    expect(data.workLogs?.map(({ description }) => description)).toEqual([
      'Switch replaced',
      'Cables',
    ]);
    expect(data.history?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['user', 'sign-in', 'work-log', 'approved-email']),
    );
    const { db } = server().services;
    for (const { idHash } of db.select().from(sessions).all()) expect(text).not.toContain(idHash);
    for (const { credentialId, publicKey } of db.select().from(passkeys).all()) {
      expect(text).not.toContain(credentialId);
      expect(text).not.toContain(publicKey);
    }
    // Nothing of anybody else, and no file is written over.
    expect(text).not.toContain('"alex@example.com"');
    expect((await run(exportPersonCommand, ROBIN, file)).code).toBe(1);
    expect((await run(exportPersonCommand, ROBIN)).printed.join('')).toContain('Switch replaced');
  });
});

describe('A person is gone', () => {
  test('from every table and every byte, while the work and the history stay', async () => {
    const before = everything();
    for (const text of [before.rows, before.bytes]) {
      expect(text).toContain(ROBIN);
      expect(text).toContain('Parkhurst');
    }
    const { code, printed } = await run(removePersonCommand, ROBIN);
    expect([code, printed[0]]).toEqual([
      0,
      expect.stringMatching(/^robin@example.com is removed: .* and \d+ entries of the history/),
    ]);
    expect((await robin.get('/api/auth/user')).status).toBe(401);
    expect((await alex.get('/api/auth/user')).status).toBe(200);

    const after = everything();
    for (const text of [after.rows, after.bytes]) {
      expect(text).not.toMatch(/robin@example\.com/i);
      expect(text).not.toContain('Parkhurst');
      expect(text).not.toContain('Robin');
      expect(text).toContain('Switch replaced');
    }
    const { db } = server().services;
    expect(db.select().from(users).all()).toHaveLength(1);
    expect(db.select().from(passkeys).all()).toEqual([]);
    const logs = db.select().from(workLogs).all();
    expect(logs.map(({ createdBy, totalPence }) => [createdBy, totalPence])).toEqual([
      [null, 6_000],
      [null, 6_000],
    ]);
    expect(chain()).toMatchObject({ isWhole: true });
  });

  test('while kept answers that name somebody with a longer email stay', async () => {
    const { db } = server().services;
    const [{ id } = { id: 0 }] = db.select().from(users).where(eq(users.email, TEST_EMAIL)).all();
    expect(id).toBeGreaterThan(0);
    for (const email of [`jo${ROBIN}`, `${ROBIN}.au`, ROBIN, ROBIN.toUpperCase()]) {
      db.insert(oneTimeKeys)
        .values({
          userId: id,
          key: `with ${email}`,
          fingerprint: 'of a request',
          answer: JSON.stringify({ toast: `${email} was approved.` }),
          createdAt: new Date(),
        })
        .run();
    }
    await run(removePersonCommand, ROBIN);
    const kept = db
      .select()
      .from(oneTimeKeys)
      .all()
      .map(({ key }) => key);
    expect(kept.filter((key) => key.startsWith('with '))).toEqual([
      `with jo${ROBIN}`,
      `with ${ROBIN}.au`,
    ]);
  });

  test('also out of answers to others, and of what was read and chosen for a file that waits', async () => {
    const { db } = server().services;
    const [of, by] = [TEST_EMAIL, ROBIN].map((email) =>
      Number(db.$client.prepare('select id from users where email = ?').pluck().get(email)),
    );
    const answer = JSON.stringify({ data: { loggedById: by, loggedBy: 'Robin Parkhurst' } });
    const names = { 'person:Parkhurst, R.': by, 'client:Parkhurst Ltd': by, 'person:Alex': of };
    db.$client.prepare(`insert into one_time_keys values (?, 'k', 'f', ?, 0)`).run(of, answer);
    db.$client
      .prepare(
        `insert into imports (id, user_id, file_name, stored_as, status, choices, started_at)
         values (1, ?, 'hours.csv', 'x', 'waiting', ?, 0)`,
      )
      .run(of, JSON.stringify({ names, skips: true }));
    db.$client
      .prepare(
        `insert into import_names (import_id, kind, name, record_id)
         values (1, 'person', 'Parkhurst, R.', :by), (1, 'client', 'Robin Hood', :by), (1, 'person', 'Alex', :of)`,
      )
      .run({ by, of });
    await run(removePersonCommand, ROBIN);
    const rows = (table: string) => db.$client.prepare(`select * from ${table}`).all();
    expect(JSON.stringify(rows('one_time_keys'))).not.toContain('Parkhurst');
    expect(rows('imports')).toMatchObject([
      {
        choices: JSON.stringify({
          names: { 'client:Parkhurst Ltd': by, 'person:Alex': of },
          skips: true,
        }),
      },
    ]);
    expect(rows('import_names')).toMatchObject([
      { name: 'a removed person', record_id: null },
      { name: 'Robin Hood', record_id: by },
      { name: 'Alex', record_id: of },
    ]);
  });

  test('which the history says, and who is there goes on in it', async () => {
    await run(removePersonCommand, ROBIN);
    const page = visibleText((await alex.get('/history')).text);
    expect(page).toMatch(/\d+ entries anonymised for a removed person/);
    const entries = (await alex.get(`/api/history?record=work-log:${robinsLog}`)).json();
    expect(entries).toMatchObject([{ by: 'a removed person', action: 'created' }]);
    await alex.api('POST', '/api/clients', { name: 'Quay Books' });
    expect(chain()).toMatchObject({ isWhole: true });
    expect((await run(removePersonCommand, ROBIN)).code).toBe(1);
  });

  test('also where another person removed has to do with the same entries', async () => {
    await run(removePersonCommand, ROBIN);
    await run(removePersonCommand, 'new@example.com');
    await run(removePersonCommand, 'kim@example.com');
    expect(chain()).toMatchObject({ isWhole: true });
    expect(everything().rows).not.toMatch(/new@example\.com|kim@example\.com/);
  });

  test('also one who was deleted in Settings before, or of whom a crash left half', async () => {
    const known = server().services.db.select().from(users).all();
    const id = known.find(({ email }) => email === ROBIN)?.id;
    expect((await alex.api('DELETE', `/api/users/${id}`)).status).toBe(204);
    expect(everything().rows).toContain('Parkhurst');
    expect((await run(removePersonCommand, ROBIN)).code).toBe(0);
    expect(everything().rows).not.toMatch(/Parkhurst|robin@example\.com/);
    expect(chain()).toMatchObject({ isWhole: true });
  });

  test('and nobody can bend the history under that cover', async () => {
    await run(removePersonCommand, ROBIN);
    const { $client } = server().services.db;
    const erased = Number(
      $client.prepare('select min(entry_id) from history_erasures').pluck().get(),
    );
    const { by } = $client.prepare('select "by" from history_entries where id = ?').get(erased) as {
      by: string;
    };
    const change = `update history_entries set "by" = 'Somebody else' where id = ${erased}`;
    expect(() => $client.exec(change)).toThrow('an entry of the history cannot be changed');
    expect(() => $client.exec('delete from history_erasures')).toThrow('cannot be deleted');

    $client.exec('drop trigger history_entries_stay');
    $client.exec(change);
    expect(chain()).toEqual({
      isWhole: false,
      at: erased,
      why: 'Its person was taken out, and then it was changed.',
    });
    $client.exec(change.replace('Somebody else', by));
    expect(chain()).toMatchObject({ isWhole: true });

    // Somebody declares another entry to be emptied, and rewrites it.
    const other = Number($client.prepare('select max(id) from history_entries').pluck().get()) - 1;
    $client.exec(
      `insert into history_erasures select id, 99, hash, 'made up' from history_entries where id = ${other}`,
    );
    expect(chain()).toMatchObject({ isWhole: false, at: other });
  });

  test('out of unused bytes at the second time, where others read during the first', async () => {
    const reader = new SqliteDatabase(server().services.config.databaseFile, { readonly: true });
    reader.exec('begin; select * from users');
    const { printed } = await run(removePersonCommand, ROBIN);
    expect(printed.join(' ')).toContain('Unused bytes of the database may still hold it');
    expect(everything().bytes).toContain('Parkhurst');
    reader.close();
    expect((await run(removePersonCommand, ROBIN)).code).toBe(1);
    expect(everything().bytes).not.toMatch(/Parkhurst|robin@example\.com/);
  });

  test('not if nobody has the email, or none is said', async () => {
    expect((await run(removePersonCommand, 'nobody@example.com')).code).toBe(1);
    expect((await run(removePersonCommand)).code).toBe(1);
    expect((await robin.get('/api/auth/user')).status).toBe(200);
  });
});
