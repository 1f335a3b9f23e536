import { and, eq, gt, lt, lte } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { passkeyChallenges } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { hashOf } from '../sessions/sessions.server.ts';
import { uptime } from 'node:os';
import { z } from 'zod';
import { requiredLine } from '../../lib/fields.ts';

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

/**
 * Algorithms that are settled, and that every authenticator has one of: Ed25519, ECDSA with P-256, and
 * RSA. The newest that the library would offer as well are not yet.
 */
export const ALGORITHMS = [-8, -7, -257];

/** The library, which takes memory that most days nobody needs: loaded when a passkey is first used. */
export const webAuthn = () => import('@simplewebauthn/server');

/** The ways by which a browser reaches a passkey, as the database has them. */
export const readTransports = (json: string) => JSON.parse(json) as string[];

/** How long this machine has run, in whole seconds: what nobody sets back, also for other processes. */
export const secondsUp = () => Math.floor(uptime());

/** More than any authenticator sends, in characters. */
const MOST = 20_000;

const Bytes = z
  .string()
  .max(MOST)
  .regex(/^[\w-]+$/);
const common = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** A browser's answer that made a passkey; what is not named here is left out. */
const Registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    // Words that are not known yet are kept: a later browser may know them.
    transports: z
      .array(z.string().regex(/^[\w-]{1,50}$/))
      .max(20)
      .default([]),
  }),
});

/** A browser's answer that a passkey has signed. */
const Assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
});

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads what a browser sends of a new passkey; null for what none sends. */
export const readRegistration = (text: string) => read(Registration, text);

/** Reads what a browser sends of a passkey that signs in; null for what none sends. */
export const readAssertion = (text: string) => read(Assertion, text);

const NAME_RULE = 'Give the passkey a name.';

/** The form that adds a passkey. */
export const PasskeyInput = z.object({
  name: requiredLine(NAME_RULE, 60),
  answer: z.string('Your browser sent no passkey. Turn on JavaScript, then try again.'),
});
