import { z } from 'zod';
import { shorten } from '../../lib/shorten.ts';
import { storableLine } from '../../lib/text.ts';
import type { IdentityProviderConfig } from '../../platform/env.server.ts';
import { checkHost, fetchJson, Refused } from './provider-calls.server.ts';
import { SignInProblem } from './sign-in-problem.ts';

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
  id_token_signing_alg_values_supported: z.array(z.string()).optional().catch(undefined),
});
/** What a provider's discovery says. */
export type Endpoints = z.output<typeof Discovery>;

/**
 * Asks the provider for its addresses. Throws a `SignInProblem` where the settings do not go with what it says of itself.
 */
export async function discover(config: IdentityProviderConfig): Promise<Endpoints> {
  const { issuer } = config;
  const base = issuer.replace(/\/$/, '');
  const found = Discovery.parse(await fetchDiscovery(base));
  if (found.issuer.replace(/\/$/, '') !== base) throw isAnother(issuer, found.issuer);
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = found;
  const endpoints = [authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri];
  for (const address of endpoints) if (address !== undefined) checkHost(address, config);
  return found;
}

async function fetchDiscovery(base: string): Promise<unknown> {
  const address = `${base}/.well-known/openid-configuration`;
  try {
    return await fetchJson(address);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    throw new SignInProblem(
      `There is no provider at OAUTH2_ISSUER: ${address} is answered with 404`,
      {
        help: 'Set OAUTH2_ISSUER to the address that the provider gives as its issuer, with its path.',
      },
    );
  }
}

/** Entra's `common` and `organizations` are no issuer, but stand for that of each tenant. */
function isAnother(issuer: string, given: string): SignInProblem {
  const named = shorten(storableLine(given), 200);
  return new SignInProblem(`The identity provider calls itself ${named}, not ${issuer}`, {
    help: named.includes('{tenantid}')
      ? 'Set OAUTH2_ISSUER to https://login.microsoftonline.com/<tenant GUID>/v2.0: the GUID is the directory (tenant) id in Entra.'
      : `If that is your provider, set OAUTH2_ISSUER=${named}`,
  });
}

type TokenAuth = NonNullable<IdentityProviderConfig['tokenAuth']>;

/** How the client says who it is: as the operator says, else as discovery does. Basic is what the standard has all know. */
function tokenAuthOf({ tokenAuth }: IdentityProviderConfig, found: Endpoints): TokenAuth {
  const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const takesPostOnly =
    methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return tokenAuth ?? (takesPostOnly ? 'post' : 'basic');
}

function asClient({ clientId, clientSecret }: IdentityProviderConfig, auth: TokenAuth) {
  if (auth === 'post') return { fields: { client_id: clientId, client_secret: clientSecret } };
  // The standard wants both form-encoded before they are joined.
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return { headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

/**
 * Trades a code for tokens. A client that the provider does not know this way is shown the other way once, unless the
 * operator chose: providers hold a client to the one it was registered with. Throws.
 */
export async function askForToken(
  config: IdentityProviderConfig,
  found: Endpoints,
  body: URLSearchParams,
): Promise<unknown> {
  const ask = (auth: TokenAuth) => {
    const { headers, fields } = asClient(config, auth);
    const whole = new URLSearchParams([...body, ...Object.entries(fields ?? {})]);
    return fetchJson(found.token_endpoint, { method: 'POST', headers, body: whole });
  };
  const isUnknown = (error: unknown) => error instanceof Refused && error.word === 'invalid_client';
  const first = tokenAuthOf(config, found);
  try {
    return await ask(first).catch((error: unknown) => {
      if (config.tokenAuth !== null || !isUnknown(error)) throw error;
      return ask(first === 'post' ? 'basic' : 'post');
    });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    throw new SignInProblem('The identity provider does not know the client (invalid_client)', {
      help: 'Check OAUTH2_CLIENT_ID and OAUTH2_CLIENT_SECRET; if both are right, set OAUTH2_TOKEN_AUTH to basic or post as the client is registered.',
    });
  }
}
