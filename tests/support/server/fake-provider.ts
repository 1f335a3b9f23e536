import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

/** What the provider says of whoever signs in, and how; a test changes it before a sign-in. */
export type Said = {
  sub: string;
  email: string;
  /** What userinfo says besides. */
  profile: Record<string, unknown>;
  /** Changes the claims of the ID token. */
  claims: (usual: JWTPayload) => JWTPayload;
  /** Makes the ID token, or gives null for none. */
  sign: (claims: JWTPayload, key: CryptoKey) => Promise<string> | null;
  /** Changes what discovery says. */
  discovery: (usual: Record<string, unknown>) => Record<string, unknown>;
  /** How the client has to show its secret; null: nobody looks. */
  tokenAuth: 'basic' | 'post' | null;
  /** What userinfo answers, of what it would say. */
  userinfo: (claims: Record<string, unknown>, key: CryptoKey) => Promise<string> | string;
  /** The path that is answered with a redirection, and the address that it leads to. */
  redirect: { path: string; to: string } | null;
  /** The path whose answer is followed by two megabytes of blanks. */
  padded: string | null;
  /** Answers `/picture`. */
  picture: (response: ServerResponse) => void;
};

/** An identity provider that says what it is told to, true or not. */
export type FakeProvider = {
  url: string;
  said: Said;
  /** The nonce of the sign-in under way, as the product sent it. */
  nonce: string;
  /** Every request: its method and path. */
  requests: string[];
  close: () => Promise<void>;
};

export const FAKE_CLIENT = { clientId: 'tallyhour', clientSecret: 'planted-client-secret' };

const sign: Said['sign'] = (claims, key) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);

/** Says the truth about Alex. */
export const truth = (): Said => ({
  sub: 'alex-1',
  email: 'alex@example.com',
  profile: { given_name: 'Alex' },
  claims: (usual) => usual,
  sign,
  discovery: (usual) => usual,
  tokenAuth: null,
  userinfo: (claims) => JSON.stringify(claims),
  redirect: null,
  padded: null,
  picture: (response) => response.writeHead(404).end(),
});

/** Whether the client shows its secret in this way, and in no other. */
async function isClient(request: IncomingMessage, way: Said['tokenAuth']): Promise<boolean> {
  const fields = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
  if (way === null) return true;
  const { clientId, clientSecret } = FAKE_CLIENT;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const isBasic = request.headers.authorization === `Basic ${basic}`;
  const isPost =
    fields.get('client_id') === clientId && fields.get('client_secret') === clientSecret;
  return way === 'basic' ? isBasic && !isPost : isPost && !isBasic;
}

/** Starts the provider on a free port. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider: FakeProvider = {
    url,
    said: truth(),
    nonce: '',
    requests: [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { said } = provider;
    const path = request.url ?? '';
    provider.requests.push(`${request.method} ${path}`);
    const send = (body: unknown) => {
      const padding = said.padded === path ? ' '.repeat(2 * 1024 * 1024) : '';
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body) + padding);
    };
    if (said.redirect?.path === path) {
      response.writeHead(307, { Location: said.redirect.to }).end();
      return;
    }
    switch (path) {
      case '/.well-known/openid-configuration': {
        const endpoint = (name: string) => `${url}/${name}`;
        send(
          said.discovery({
            issuer: url,
            authorization_endpoint: endpoint('authorize'),
            token_endpoint: endpoint('token'),
            userinfo_endpoint: endpoint('userinfo'),
            jwks_uri: endpoint('keys'),
          }),
        );
        return;
      }
      case '/picture':
        said.picture(response);
        return;
      case '/keys':
        send({ keys });
        return;
      case '/userinfo': {
        const claims = {
          ...{ sub: said.sub, email: said.email, email_verified: true },
          ...said.profile,
        };
        const body = await said.userinfo(claims, privateKey);
        response.end(said.padded === path ? body + ' '.repeat(2 * 1024 * 1024) : body);
        return;
      }
      case '/token': {
        if (!(await isClient(request, said.tokenAuth))) {
          response.writeHead(401, { 'Content-Type': 'application/json' });
          response.end('{"error":"invalid_client"}');
          return;
        }
        const now = Math.floor(Date.now() / 1000);
        const usual = {
          iss: url,
          aud: FAKE_CLIENT.clientId,
          sub: said.sub,
          iat: now,
          exp: now + 300,
        };
        const token = said.sign(said.claims({ ...usual, nonce: provider.nonce }), privateKey);
        const base = { access_token: 'planted-access-token', token_type: 'Bearer' };
        send(token === null ? base : { ...base, id_token: await token });
        return;
      }
      default:
        response.writeHead(404).end();
    }
  }
  return provider;
}
