import { createHash } from 'node:crypto';
import { OAuth2Tokens } from 'arctic';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { Authenticator } from 'remix-auth';
import { z } from 'zod';
import type { OnCall } from '../../platform/metrics/metrics.server.ts';
import type { IdentityProviderConfig } from '../../platform/env.server.ts';
import { cookieName } from '../../http/cookie-name.ts';
import { hasMark } from './marks.ts';
import type { IdentityProfile, IdentityProvider } from '../../ports.ts';
import { readIdToken, readUserInfo, toProfile, type TokenCheck } from './claims.server.ts';
import { DEADLINE, fetchHere, fetchPicture, fetchText } from './provider-calls.server.ts';
import { askForToken, discover, type Endpoints } from './provider-settings.server.ts';

/** The prefix of the cookies that keep the state and the PKCE verifier of a sign-in under way. */
export const STATE_COOKIE = 'sign-in-state';

const SCOPES = ['openid', 'email', 'profile'];

/** The nonce of a sign-in, by its state, which only the browser that began it has. */
const nonceOf = (state: string | null) =>
  createHash('sha256')
    .update(`nonce of ${state ?? ''}`)
    .digest('base64url');

/** The library's flow, with a nonce, and with a token call that follows no redirection. */
class NoncedStrategy extends OAuth2Strategy<IdentityProfile> {
  private readonly more: {
    /** Whether the person is asked for the account to sign in with. */
    isChosen: boolean;
    askForToken: (body: URLSearchParams) => Promise<unknown>;
  };

  constructor(
    more: NoncedStrategy['more'],
    ...usual: ConstructorParameters<typeof OAuth2Strategy<IdentityProfile>>
  ) {
    super(...usual);
    this.more = more;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const all = new URLSearchParams(params);
    all.set('nonce', nonceOf(params.get('state')));
    if (this.more.isChosen) all.set('prompt', 'select_account');
    return all;
  }

  protected override async validateAuthorizationCode(
    code: string,
    codeVerifier: string,
  ): Promise<OAuth2Tokens> {
    const { redirectURI } = this.options;
    const body = new URLSearchParams({ grant_type: 'authorization_code', code });
    body.set('redirect_uri', String(redirectURI));
    body.set('code_verifier', codeVerifier);
    const answer = await this.more.askForToken(body);
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

  /** Who has signed in, by the ID token and by the userinfo endpoint, of which a provider may lack either. */
  async function profileOf(found: Endpoints, tokens: OAuth2Tokens, state: string | null) {
    const { issuer, userinfo_endpoint } = found;
    const check: TokenCheck = {
      ...{ issuer, clientId: config.clientId, clientSecret: config.clientSecret, now: clock() },
      algorithms: found.id_token_signing_alg_values_supported,
      keys: (...asked) => keysAt(found.jwks_uri)(...asked),
    };
    const idToken =
      'id_token' in tokens.data ? await readIdToken(tokens.idToken(), nonceOf(state), check) : null;
    const headers = { Authorization: `Bearer ${tokens.accessToken()}` };
    const userInfo =
      userinfo_endpoint === undefined
        ? null
        : await readUserInfo(await fetchText(userinfo_endpoint, { headers }), check);
    if (idToken === null && userInfo === null) throw new Error('The provider says nobody');
    return toProfile({ idToken, userInfo }, { issuer, trustsEmail: config.trustsEmail });
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
        isChosen: hasMark({ origin }, 'choose-account', request),
        askForToken: (body) => askForToken(config, found, body),
      },
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
