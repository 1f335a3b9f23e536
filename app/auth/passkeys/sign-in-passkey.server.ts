import { randomBytes } from 'node:crypto';
import { createCookie, type AppLoadContext } from '@remix-run/node';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { passkeys, users, type Passkey } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { cookieName, isSecure } from '../../http/cookie-name.ts';
import {
  readAssertion,
  CHALLENGE_LIFETIME,
  noteChallenge,
  spendChallenge,
  readTransports,
  webAuthn,
} from './challenges.server.ts';
import { relyingPartyOf } from './offered.ts';

const cookiesOf = (request: Request) => request.headers.get('Cookie');

/** Ties what a passkey is asked to the browser that asked: none may be answered in another's. */
const askedCookie = ({ config }: Pick<Services, 'config'>) =>
  createCookie(cookieName(config, 'passkey'), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(config),
    maxAge: CHALLENGE_LIFETIME / 1000,
  });

const Browser = z.string().regex(/^[\w-]{43}$/);

/**
 * What a browser asks its passkeys for to sign somebody in, and the `Set-Cookie` header that ties the
 * answer to this browser. It names nobody: the passkey does. A second tab that asks leaves what the first one was asked.
 */
export async function optionsToSignIn(
  request: Request,
  services: Pick<Services, 'db' | 'clock' | 'config'>,
) {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(services.config),
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
  });
  const asked = Browser.safeParse(await askedCookie(services).parse(cookiesOf(request)));
  const browser = asked.data ?? randomBytes(32).toString('base64url');
  noteChallenge(services, options.challenge, `browser ${browser}`);
  return { options, cookie: await askedCookie(services).serialize(browser) };
}

/** A passkey that has signed, with its new count; or why it signs nobody in. */
export type Proof =
  | { isGood: true; passkey: Passkey; counter: number; email: string }
  | { isGood: false; reason: string };

const bad = (reason: string): Proof => ({ isGood: false, reason });

/** Checks what a browser sent of a passkey. Changes nothing but that its challenge is used up. */
export async function checkPasskey(
  request: Request,
  context: AppLoadContext,
  answer: string,
): Promise<Proof> {
  const response = readAssertion(answer);
  const browser: unknown = await askedCookie(context).parse(cookiesOf(request));
  if (response === null || typeof browser !== 'string') return bad('no passkey was sent');
  const found = context.db
    .select({ passkey: passkeys, email: users.email })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, response.id))
    .get();
  if (!found) return bad('passkey not known');
  const { passkey, email } = found;
  if (response.response.userHandle !== passkey.userHandle) return bad('passkey of another person');
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(context, challenge, `browser ${browser}`),
      expectedOrigin: context.config.origin,
      expectedRPID: relyingPartyOf(context.config),
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: readTransports(passkey.transports),
      },
    });
    if (!verified) return bad('passkey did not sign');
    return { isGood: true, passkey, counter: authenticationInfo.newCounter, email };
  } catch (error) {
    context.logger.warn({ error }, 'A passkey could not be checked');
    return bad('passkey did not fit');
  }
}

/**
 * Notes that a passkey was used. Gives false when it was removed or used since it was checked. Part of
 * the transaction that signs in.
 */
export function notePasskeyUse(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { passkey, counter }: Extract<Proof, { isGood: true }>,
): boolean {
  const isAsItWas = and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter));
  const values = { counter, lastUsedAt: clock() };
  return db.update(passkeys).set(values).where(isAsItWas).run().changes > 0;
}
