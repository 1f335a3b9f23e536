import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error -- the package has no types; the parts that are used are described below
import { Provider as UntypedProvider, interactionPolicy as untypedPolicy } from 'oidc-provider';

/** Someone who can sign in at the stand-in provider. */
export type Person = {
  id: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  /** A profile picture that the stand-in has, or the address of one elsewhere. */
  picture?: Buffer | string;
};

type Client = { clientId: string; clientSecret: string; redirectUri: string };

/** Port 0 takes any free one. */
type Options = { port: number; clients: Client[]; people: Person[] };

export type RunningIdentityProvider = {
  /** `http://localhost:<port>`, without a trailing slash. */
  issuer: string;
  port: number;
  /** Stops at once, running requests included. */
  close: () => Promise<void>;
};

type ProviderContext = {
  type: string;
  body: string;
  oidc: { client: { clientId: string }; session: { accountId: string } };
};
type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
type Provider = {
  callback: () => RequestListener;
  interactionDetails: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  interactionFinished: (
    request: IncomingMessage,
    response: ServerResponse,
    result: { login: { accountId: string } } | { error: string; error_description: string },
  ) => Promise<void>;
  Grant: new (properties: { clientId: string; accountId: string }) => Grant;
};
type Policy = { remove: (prompt: string) => void };

const OidcProvider = UntypedProvider as new (issuer: string, settings: object) => Provider;
const interactionPolicy = untypedPolicy as { base: () => Policy };

const SCOPES = ['openid', 'email', 'profile'];
const SIGN_IN_PATH = '/sign-in/';
const PICTURE_PATH = '/pictures/';
const SESSION_COOKIE = 'provider-session';

/** In seconds. Nothing lasts longer than an hour, since people try the demo for minutes. */
const HOUR = 3_600;

/** In bytes; the sign-in form is a few dozen long. */
const BODY_LIMIT = 10_000;

/**
 * Starts an OpenID Connect provider on this machine's loopback, with a sign-in page on
 * which one picks a person. It is for the demo and the tests: it asks for no password,
 * and keeps nobody signed in. Throws when the port is taken.
 */
export async function startIdentityProvider(options: Options): Promise<RunningIdentityProvider> {
  const server = createServer();
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  // The issuer contains the port, so the provider is made once the server listens.
  const issuer = `http://localhost:${port}`;
  server.on('request', handleRequests(createProvider(issuer, options), options));
  return { issuer, port, close: () => close(server) };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

function createProvider(issuer: string, { clients, people }: Options): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const provider: Provider = new OidcProvider(issuer, {
    adapter: createStore(),
    clients: clients.map(({ clientId, clientSecret, redirectUri }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    })),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'picture'],
    },
    scopes: SCOPES,
    responseTypes: ['code'],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies do not tell ports apart, so on localhost these share a jar with the app's cookies.
      names: { session: SESSION_COOKIE, interaction: 'provider-step', resume: 'provider-resume' },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
    },
    pkce: { required: () => true },
    // Without the settings below the provider prints notices.
    ttl: { AccessToken: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR, Grant: HOUR },
    clientBasedCORS: () => false,
    findAccount: (_context: ProviderContext, id: string) => findAccount(people, issuer, id),
    interactions: {
      policy,
      url: (_context: ProviderContext, { uid }: { uid: string }) => `${SIGN_IN_PATH}${uid}`,
    },
    loadExistingGrant: ({ oidc }: ProviderContext) => grantAll(provider, oidc),
    renderError: (context: ProviderContext, faults: Record<string, string>) => {
      context.type = 'html';
      context.body = faultPage(faults.error_description ?? faults.error ?? 'unknown');
    },
  });
  return provider;
}

/** Grants every scope in the person's name, in place of a consent screen. */
async function grantAll(provider: Provider, oidc: ProviderContext['oidc']): Promise<Grant> {
  const grant = new provider.Grant({
    clientId: oidc.client.clientId,
    accountId: oidc.session.accountId,
  });
  grant.addOIDCScope(SCOPES.join(' '));
  await grant.save();
  return grant;
}

function findAccount(people: Person[], issuer: string, id: string) {
  const person = people.find((candidate) => candidate.id === id);
  if (!person) return undefined;
  const { picture } = person;
  const address = Buffer.isBuffer(picture) ? `${issuer}${PICTURE_PATH}${id}` : picture;
  return {
    accountId: id,
    claims: () => ({
      sub: id,
      email: person.email,
      email_verified: person.emailVerified,
      given_name: person.firstName,
      family_name: person.lastName,
      ...(address === undefined ? {} : { picture: address }),
    }),
  };
}

type Entry = { uid?: string; grantId?: string; consumed?: number };

/**
 * Stores the provider's entries in memory, and never removes expired ones: the provider
 * checks for itself when an entry expires, and the process is short-lived.
 */
