import { beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { approvedEmails, sessions, users } from '#db/schema.ts';
import { readConfig } from '../platform/env.server.ts';
import {
  endSession,
  findSession,
  formToken,
  hashOf,
  isFormToken,
  SESSION_QUERY,
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

/** The Cookie header that a browser sends after this Set-Cookie header. */
const cookieOf = (header: string) => header.split(';')[0] ?? '';

function signIn(): string {
  return cookieOf(startSession(servicesWith(), userId));
}

describe('a session', () => {
  test('signs in whoever holds its cookie', () => {
    const signedIn = findSession(servicesWith(), signIn());
    expect(signedIn?.user.email).toBe(EMAIL);
  });

  test('is found behind a cookie of its name that somebody else set', () => {
    const cookie = signIn();
    for (const other of ['session=x.y', 'session=', 'session=tossed', 'mysession=a.b']) {
      expect(findSession(servicesWith(), `${other}; ${cookie}`)?.user.email).toBe(EMAIL);
      expect(findSession(servicesWith(), `${cookie}; ${other}`)?.user.email).toBe(EMAIL);
      expect(findSession(servicesWith(), other)).toBeNull();
    }
  });

  test('lasts thirty days, to the millisecond', () => {
    const cookie = signIn();
    now = new Date(START.getTime() + 30 * DAY - 1);
    expect(findSession(servicesWith(), cookie)).not.toBeNull();
    now = new Date(START.getTime() + 30 * DAY);
    expect(findSession(servicesWith(), cookie)).toBeNull();
  });

  test('is swept from the database once it is over', () => {
    signIn();
    now = new Date(START.getTime() + 31 * DAY);
    signIn();
    expect(db.select().from(sessions).all()).toHaveLength(1);
  });

  test('has a cookie that scripts and other sites do not get', () => {
    const header = startSession(servicesWith(), userId);
    expect(header).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const secure = startSession(servicesWith({ APP_ORIGIN: 'https://t.example.com' }), userId);
    expect(secure).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('cannot be opened with what the database holds', () => {
    const cookie = signIn();
    const signedIn = findSession(servicesWith(), cookie);
    const [row] = db.select().from(sessions).all();
    expect(row?.idHash).toBe(hashOf(signedIn?.sessionId ?? ''));
    expect(JSON.stringify(row)).not.toContain(signedIn?.sessionId);
  });

  test('signed with another secret is refused', () => {
    const cookie = signIn();
    expect(findSession(servicesWith({}, 'b'.repeat(32)), cookie)).toBeNull();
  });

  test('ends alone: other devices stay signed in', () => {
    const [laptop, phone] = [signIn(), signIn()];
    endSession(servicesWith(), laptop);
    expect(findSession(servicesWith(), laptop)).toBeNull();
    expect(findSession(servicesWith(), phone)).not.toBeNull();
  });

  test.each([
    ['approved email', approvedEmails],
    ['user', users],
  ])('ends with its %s', (_, table) => {
    const cookie = signIn();
    expect(findSession(servicesWith(), cookie)).not.toBeNull();
    db.delete(table).run();
    expect(findSession(servicesWith(), cookie)).toBeNull();
  });

  test.each([null, '', 'session=', 'session=abc', 'session=%00', 'session=a.b', 'x=session=1'])(
    'is not found with the cookie header %j',
    (header) => {
      signIn();
      expect(findSession(servicesWith(), header)).toBeNull();
    },
  );

  test('is looked up by its key, without scanning anything', () => {
    const plan = db.$client.prepare(`explain query plan ${SESSION_QUERY}`).all('hash', 0);
    expect(plan.map((step) => (step as { detail: string }).detail)).toEqual([
      expect.stringMatching(/^SEARCH s USING INDEX sqlite_autoindex_sessions_1 \(id_hash=\?/),
      'SEARCH u USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH a EXISTS USING COVERING INDEX approved_emails_email (email=?)',
    ]);
  });
});

describe('a form token', () => {
  test('belongs to one session and one server', () => {
    const [mine, other] = [signIn(), signIn()];
    const services = servicesWith();
    const tokenOf = (cookie: string) =>
      formToken(services.appSecret, findSession(services, cookie)?.sessionId ?? '');
    expect(isFormToken(services, mine, tokenOf(mine))).toBe(true);
    expect(isFormToken(services, mine, tokenOf(other))).toBe(false);
    expect(isFormToken(services, null, tokenOf(mine))).toBe(false);
    expect(isFormToken(services, mine, null)).toBe(false);
    expect(isFormToken(services, mine, '')).toBe(false);
    const elsewhere = formToken('b'.repeat(32), 'x');
    expect(isFormToken(services, mine, elsewhere)).toBe(false);
  });
});
