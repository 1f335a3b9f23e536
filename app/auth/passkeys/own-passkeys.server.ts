import { createHmac } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { passkeys, sessions } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { SignedIn } from '../../http/request-context.server.ts';
import { findAnswer, once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { SavedAlready } from '../../http/once/saved-already.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { conflict, notFound, ProductError } from '../../lib/errors.ts';
import { PRODUCT_NAME } from '../../lib/product.ts';
import { displayName } from '../../users/users.ts';
import { hashOf, type SessionServices } from '../sessions/sessions.server.ts';
import { noteSignIn } from '../sign-in/sign-in-trail.server.ts';
import {
  readRegistration,
  CHALLENGE_LIFETIME,
  noteChallenge,
  spendChallenge,
  ALGORITHMS,
  type PasskeyInput,
  readTransports,
  webAuthn,
} from './challenges.server.ts';
import { NOT_OFFERED, offersPasskeys, relyingPartyOf } from './offered.ts';

type PasskeyServices = SessionServices & Pick<Services, 'logger'>;

const MOST = 20;

/** A passkey may only be added this long after the sign-in, in milliseconds: an hour. */
const FRESH = 60 * 60 * 1000;

const NOT_FRESH = 'You signed in more than an hour ago. Sign in again, then add the passkey.';
const NOT_UNDERSTOOD =
  'The passkey could not be checked, or took more than five minutes, so it was not added. Try again.';

const byUser = (userId: number) => eq(passkeys.userId, userId);

/** A passkey in the list of a person's own, as text. */
export type OwnPasskey = ReturnType<typeof listOwnPasskeys>[number];

/** A person's passkeys, the newest first. */
export function listOwnPasskeys({ db, config }: Pick<Services, 'db' | 'config'>, userId: number) {
  const said = (instant: Date) => formatBritishMoment(instant, config.timeZone);
  return db
    .select()
    .from(passkeys)
    .where(byUser(userId))
    .orderBy(desc(passkeys.id))
    .all()
    .map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      added: said(createdAt),
      lastUsed: lastUsedAt && said(lastUsedAt),
    }));
}

/** Whether anybody has a passkey here. */
export const hasPasskeys = ({ db }: Pick<Services, 'db'>) =>
  db.select({ id: passkeys.id }).from(passkeys).limit(1).get() !== undefined;

/** Whether a session is young enough to add a passkey in it: a stolen one must not make itself at home. */
export function isFreshSession({ db, clock }: SessionServices, { sessionId }: SignedIn): boolean {
  const session = db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.idHash, hashOf(sessionId)))
    .get();
  return session !== undefined && clock().getTime() - session.createdAt.getTime() < FRESH;
}

function checkMayAdd(services: PasskeyServices, signedIn: SignedIn): void {
  if (!offersPasskeys(services.config)) throw conflict(NOT_OFFERED);
  if (!isFreshSession(services, signedIn)) throw conflict(NOT_FRESH);
  if (ownRows(services, signedIn.user.id).length >= MOST) {
    throw conflict(`You have ${MOST} passkeys, the most you can have. Remove one first.`);
  }
}

const holderOf = ({ sessionId }: SignedIn) => `session ${sessionId}`;

const ownRows = ({ db }: Pick<Services, 'db'>, userId: number) =>
  db.select().from(passkeys).where(byUser(userId)).all();

/** What authenticators know a person by: it says nothing about them, and stays as it was. */
function handleOf(services: PasskeyServices, userId: number): string {
  const made = createHmac('sha256', services.appSecret).update(`passkeys of ${userId}`);
  return ownRows(services, userId)[0]?.userHandle ?? made.digest('base64url');
}

/**
 * What a browser asks an authenticator for, to make a passkey for this person: one that names its
 * person by itself, and makes sure of them by a finger, a face or a PIN. Throws 409 where none may be
 * added.
 */
export async function optionsToAdd(services: PasskeyServices, signedIn: SignedIn) {
  checkMayAdd(services, signedIn);
  const { user } = signedIn;
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: relyingPartyOf(services.config),
    userName: user.email,
    userDisplayName: displayName(user),
    userID: new Uint8Array(Buffer.from(handleOf(services, user.id), 'base64url')),
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    excludeCredentials: ownRows(services, user.id).map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: readTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  noteChallenge(services, options.challenge, holderOf(signedIn));
  return options;
}

/**
 * Adds a passkey for the person who is signed in; once for a key of its form, of which the answer may be lost. Throws
 * 400 for an answer of the browser that does not fit, 409 where none may be added, or where it is there already.
 */
export async function addPasskey(
  services: PasskeyServices,
  signedIn: SignedIn,
  { name, answer }: z.output<typeof PasskeyInput>,
  key: KeyedRequest | null = null,
): Promise<void> {
  const response = readRegistration(answer);
  const known = key && Added.safeParse(findAnswer(services, key)).data;
  if (response && known?.passkey === response.id) return;
  checkMayAdd(services, signedIn);
  const made = response && (await verify(services, signedIn, response));
  if (!made) throw new ProductError(400, NOT_UNDERSTOOD);
  const { db, clock } = services;
  const add = () => {
    // The session may have ended meanwhile.
    checkMayAdd(services, signedIn);
    const known = db.select().from(passkeys).where(eq(passkeys.credentialId, made.id)).get();
    if (known) throw conflict('This passkey was already added.');
    db.insert(passkeys)
      .values({
        userId: signedIn.user.id,
        userHandle: handleOf(services, signedIn.user.id),
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: JSON.stringify(made.transports ?? []),
        name,
        createdAt: clock(),
      })
      .run();
    noteSignIn(services, 'passkey added', { name });
    return { passkey: made.id } satisfies z.output<typeof Added>;
  };
  if (key === null) write(db, add);
  else if (once(services, key, add).outcome === 'mismatch') throw new SavedAlready();
  services.logger.info({ event: 'passkey added' }, 'A passkey was added');
}

/** What is kept with the key of a form by which a passkey was added: the id of that. */
const Added = z.object({ passkey: z.string() });

type Registration = NonNullable<ReturnType<typeof readRegistration>>;

async function verify(services: PasskeyServices, signedIn: SignedIn, response: Registration) {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(services, challenge, holderOf(signedIn)),
      expectedOrigin: services.config.origin,
      expectedRPID: relyingPartyOf(services.config),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return verified ? registrationInfo.credential : null;
  } catch (error) {
    services.logger.warn({ error }, 'A new passkey did not fit');
    return null;
  }
}

/** One of a person's own passkeys. Throws 404. */
export function getOwnPasskey(
  { db }: Pick<Services, 'db'>,
  userId: number,
  id: number,
): { name: string } {
  const passkey = db
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(and(byUser(userId), eq(passkeys.id, id)))
    .get();
  if (!passkey) throw notFound('The passkey');
  return passkey;
}

/** Removes one of a person's own passkeys: it signs nobody in any more. Throws 404. */
export function removePasskey(services: PasskeyServices, userId: number, id: number): void {
  const { db, logger } = services;
  write(db, () => {
    const { name } = getOwnPasskey(services, userId, id);
    db.delete(passkeys).where(eq(passkeys.id, id)).run();
    noteSignIn(services, 'passkey removed', { name });
  });
  logger.info({ event: 'passkey removed' }, 'A passkey was removed');
}
