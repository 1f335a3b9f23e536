import { createHash } from 'node:crypto';
import { OAuth2Tokens } from 'arctic';
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { Authenticator } from 'remix-auth';
import { z } from 'zod';
import type { OnCall } from '../../platform/metrics/metrics.server.ts';
import type { IdentityProviderConfig } from '../../platform/env.server.ts';
import { cookieName } from '../../http/cookie-name.ts';
import { shorten } from '../../lib/shorten.ts';
import { storableLine } from '../../lib/text.ts';
import { normaliseEmail } from '../../users/approved-emails.ts';
import type { IdentityProfile, IdentityProvider } from '../../ports.ts';
import {
  checkHost,
  DEADLINE,
  fetchHere,
  fetchJson,
  fetchPicture,
} from './provider-calls.server.ts';

/** The prefix of the cookies that keep the state and the PKCE verifier of a sign-in under way. */
export const STATE_COOKIE = 'sign-in-state';

/** As long as any name may be, in characters. */
const LONGEST_NAME = 200;

const SCOPES = ['openid', 'email', 'profile'];

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url().optional(),
});
type Endpoints = z.output<typeof Discovery>;

const UserInfo = z.object({
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
type UserInfo = z.output<typeof UserInfo>;

async function discover(config: IdentityProviderConfig): Promise<Endpoints> {
  const { issuer } = config;
  const base = issuer.replace(/\/$/, '');
  const found = Discovery.parse(await fetchJson(`${base}/.well-known/openid-configuration`));
  if (found.issuer.replace(/\/$/, '') !== base) {
    throw new Error(`The identity provider calls itself ${found.issuer}, not ${issuer}`);
  }
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = found;
  const endpoints = [authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri];
  for (const address of endpoints) if (address !== undefined) checkHost(address, config);
  return found;
}

/** The nonce of a sign-in, by its state, which only the browser that began it has. */
const nonceOf = (state: string | null) =>
  createHash('sha256')
    .update(`nonce of ${state ?? ''}`)
    .digest('base64url');

/** What an ID token may be signed with: never `none`, nor a secret that both sides know. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];

/** How far the provider's clock may be from ours, in seconds. */
const CLOCK_TOLERANCE = 60;

/** Gives the `sub` of an ID token. Throws when it is not a valid one for this sign-in. */
async function checkIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; clientId: string; nonce: string; now: Date },
): Promise<string> {
  const { issuer, clientId, nonce, now } = expected;
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    clockTolerance: CLOCK_TOLERANCE,
    currentDate: now,
  });
  if (payload.nonce !== nonce) throw new Error('The ID token is of another sign-in');
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId) {
    throw new Error('The ID token was made for another client');
  }
  return payload.sub ?? '';
}

