import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { shorten } from '../../lib/shorten.ts';
import { storableLine } from '../../lib/text.ts';
import type { IdentityProfile } from '../../ports.ts';
import { normaliseEmail } from '../../users/approved-emails.ts';

const Claims = z.object({
  sub: z.string().min(1).max(255).optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  picture: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
});

/** As long as any name may be, in characters. */
const LONGEST_NAME = 200;

/** How far the provider's clock may be from ours, in seconds. */
const CLOCK_TOLERANCE = 60;

/** What a token may be signed with where the provider has keys of its own: never `none`, nor a secret. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'EdDSA'],
];

/** What a token may be signed with where the provider has no keys, as Authentik without one: our client's secret. */
const BY_SECRET = ['HS256', 'HS384', 'HS512'];

/** How the tokens of a provider are checked. */
export type TokenCheck = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the provider's discovery says that its ID tokens are signed with, if it says so. */
  algorithms: string[] | undefined;
  keys: JWTVerifyGetKey;
  now: Date;
};

/** Gives the claims of a token that the provider has signed. Throws for any other. */
async function verify(
  token: string,
  check: TokenCheck,
  requiredClaims: string[] = [],
): Promise<JWTPayload> {
  const { issuer, clientId, clientSecret, algorithms = [], keys, now } = check;
  const options = {
    ...{ issuer, audience: clientId, requiredClaims },
    ...{ clockTolerance: CLOCK_TOLERANCE, currentDate: now },
  };
  const isBySecret = algorithms.length > 0 && algorithms.every((one) => BY_SECRET.includes(one));
  const { payload } = isBySecret
    ? await jwtVerify(token, new TextEncoder().encode(clientSecret), {
        ...options,
        algorithms: BY_SECRET,
      })
    : await jwtVerify(token, keys, { ...options, algorithms: ALGORITHMS });
  return payload;
}

/** Gives the claims of an ID token. Throws when it is not a valid one for the sign-in with this nonce. */
export async function readIdToken(
  token: string,
  nonce: string,
  check: TokenCheck,
): Promise<JWTPayload> {
  const payload = await verify(token, check, ['sub', 'exp', 'iat', 'nonce']);
  if (payload.nonce !== nonce) throw new Error('The ID token is of another sign-in');
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== check.clientId) {
    throw new Error('The ID token was made for another client');
  }
  return payload;
}

/** Reads what the userinfo endpoint answers: JSON or, where the provider signs it, a token. Throws for what is neither. */
export function readUserInfo(answer: string, check: TokenCheck): Promise<unknown> {
  const text = answer.trim();
  if (!text.startsWith('{')) return verify(text, check);
  return Promise.resolve(JSON.parse(text) as unknown);
}

/**
 * Who has signed in, by the ID token and what userinfo says; either may be missing. Userinfo is the newer of the two, but
 * may hold no more than `sub`. Whether the email is verified is read where the email stands. Throws where the two name
 * different people.
 */
export function toProfile(
  { idToken, userInfo }: { idToken: unknown; userInfo: unknown },
  { issuer, trustsEmail }: { issuer: string; trustsEmail: boolean },
): IdentityProfile {
  const [first, second] = [Claims.parse(idToken ?? {}), Claims.parse(userInfo ?? {})];
  if (idToken !== null && userInfo !== null && first.sub !== second.sub) {
    throw new Error('The ID token and the userinfo endpoint name different people');
  }
  const { email: address, email_verified } = second.email === undefined ? first : second;
  const claims = Claims.parse(Object.assign({}, idToken, userInfo));
  const email = address === undefined ? null : normaliseEmail(address);
  const isUnverified = email_verified === false || email_verified === 'false';
  const isDoubted = isUnverified && !trustsEmail;
  return {
    email: isDoubted ? null : email,
    ...(isDoubted && email !== null ? { unverifiedEmail: email } : {}),
    firstName: nameOf(claims.given_name) ?? nameOf(claims.name),
    lastName: nameOf(claims.family_name),
    pictureUrl: claims.picture ?? null,
    identity: claims.sub === undefined ? null : { issuer, subject: claims.sub },
  };
}

/** Null where nothing of it shows: then the email is shown. */
function nameOf(claim: string | undefined): string | null {
  return shorten(storableLine(claim), LONGEST_NAME) || null;
}