function createStore() {
  const stored = new Map<string, Entry>();
  return (model: string) => ({
    upsert: (id: string, entry: Entry) => void stored.set(`${model}:${id}`, entry),
    find: (id: string) => stored.get(`${model}:${id}`),
    findByUid: (uid: string) =>
      [...stored].find(([key, entry]) => key.startsWith(`${model}:`) && entry.uid === uid)?.[1],
    consume: (id: string) => {
      const entry = stored.get(`${model}:${id}`);
      if (entry) entry.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: (id: string) => void stored.delete(`${model}:${id}`),
    revokeByGrantId: (grantId: string) => {
      for (const [key, entry] of stored) if (entry.grantId === grantId) stored.delete(key);
    },
  });
}

function handleRequests(provider: Provider, options: Options): RequestListener {
  const handleProtocol = provider.callback();
  return (request, response) => {
    if (request.url?.startsWith(PICTURE_PATH)) {
      sendPicture(options.people, request.url.slice(PICTURE_PATH.length), response);
      return;
    }
    if (!request.url?.startsWith(SIGN_IN_PATH)) {
      forgetSession(request);
      handleProtocol(request, response);
      return;
    }
    handleSignIn(provider, options, request, response).catch((error: unknown) => {
      sendPage(response, 400, faultPage(describe(error)));
    });
  };
}

function sendPicture(people: Person[], id: string, response: ServerResponse): void {
  const picture = people.find((person) => person.id === id)?.picture;
  if (Buffer.isBuffer(picture)) response.writeHead(200).end(picture);
  else response.writeHead(404).end();
}

/** The provider's own errors have a sentence beside their message, such as `invalid_request`. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'error_description' in error ? String(error.error_description) : error.message;
}

/** Removes the provider's session cookie from a request, so that it asks each time who signs in. */
function forgetSession(request: IncomingMessage): void {
  const cookies = request.headers.cookie?.split(/;\s*/) ?? [];
  request.headers.cookie = cookies.filter((text) => !text.startsWith(SESSION_COOKIE)).join('; ');
}

async function handleSignIn(
  provider: Provider,
  { clients, people }: Options,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    sendPage(response, 200, signInPage(people), clients);
    return;
  }
  const form = await readForm(request);
  const person = people.find(({ id }) => id === form.get('person'));
  if (!person && !form.has('cancel')) throw new Error('no such person');
  await provider.interactionFinished(
    request,
    response,
    person
      ? { login: { accountId: person.id } }
      : { error: 'access_denied', error_description: 'The sign-in was cancelled.' },
  );
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) throw new Error('the form is too long');
  }
  return new URLSearchParams(text);
}

function sendPage(
  response: ServerResponse,
  status: number,
  html: string,
  clients: Client[] = [],
): void {
  // Browsers apply `form-action` to every redirect after a form too, so the app has to be allowed.
  const origins = clients.map(({ redirectUri }) => new URL(redirectUri).origin);
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src '${STYLE_HASH}'; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  });
  response.end(html);
}

const STYLE = `
  :root { color-scheme: light dark; --surface: #f6f7f9; --raised: #fff; --ink: #161b26;
    --muted: #566074; --line: #dfe3ea; --accent: #3150c8; --on-accent: #fff;
    --note: #fdf1d8; --on-note: #7a4d00; }
  @media (prefers-color-scheme: dark) { :root { --surface: #0f131a; --raised: #171c25;
    --ink: #e8ebf1; --muted: #a3adbf; --line: #2b3240; --accent: #9db1ff;
    --on-accent: #10173a; --note: #3a2c10; --on-note: #f2c879; } }
  body { margin: 0; background: var(--surface); color: var(--ink);
    font: 16px/1.5 system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; }
  main { box-sizing: border-box; width: min(30rem, 100% - 2rem); margin: 8vh auto; padding: 1.75rem;
    background: var(--raised); border: 1px solid var(--line); border-radius: 14px; }
  h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; }
  .note { padding: .6rem .85rem; border-radius: 8px; background: var(--note);
    color: var(--on-note); font-size: .9rem; }
  ul { margin: 1.25rem 0 0; padding: 0; list-style: none; }
  li { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center;
    justify-content: space-between; padding: .9rem 0; border-top: 1px solid var(--line); }
  small { display: block; color: var(--muted); font-size: .9rem; overflow-wrap: anywhere; }
  input { min-height: 44px; padding: 0 1rem; border: 1px solid transparent; border-radius: 8px;
    background: var(--accent); color: var(--on-accent); font: inherit; cursor: pointer; }
  .cancel { padding-top: 1rem; border-top: 1px solid var(--line); }
  .cancel input { background: none; border-color: var(--line); color: var(--ink); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`;
}

function signInPage(people: Person[]): string {
  const rows = people.map((person) => {
    const name = escapeHtml(`${person.firstName} ${person.lastName}`);
    return `<li>
<div>${name} <small>${escapeHtml(person.email)}</small></div>
<form method="post"><input type="hidden" name="person" value="${escapeHtml(person.id)}">
<input type="submit" value="Sign in as ${name}"></form>
</li>`;
  });
  return page(
    'Who is signing in?',
    `<p class="note">This page stands in for a real identity provider, such as your company's.
It is for demonstration and tests, and asks for no password.</p>
<ul>
${rows.join('\n')}
</ul>
<form method="post" class="cancel"><input type="submit" name="cancel" value="Cancel"></form>`,
  );
}

function faultPage(reason: string): string {
  return page(
    'The sign-in could not go on',
    `<p>The stand-in identity provider says: ${escapeHtml(reason)}.</p>
<p>Go back to the product and sign in again.</p>`,
  );
}