function toProfile(claims: UserInfo, issuer: string, trustsEmail: boolean): IdentityProfile {
  const isUnverified = claims.email_verified === false || claims.email_verified === 'false';
  const email = claims.email === undefined ? null : normaliseEmail(claims.email);
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

/** The library's flow, with a nonce, and with a token call that follows no redirection. */
class NoncedStrategy extends OAuth2Strategy<IdentityProfile> {
  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const all = new URLSearchParams(params);
    all.set('nonce', nonceOf(params.get('state')));
    return all;
  }

  protected override async validateAuthorizationCode(
    code: string,
    codeVerifier: string,
  ): Promise<OAuth2Tokens> {
    const { clientId, clientSecret, redirectURI, tokenEndpoint } = this.options;
    const body = new URLSearchParams({ grant_type: 'authorization_code', code });
    body.set('redirect_uri', String(redirectURI));
    body.set('code_verifier', codeVerifier);
    // The standard wants both form-encoded before they are joined.
    const pair = [clientId, clientSecret ?? ''].map(encodeURIComponent).join(':');
    const headers = { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
    const answer = await fetchJson(tokenEndpoint.toString(), { method: 'POST', headers, body });
    return new OAuth2Tokens(z.looseObject({ access_token: z.string() }).parse(answer));
  }
}

/**
 * The configured provider. Nothing is fetched before the first sign-in, so that the
 * product starts even while the provider is down. The result of discovery is kept.
 */
export function connectIdentityProvider(
  config: IdentityProviderConfig,
  origin: string,
  clock: () => Date,
  /** Told of each sign-in that was begun or finished. */
  onCall?: OnCall,
): IdentityProvider {
  let endpoints: Promise<Endpoints> | null = null;
  /** The provider's keys, kept for ten minutes by the library; a new key is looked for at once. */
  const keys = new Map<string, JWTVerifyGetKey>();

  async function getEndpoints(): Promise<Endpoints> {
    endpoints ??= discover(config);
    try {
      return await endpoints;
    } catch (error) {
      endpoints = null;
      throw error;
    }
  }

  /** A thrown Response leads the person to the provider, so all went well. */
  async function counted<Result>(work: Promise<Result>): Promise<Result> {
    try {
      const result = await work;
      onCall?.('ok');
      return result;
    } catch (error) {
      onCall?.(error instanceof Response ? 'ok' : 'failed');
      throw error;
    }
  }

  function keysAt(address: string | undefined): JWTVerifyGetKey {
    if (address === undefined) throw new Error('The identity provider names no keys (jwks_uri)');
    const known =
      keys.get(address) ??
      createRemoteJWKSet(new URL(address), { [customFetch]: (url, init) => fetchHere(url, init) });
    keys.set(address, known);
    return known;
  }

  /** Who has signed in, by the ID token where there is one, and by the userinfo endpoint. */
  async function profileOf(found: Endpoints, tokens: OAuth2Tokens, state: string | null) {
    const { issuer, userinfo_endpoint } = found;
    const subject =
      'id_token' in tokens.data
        ? await checkIdToken(tokens.idToken(), keysAt(found.jwks_uri), {
            ...{ issuer, clientId: config.clientId, nonce: nonceOf(state), now: clock() },
          })
        : null;
    const headers = { Authorization: `Bearer ${tokens.accessToken()}` };
    const claims = UserInfo.parse(await fetchJson(userinfo_endpoint, { headers }));
    if (subject !== null && claims.sub !== subject) {
      throw new Error('The ID token and the userinfo endpoint name different people');
    }
    return toProfile(claims, issuer, config.trustsEmail);
  }

  async function authenticate(request: Request): Promise<IdentityProfile> {
    const found = await getEndpoints().catch((error: unknown) => {
      onCall?.('unreachable');
      throw error;
    });
    const { searchParams } = new URL(request.url);
    const givenIssuer = searchParams.get('iss');
    if (givenIssuer !== null && givenIssuer !== found.issuer) {
      throw new Error('The answer to the sign-in came from another identity provider');
    }
    const strategy = new NoncedStrategy(
      {
        clientId: config.clientId,
        clientSecret: config.clientSecret,
        authorizationEndpoint: found.authorization_endpoint,
        tokenEndpoint: found.token_endpoint,
        redirectURI: `${origin}/api/auth/callback`,
        scopes: SCOPES,
        cookie: {
          name: cookieName({ origin }, STATE_COOKIE),
          secure: origin.startsWith('https:') || undefined,
          maxAge: 600,
        },
      },
      ({ tokens }) => profileOf(found, tokens, searchParams.get('state')),
    );
    const authenticator = new Authenticator<IdentityProfile>().use(strategy, 'provider');
    return counted(withDeadline(authenticator.authenticate('provider', request)));
  }

  return {
    async begin(request) {
      await authenticate(new Request(`${origin}/api/login`, { headers: request.headers }));
      throw new Error('The sign-in did not go on to the identity provider');
    },
    async finish(request) {
      // Without a state the library would begin a new sign-in, over and over.
      const { searchParams } = new URL(request.url);
      if (!searchParams.has('state')) throw new Error('The answer to the sign-in has no state');
      return authenticate(request);
    },
    picture: (address, closing) => fetchPicture(address, config, closing),
  };
}

/** Sets a time limit, since the library's own calls have none. */
async function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The identity provider did not answer within ${2 * DEADLINE} ms`));
    }, 2 * DEADLINE);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
