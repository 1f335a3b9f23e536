import { and, eq, gt, lt, lte } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { passkeyChallenges } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { hashOf } from '../sessions/sessions.server.ts';
import { secondsUp } from '../uptime.server.ts';

/** How long a passkey may take to answer, in milliseconds: five minutes. */
export const CHALLENGE_LIFETIME = 5 * 60 * 1000;

type ChallengeServices = Pick<Services, 'db' | 'clock'>;

/** Notes a challenge for whoever holds a secret, such as a session or a cookie of the browser. */
export function noteChallenge(
  { db, clock }: ChallengeServices,
  challenge: string,
  holder: string,
): void {
  const now = clock();
  write(db, () => {
    db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now)).run();
    db.insert(passkeyChallenges)
      .values({
        challengeHash: hashOf(challenge),
        holderHash: hashOf(holder),
        madeAtUptime: secondsUp(),
        expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME),
      })
      .run();
  });
}

/** Uses a challenge up. Gives whether it was this holder's, and still open. */
export function spendChallenge(
  { db, clock }: ChallengeServices,
  challenge: string,
  holder: string,
): boolean {
  const isOpen = and(
    eq(passkeyChallenges.challengeHash, hashOf(challenge)),
    eq(passkeyChallenges.holderHash, hashOf(holder)),
    gt(passkeyChallenges.expiresAt, clock()),
    gt(passkeyChallenges.madeAtUptime, secondsUp() - CHALLENGE_LIFETIME / 1000),
    lte(passkeyChallenges.madeAtUptime, secondsUp()),
  );
  return db.delete(passkeyChallenges).where(isOpen).returning().get() !== undefined;
}
