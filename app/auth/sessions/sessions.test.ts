import { beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { approvedEmails, sessions, users } from '#db/schema.ts';
import { readConfig } from '../../platform/env.server.ts';
import {
  endSession,
  findSession,
  formToken,
  hashOf,
  isFormToken,
  noteSeen,
  renewedCookies,
  SESSION_QUERY,
  startSession,
} from './sessions.server.ts';

const START = new Date('2026-03-29T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60_000;
const EMAIL = 'alex@example.com';
const HTTPS = { APP_ORIGIN: 'https://time.example.com' };

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

/** Uses a session, as a request does. */
function use(cookie: string, address = ''): void {
  const signedIn = findSession(servicesWith(), cookie);
  if (signedIn === null) throw new Error('Nobody is signed in');
  noteSeen(servicesWith(), signedIn, address);
}

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

  test('is found behind the cookie of one that has ended, and only its own form token counts', () => {
    const [ended, cookie] = [signIn(), signIn()];
    const tokenOf = (own: string) =>
      formToken(servicesWith().appSecret, findSession(servicesWith(), own)?.sessionId ?? '');
    const [tokenOfEnded, token] = [tokenOf(ended), tokenOf(cookie)];
    endSession(servicesWith(), ended);
    for (const both of [`${ended}; ${cookie}`, `${cookie}; ${ended}`]) {
      expect(findSession(servicesWith(), both)?.user.email).toBe(EMAIL);
      expect(isFormToken(servicesWith(), both, token)).toBe(true);
      expect(isFormToken(servicesWith(), both, tokenOfEnded)).toBe(false);
    }
    expect(findSession(servicesWith(), ended)).toBeNull();
  });

  test('lasts thirty days, to the millisecond', () => {
    const cookie = signIn();
    for (const days of [10, 20]) {
      now = new Date(START.getTime() + days * DAY);
      use(cookie);
    }
    now = new Date(START.getTime() + 30 * DAY - 1);
    expect(findSession(servicesWith(), cookie)).not.toBeNull();
    now = new Date(START.getTime() + 30 * DAY);
    expect(findSession(servicesWith(), cookie)).toBeNull();
  });

  test('ends when nobody uses it for as long as the operator says', () => {
    const services = servicesWith({ SESSION_IDLE_DAYS: '3' });
    const cookie = signIn();
    now = new Date(START.getTime() + 2 * DAY);
    use(cookie);
    now = new Date(START.getTime() + 5 * DAY - 1);
    expect(findSession(services, cookie)).not.toBeNull();
    now = new Date(START.getTime() + 5 * DAY);
    expect(findSession(services, cookie)).toBeNull();
    // The usual limit is fourteen days.
    expect(findSession(servicesWith(), cookie)).not.toBeNull();
    now = new Date(START.getTime() + 16 * DAY);
    expect(findSession(servicesWith(), cookie)).toBeNull();
  });

  test('is noted as seen to ten minutes, with its address, and never stops a reader', () => {
    const cookie = signIn();
    const seen = () => db.select().from(sessions).get();
    now = new Date(START.getTime() + 9 * MINUTE);
    use(cookie, '192.0.2.1');
    expect(seen()).toMatchObject({ lastSeenAt: START, address: '' });
    now = new Date(START.getTime() + 10 * MINUTE);
    use(cookie, '192.0.2.1');
    expect(seen()).toMatchObject({ lastSeenAt: now, address: '192.0.2.1' });
    // Nothing can be written, as on a full disk.
    db.$client.pragma('query_only = 1');
    now = new Date(START.getTime() + 60 * MINUTE);
    use(cookie, '192.0.2.2');
    expect(findSession(servicesWith(), cookie)).not.toBeNull();
    db.$client.pragma('query_only = 0');
    expect(seen()?.address).toBe('192.0.2.1');
    expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(5000);
  });

  test('is ended by a sign-in in the same browser, and by no other', () => {
    const [mine, phone] = [signIn(), signIn()];
    const next = cookieOf(startSession(servicesWith(), userId, undefined, mine));
    expect(findSession(servicesWith(), mine)).toBeNull();
    expect(findSession(servicesWith(), phone)).not.toBeNull();
    expect(findSession(servicesWith(), next)).not.toBeNull();
  });

  test('is swept from the database once it is over', () => {
    signIn();
    now = new Date(START.getTime() + 31 * DAY);
    signIn();
    // Not on the day that its clock came to show so late a time: it may be wrong.
    expect(db.select().from(sessions).all()).toHaveLength(2);
    now = new Date(START.getTime() + 32 * DAY);
    signIn();
    expect(db.select().from(sessions).all()).toHaveLength(2);
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

  test('is bound to our host over https, and its name from before is taken only from sessions from before', () => {
    const https = servicesWith(HTTPS);
    const cookie = cookieOf(startSession(https, userId));
    expect(cookie).toMatch(/^__Host-session=/);
    expect(findSession(https, cookie)).not.toBeNull();
    expect(renewedCookies(https, cookie)).toEqual([]);
    // Tossed in by another program below our name, with a session of its own.
    const tossed = cookie.replace('__Host-', '');
    expect(findSession(https, tossed)).toBeNull();
    expect(renewedCookies(https, tossed)).toEqual([]);
    db.update(sessions).set({ device: '' }).run();
    expect(findSession(https, tossed)).not.toBeNull();
    const [renewed = '', cleared] = renewedCookies(https, tossed);
    expect(cookieOf(renewed)).toBe(cookie);
    expect(renewed).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(cleared).toMatch(/^session=; Max-Age=0;/);
  });

  test('survives a change of the key while both are known, and gets a cookie of the new one', () => {
    const cookie = signIn();
    const [next, former] = ['b'.repeat(32), 'a'.repeat(32)];
    const both = servicesWith({ APP_SECRET_PREVIOUS: former }, next);
    expect(findSession(both, cookie)).not.toBeNull();
    const token = formToken(former, findSession(both, cookie)?.sessionId ?? '');
    expect(isFormToken(both, cookie, token)).toBe(true);
    const [renewed = ''] = renewedCookies(both, cookie);
    expect(findSession(servicesWith({}, next), cookieOf(renewed))).not.toBeNull();
    expect(renewedCookies(both, cookieOf(renewed))).toEqual([]);
    expect(findSession(servicesWith({}, next), cookie)).toBeNull();
    expect(renewedCookies(servicesWith({}, next), cookie)).toEqual([]);
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
    const plan = db.$client.prepare(`explain query plan ${SESSION_QUERY}`).all('hash', 0, 0);
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
