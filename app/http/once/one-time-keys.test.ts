import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { approvedEmails, oneTimeKeys, users } from '#db/schema.ts';
import { fingerprintOf, once } from './one-time-keys.server.ts';

const HOUR = 60 * 60 * 1000;

let db: Database;
let now: Date;
const services = () => ({ db, clock: () => now });

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  now = new Date('2026-11-21T12:00:00Z');
  for (const email of ['one@example.com', 'two@example.com']) {
    db.insert(users).values({ email, createdAt: now, updatedAt: now }).run();
  }
});

afterEach(() => {
  db.$client.close();
});

/** Something that must happen once: it leaves a row. */
function approve(email: string): { email: string } {
  db.insert(approvedEmails).values({ email, createdAt: now }).run();
  return { email };
}

const request = (key: string, said = 'a', userId = 1) => ({
  userId,
  key,
  fingerprint: fingerprintOf('/path', said),
});

const rows = () => db.select().from(approvedEmails).all().length;

test('the same key and the same request has its effect once, and the same answer each time', () => {
  const first = once(services(), request('k'), () => approve('a@example.com'));
  const second = once(services(), request('k'), () => approve('b@example.com'));
  expect(first).toEqual({ outcome: 'done', answer: { email: 'a@example.com' }, isReplay: false });
  expect(second).toEqual({ outcome: 'done', answer: { email: 'a@example.com' }, isReplay: true });
  expect(rows()).toBe(1);
});

test('another key has its own effect', () => {
  once(services(), request('k'), () => approve('a@example.com'));
  once(services(), request('other'), () => approve('b@example.com'));
  expect(rows()).toBe(2);
});

test('the same key with another request does nothing and says so', () => {
  once(services(), request('k', 'a'), () => approve('a@example.com'));
  const result = once(services(), request('k', 'b'), () => approve('b@example.com'));
  expect(result).toEqual({ outcome: 'mismatch' });
  expect(rows()).toBe(1);
});

test('keys of two people do not meet', () => {
  once(services(), request('k', 'a', 1), () => approve('a@example.com'));
  once(services(), request('k', 'a', 2), () => approve('b@example.com'));
  expect(rows()).toBe(2);
});

test('work that fails leaves nothing behind, and its key unused', () => {
  const fail = () => {
    approve('a@example.com');
    throw new Error('half-way');
  };
  expect(() => once(services(), request('k'), fail)).toThrow('half-way');
  expect(rows()).toBe(0);
  const again = once(services(), request('k'), () => approve('a@example.com'));
  expect(again).toMatchObject({ outcome: 'done', isReplay: false });
});

test('of what came to nothing the work is done anew, and that answer is kept in its place', () => {
  const isVoid = ({ email }: { email: string }) => email === 'a@example.com';
  once(services(), request('k'), () => approve('a@example.com'), isVoid);
  const fail = () => {
    throw new Error('half-way');
  };
  expect(() => once(services(), request('k'), fail, isVoid)).toThrow('half-way');
  const second = once(services(), request('k'), () => approve('b@example.com'), isVoid);
  const third = once(services(), request('k'), () => approve('c@example.com'), isVoid);
  expect(second).toEqual({ outcome: 'done', answer: { email: 'b@example.com' }, isReplay: false });
  expect(third).toEqual({ outcome: 'done', answer: { email: 'b@example.com' }, isReplay: true });
  const other = once(services(), request('k', 'b'), () => approve('d@example.com'), isVoid);
  expect(other).toEqual({ outcome: 'mismatch' });
  expect(rows()).toBe(2);
});

test('an answer is kept for 31 days, and no longer once the clock has shown so for a day', () => {
  once(services(), request('k'), () => approve('a@example.com'));
  now = new Date(now.getTime() + 31 * 24 * HOUR - 1);
  expect(once(services(), request('k'), () => approve('b@example.com'))).toMatchObject({
    isReplay: true,
  });
  for (const key of ['other', 'another']) {
    now = new Date(now.getTime() + 24 * HOUR);
    once(services(), request(key), () => approve(`${key}@example.com`));
  }
  expect(once(services(), request('k'), () => approve('c@example.com'))).toMatchObject({
    isReplay: false,
  });
  expect(db.select().from(oneTimeKeys).all()).toHaveLength(3);
});
