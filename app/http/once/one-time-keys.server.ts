import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, gte, lt, ne } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { oneTimeKeys } from '#db/schema.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import { LONGEST_WAIT } from '../form/sent-later.ts';

/** How long the answer to a key is kept: as long as a form may wait on a device for a line. */
const ANSWER_LIFETIME = LONGEST_WAIT;

/** A request that must have its effect only once, however often it arrives. */
export type KeyedRequest = {
  userId: number;
  key: string;
  /** Identifies what is asked; from {@link fingerprintOf}. */
  fingerprint: string;
};

/** What {@link once} gives: the stored answer, or that the key cannot be used. */
export type KeyedAnswer<Answer> =
  | { outcome: 'done'; answer: Answer; isReplay: boolean }
  /** The key was used for something else; nothing was done. */
  | { outcome: 'mismatch' };

/** A key for a form that is about to be shown. */
export function newOneTimeKey(): string {
  return randomUUID();
}

/** What an edit form that stays on its screen is made from, with a new key. */
export function withNewKey<MadeFrom extends object>(madeFrom: MadeFrom) {
  return { ...madeFrom, oneTimeKey: newOneTimeKey() };
}

/** At the end, since a key's beginning names it (saved-already.server.ts). */
const ONCE_MORE = '-once-more';

/** A key for a form that comes back with the question whether to send the same once more. */
export function keyForOnceMore(): string {
  return `${newOneTimeKey()}${ONCE_MORE}`;
}

/**
 * When and with which other key the same was sent last, and its answer, if that is at most so many milliseconds ago; null if not,
 * and for a key from {@link keyForOnceMore}, whose sender was asked.
 */
export function sentBefore(
  { db, clock }: { db: Database; clock: () => Date },
  { userId, key, fingerprint }: KeyedRequest,
  within: number,
): { key: string; createdAt: Date; answer: unknown } | null {
  if (key.endsWith(ONCE_MORE)) return null;
  const last = db
    .select({
      key: oneTimeKeys.key,
      createdAt: oneTimeKeys.createdAt,
      answer: oneTimeKeys.answer,
    })
    .from(oneTimeKeys)
    .where(
      and(
        gte(oneTimeKeys.createdAt, new Date(clock().getTime() - within)),
        eq(oneTimeKeys.userId, userId),
        eq(oneTimeKeys.fingerprint, fingerprint),
        ne(oneTimeKeys.key, key),
      ),
    )
    .orderBy(desc(oneTimeKeys.createdAt))
    .limit(1)
    .get();
  return last ? { ...last, answer: JSON.parse(last.answer) } : null;
}

/** A hash that tells one request from another: of its address and everything in it. */
export function fingerprintOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Runs a use-case once for a key. The work and the answer that repetitions get are written in one
 * transaction, so after a crash there are both or neither. When the work throws, the error is passed
 * on and the key stays as it was. Where nothing came of the stored answer (`isVoid`), the work is done
 * anew, and its answer takes the place of that one. The answer must survive JSON.
 */
export function once<Answer>(
  { db, clock }: { db: Database; clock: () => Date },
  request: KeyedRequest,
  work: () => Answer,
  isVoid: (answer: Answer) => boolean = () => false,
): KeyedAnswer<Answer> {
  const { userId, key, fingerprint } = request;
  const now = clock();
  const oldest = new Date(agedBy({ db, clock }).getTime() - ANSWER_LIFETIME);
  return write(db, () => {
    const isIt = and(eq(oneTimeKeys.userId, userId), eq(oneTimeKeys.key, key));
    const isKept = gte(oneTimeKeys.createdAt, oldest);
    const used = db.select().from(oneTimeKeys).where(and(isIt, isKept)).get();
    if (used && used.fingerprint !== fingerprint) return { outcome: 'mismatch' };
    if (used) {
      const known = JSON.parse(used.answer) as Answer;
      if (!isVoid(known)) return { outcome: 'done', answer: known, isReplay: true };
    }
    // First of what is written, since what it ends is ended also where nothing can be (users/ended-sessions.server.ts).
    const answer = work();
    db.delete(oneTimeKeys).where(lt(oneTimeKeys.createdAt, oldest)).run();
    const kept = { answer: JSON.stringify(answer), createdAt: now };
    db.insert(oneTimeKeys)
      .values({ userId, key, fingerprint, ...kept })
      .onConflictDoUpdate({ target: [oneTimeKeys.userId, oneTimeKeys.key], set: kept })
      .run();
    return { outcome: 'done', answer, isReplay: false };
  });
}

/** Whether a person's key was used for something else than what is asked. */
export function isUsedOtherwise(
  { db }: { db: Database },
  { userId, key, fingerprint }: KeyedRequest,
): boolean {
  const isIt = and(eq(oneTimeKeys.userId, userId), eq(oneTimeKeys.key, key));
  const isOther = and(isIt, ne(oneTimeKeys.fingerprint, fingerprint));
  return db.select({ key: oneTimeKeys.key }).from(oneTimeKeys).where(isOther).get() !== undefined;
}

/** The stored answer to a key of a person, to be parsed by the caller; null when it is not known. */
export function findAnswer(
  { db }: { db: Database },
  { userId, key }: Pick<KeyedRequest, 'userId' | 'key'>,
): unknown {
  const isIt = and(eq(oneTimeKeys.userId, userId), eq(oneTimeKeys.key, key));
  const used = db.select({ answer: oneTimeKeys.answer }).from(oneTimeKeys).where(isIt).get();
  return used ? JSON.parse(used.answer) : null;
}
