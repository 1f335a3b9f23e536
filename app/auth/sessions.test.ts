import { beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { approvedEmails, sessions, users } from '#db/schema.ts';
import { readConfig } from '../lib/env.server.ts';
import {
  endSession,
  findSession,
  formToken,
  hashOf,
  isFormToken,
  sessionQuery,
  startSession,
} from './sessions.server.ts';

const START = new Date('2026-03-29T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const EMAIL = 'alex@example.com';

let db: Database;
let now: Date;
let userId: number;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  now = START;
  db.insert(approvedEmails).values({ email: EMAIL, createdAt: now }).run();
  userId = db
    .insert(users)
    .values({ email: EMAIL, createdAt: now, updatedAt: now })
    .returning()
    .get().id;
});

const servicesWith = (environment: Record<string, string> = {}, appSecret = 'a'.repeat(32)) => ({
  db,
  appSecret,
  clock: () => now,
  config: readConfig(environment),
});

/** The value of a Cookie header that a Set-Cookie header leads to. */
const cookieOf = (header: string) => header.split(';')[0] ?? '';

async function signIn(): Promise<string> {
  return cookieOf(await startSession(servicesWith(), userId));
}

describe('a session', () => {
  test('signs in whoever holds its cookie', async () => {
    const signedIn = await findSession(servicesWith(), await signIn());
    expect(signedIn?.user.email).toBe(EMAIL);
  });

  test('lasts thirty days, to the millisecond', async () => {
    const cookie = await signIn();
    now = new Date(START.getTime() + 30 * DAY - 1);
    expect(await findSession(servicesWith(), cookie)).not.toBeNull();
    now = new Date(START.getTime() + 30 * DAY);
    expect(await findSession(servicesWith(), cookie)).toBeNull();
  });

  test('is swept from the database once it is over', async () => {
    await signIn();
    now = new Date(START.getTime() + 31 * DAY);
    await signIn();
    expect(db.select().from(sessions).all()).toHaveLength(1);
  });

  test('has a cookie that scripts and other sites do not get', async () => {
    const header = await startSession(servicesWith(), userId);
    expect(header).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const secure = await startSession(
      servicesWith({ APP_ORIGIN: 'https://t.example.com' }),
      userId,
    );
    expect(secure).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('cannot be opened with what the database holds', async () => {
    const cookie = await signIn();
    const signedIn = await findSession(servicesWith(), cookie);
    const [row] = db.select().from(sessions).all();
    expect(row?.idHash).toBe(hashOf(signedIn?.sessionId ?? ''));
    expect(JSON.stringify(row)).not.toContain(signedIn?.sessionId);
  });

  test('signed with another secret is none', async () => {
    const cookie = await signIn();
    expect(await findSession(servicesWith({}, 'b'.repeat(32)), cookie)).toBeNull();
  });

  test('ends alone: other devices stay signed in', async () => {
    const [laptop, phone] = [await signIn(), await signIn()];
    await endSession(servicesWith(), laptop);
    expect(await findSession(servicesWith(), laptop)).toBeNull();
    expect(await findSession(servicesWith(), phone)).not.toBeNull();
  });

  test.each([
    ['approved email', approvedEmails],
    ['user', users],
  ])('ends with its %s', async (_, table) => {
    const cookie = await signIn();
    expect(await findSession(servicesWith(), cookie)).not.toBeNull();
    db.delete(table).run();
    expect(await findSession(servicesWith(), cookie)).toBeNull();
  });

  test.each([null, '', 'session=', 'session=abc', 'session=%00', 'session=a.b', 'x=session=1'])(
    'is not found with the cookie header %j',
    async (header) => {
      await signIn();
      expect(await findSession(servicesWith(), header)).toBeNull();
    },
  );

  test('is looked up by its key, without scanning anything', () => {
    const { sql, params } = sessionQuery(servicesWith(), 'hash').toSQL();
    const plan = db.$client.prepare(`explain query plan ${sql}`).all(...params);
    expect(plan.map((step) => (step as { detail: string }).detail)).toEqual([
      expect.stringMatching(
        /^SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 \(id_hash=\?/,
      ),
      'SEARCH users USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH approved_emails EXISTS USING COVERING INDEX approved_emails_email (email=?)',
    ]);
  });
});

describe('a form token', () => {
  test('belongs to one session and one server', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const services = servicesWith();
    const tokenOf = async (cookie: string) =>
      formToken(services.appSecret, (await findSession(services, cookie))?.sessionId ?? '');
    expect(await isFormToken(services, mine, await tokenOf(mine))).toBe(true);
    expect(await isFormToken(services, mine, await tokenOf(other))).toBe(false);
    expect(await isFormToken(services, null, await tokenOf(mine))).toBe(false);
    expect(await isFormToken(services, mine, null)).toBe(false);
    expect(await isFormToken(services, mine, '')).toBe(false);
    const elsewhere = formToken('b'.repeat(32), 'x');
    expect(await isFormToken(services, mine, elsewhere)).toBe(false);
  });
});
