import { OAuth2Strategy } from 'remix-auth-oauth2';
import { Authenticator } from 'remix-auth';
import { z } from 'zod';
import type { OnCall } from '../platform/metrics/counts.ts';
import type { IdentityProviderConfig } from '../platform/env.server.ts';

/** What a provider tells about the person who signs in. */
export type IdentityProfile = {
  /** Lower case. Null when the provider gives no email, or an unverified one. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
};

/** Signs people in at an OpenID Connect provider. */
export type IdentityProvider = {
  /** Throws a Response that redirects to the provider's own sign-in page. */
  begin(request: Request): Promise<never>;
  /** Reads the provider's answer. Throws an Error when it is not a sign-in that we began. */
  finish(request: Request): Promise<IdentityProfile>;
};

/** The prefix of the cookies that keep the state and the PKCE verifier of a sign-in under way. */
export const STATE_COOKIE = 'sign-in-state';

const SCOPES = ['openid', 'email', 'profile'];

/** The time limit of each of our calls to the provider, in milliseconds. */
const DEADLINE = 10_000;

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
});
type Endpoints = z.output<typeof Discovery>;

const UserInfo = z.object({
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

/** Throws for a redirection, too, which could lead to a host that nobody configured. */
async function fetchJson(url: URL | string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    headers: { Accept: 'application/json', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE),
  });
  if (!response.ok) throw new Error(`The identity provider answered ${response.status}`);
  return (await response.json()) as unknown;
}

async function discover(issuer: string): Promise<Endpoints> {
  const base = issuer.replace(/\/$/, '');
  const found = Discovery.parse(await fetchJson(`${base}/.well-known/openid-configuration`));
  if (found.issuer.replace(/\/$/, '') !== base) {
    throw new Error(`The identity provider calls itself ${found.issuer}, not ${issuer}`);
  }
  return found;
}

async function fetchProfile(endpoint: string, accessToken: string): Promise<IdentityProfile> {
  const claims = UserInfo.parse(
    await fetchJson(endpoint, { Authorization: `Bearer ${accessToken}` }),
  );
  const isUnverified = claims.email_verified === false || claims.email_verified === 'false';
  return {
    email: isUnverified ? null : (claims.email?.trim().toLowerCase() ?? null),
    firstName: claims.given_name ?? claims.name ?? null,
    lastName: claims.family_name ?? null,
    profileImageUrl: claims.picture ?? null,
  };
}

/**
 * The configured provider. Nothing is fetched before the first sign-in, so that the
 * product starts even while the provider is down. The result of discovery is kept.
 */
export function connectIdentityProvider(
  config: IdentityProviderConfig,
  origin: string,
  /** Told of each sign-in that was begun or finished. */
  onCall?: OnCall,
): IdentityProvider {
  let endpoints: Promise<Endpoints> | null = null;

  async function getEndpoints(): Promise<Endpoints> {
    endpoints ??= discover(config.issuer);
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

  async function authenticate(request: Request): Promise<IdentityProfile> {
    const { userinfo_endpoint, issuer, ...found } = await getEndpoints().catch((error: unknown) => {
      onCall?.('unreachable');
      throw error;
    });
    const givenIssuer = new URL(request.url).searchParams.get('iss');
    if (givenIssuer !== null && givenIssuer !== issuer) {
      throw new Error('The answer to the sign-in came from another identity provider');
    }
    const strategy = new OAuth2Strategy<IdentityProfile>(
      {
        clientId: config.clientId,
        // The standard wants the secret form-encoded, but the library sends it as it is.
        clientSecret: encodeURIComponent(config.clientSecret),
        authorizationEndpoint: found.authorization_endpoint,
        tokenEndpoint: found.token_endpoint,
        redirectURI: `${origin}/api/auth/callback`,
        scopes: SCOPES,
        cookie: {
          name: STATE_COOKIE,
          secure: origin.startsWith('https:') || undefined,
          maxAge: 600,
        },
      },
      ({ tokens }) => fetchProfile(userinfo_endpoint, tokens.accessToken()),
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
