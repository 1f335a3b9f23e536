import { randomBytes, randomUUID } from 'node:crypto';
import { gatewayError, redirect, type Reply, type Request } from './http.ts';
import type { Client, Organisation } from './model.ts';
import { consentPage, faultPage } from './pages.ts';

const MINUTE = 60_000;
const CODE_LIFE = 5 * MINUTE;
const ACCESS_LIFE = 30 * MINUTE;
const REFRESH_LIFE = 60 * 24 * 60 * MINUTE;
/** How long a replaced refresh token is still accepted, in milliseconds. */
const GRACE = 30 * MINUTE;

const SCOPES = [
  'offline_access',
  'openid',
  'profile',
  'email',
  'accounting.invoices',
  'accounting.invoices.read',
  'accounting.contacts',
  'accounting.contacts.read',
  'accounting.settings',
  'accounting.settings.read',
];

type Grant = { clientId: string; scopes: string[]; isEnded: boolean };
type Code = { grant: Grant; redirectUri: string; expiresAt: number };
type Refresh = { grant: Grant; expiresAt: number };
export type Connection = {
  id: string;
  clientId: string;
  tenantId: string;
  authEventId: string;
  createdAt: Date;
};

/** The login host, the token endpoint and the connections of the stand-in. */
export type Identity = {
  authorize: (request: Request) => Reply;
  token: (request: Request) => Reply;
  listConnections: (request: Request) => Reply;
  deleteConnection: (request: Request, id: string) => Reply;
  /** The organisation that a call to the accounting API may use, or the answer that refuses it. */
  admit: (
    request: Request,
    scope: string,
  ) => { organisation: Organisation; clientId: string } | Reply;
  connections: () => Connection[];
  /** Removes the app from an organisation, as a person does in Xero. */
  disconnect: (tenantId: string) => void;
  /** Takes from whoever connected the role that an app needs: the connection is listed, and every call refused. */
  takeRole: (tenantId: string) => void;
  /** Gives an organisation two apps that are not certified, so that Xero offers it to no other. */
  fill: (tenantId: string) => void;
  /** Ends every access token that was given out. */
  expireAccessTokens: () => void;
  /** Ends every grant: refreshing answers `invalid_grant` from now on. */
  endGrants: () => void;
  /** Consents without the page, for tests that are not about consent; gives the code. */
  grantCode: (client: Client, tenantIds: string[], scopes?: string[]) => string;
};

type Options = { clients: Client[]; organisations: Organisation[]; clock: () => Date };

function fault(status: number, error: string): Reply {
  return { status, body: { error } };
}

export function createIdentity({ clients, organisations, clock }: Options): Identity {
  const codes = new Map<string, Code>();
  const access = new Map<string, { grant: Grant; expiresAt: number }>();
  const refresh = new Map<string, Refresh>();
  const grants: Grant[] = [];
  let connections: Connection[] = [];
  const withoutRole = new Set<string>();
  const full = new Set<string>();
  const present = () => clock().getTime();
  const secret = () => randomBytes(32).toString('base64url');

  function connect(clientId: string, tenantIds: string[]): void {
    const authEventId = randomUUID();
    for (const tenantId of tenantIds) {
      // By somebody who has the role.
      withoutRole.delete(tenantId);
      const isKnown = connections.some(
        (one) => one.clientId === clientId && one.tenantId === tenantId,
      );
      if (isKnown) continue;
      connections.push({ id: randomUUID(), clientId, tenantId, authEventId, createdAt: clock() });
    }
  }

  function makeCode(client: Client, tenantIds: string[], scopes: string[]): string {
    connect(client.clientId, tenantIds);
    const grant = { clientId: client.clientId, scopes, isEnded: false };
    grants.push(grant);
    const code = secret();
    codes.set(code, {
      grant,
      redirectUri: client.redirectUri,
      expiresAt: present() + CODE_LIFE,
    });
    return code;
  }

  const offered = () =>
    organisations.filter(({ tenantId }) => !full.has(tenantId) && !withoutRole.has(tenantId));

  function authorize({ method, query, body }: Request): Reply {
    const client = clients.find(
      ({ clientId, redirectUri }) =>
        clientId === query.get('client_id') && redirectUri === query.get('redirect_uri'),
    );
    if (!client) {
      return {
        status: 400,
        body: faultPage('the client id or the redirect URI is not registered'),
      };
    }
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
    const unknown = scopes.find((scope) => !SCOPES.includes(scope));
    const answer = (parameters: Record<string, string>) => {
      const url = new URL(client.redirectUri);
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      const state = query.get('state');
      if (state !== null) url.searchParams.set('state', state);
      return redirect(url.href);
    };
    if (query.get('response_type') !== 'code')
      return answer({ error: 'unsupported_response_type' });
    if (scopes.length === 0 || unknown) return answer({ error: 'invalid_scope' });
    if (method !== 'POST') {
      return consentPage(offered(), scopes, new URL(client.redirectUri).origin);
    }
    const form = new URLSearchParams(body);
    const chosen = offered().filter(({ tenantId }) =>
      form.getAll('organisation').includes(tenantId),
    );
    if (form.has('cancel')) {
      return answer({
        error: 'access_denied',
        error_description: 'TenantConsent status DENIED',
      });
    }
    if (chosen.length === 0) {
      return consentPage(offered(), scopes, new URL(client.redirectUri).origin, true);
    }
    const code = makeCode(
      client,
      chosen.map(({ tenantId }) => tenantId),
      scopes,
    );
    return answer({ code, scope: scopes.join(' '), session_state: secret() });
  }

  function token({ headers, body }: Request): Reply {
    const client = findClient(headers.authorization);
    if (!client) return fault(400, 'invalid_client');
    const form = new URLSearchParams(body);
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return useCode(client, form);
      case 'refresh_token':
        return useRefreshToken(client, form);
      default:
        return fault(400, 'unsupported_grant_type');
    }
  }

  function findClient(authorization = ''): Client | undefined {
    const text = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    const [id, secretText] = text.split(':').map(decodeURIComponent);
    return clients.find(
      ({ clientId, clientSecret }) => clientId === id && clientSecret === secretText,
    );
  }

  function useCode(client: Client, form: URLSearchParams): Reply {
    const text = form.get('code') ?? '';
    const code = codes.get(text);
    codes.delete(text);
    const isGood =
      code?.grant.clientId === client.clientId &&
      code.expiresAt > present() &&
      form.get('redirect_uri') === code.redirectUri;
    return isGood ? issue(code.grant) : fault(400, 'invalid_grant');
  }

  function useRefreshToken(client: Client, form: URLSearchParams): Reply {
    const found = refresh.get(form.get('refresh_token') ?? '');
    const isGood =
      found?.grant.clientId === client.clientId &&
      !found.grant.isEnded &&
      found.expiresAt > present();
    if (!isGood) return fault(400, 'invalid_grant');
    found.expiresAt = Math.min(found.expiresAt, present() + GRACE);
    return issue(found.grant);
  }

  function issue(grant: Grant): Reply {
    const accessToken = secret();
    access.set(accessToken, { grant, expiresAt: present() + ACCESS_LIFE });
    const refreshToken = grant.scopes.includes('offline_access') ? secret() : undefined;
    if (refreshToken) refresh.set(refreshToken, { grant, expiresAt: present() + REFRESH_LIFE });
    return {
      status: 200,
      body: {
        access_token: accessToken,
        expires_in: ACCESS_LIFE / 1000,
        token_type: 'Bearer',
        refresh_token: refreshToken,
        scope: grant.scopes.join(' '),
      },
    };
  }

  function grantOf({ headers }: Request): Grant | Reply {
    const found = access.get((headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!found || found.grant.isEnded) {
      return gatewayError(401, 'Unauthorized', 'AuthenticationUnsuccessful');
    }
    if (found.expiresAt <= present()) {
      const when = new Date(found.expiresAt).toISOString();
      return gatewayError(401, 'Unauthorized', `TokenExpired: token expired at ${when}`);
    }
    return found.grant;
  }

  function connectionsOf(grant: Grant): Connection[] {
    return connections.filter(({ clientId }) => clientId === grant.clientId);
  }

  return {
    authorize,
    token,
    listConnections(request) {
      const grant = grantOf(request);
      if ('status' in grant) return grant;
      const body = connectionsOf(grant).map(({ id, tenantId, authEventId, createdAt }) => ({
        id,
        authEventId,
        tenantId,
        tenantType: 'ORGANISATION',
        tenantName: organisations.find((one) => one.tenantId === tenantId)?.name ?? null,
        createdDateUtc: createdAt.toISOString().replace('Z', '0000'),
        updatedDateUtc: createdAt.toISOString().replace('Z', '0000'),
      }));
      return { status: 200, body };
    },
    deleteConnection(request, id) {
      const grant = grantOf(request);
      if ('status' in grant) return grant;
      if (!connectionsOf(grant).some((one) => one.id === id)) {
        return gatewayError(404, 'Not Found', 'The connection does not exist');
      }
      connections = connections.filter((one) => one.id !== id);
      return { status: 204, body: undefined };
    },
    admit(request, scope) {
      const grant = grantOf(request);
      if ('status' in grant) return grant;
      if (!grant.scopes.some((held) => held === scope || `${held}.read` === scope)) {
        return gatewayError(401, 'Unauthorized', 'AuthorizationUnsuccessful');
      }
      const tenantId = request.headers['xero-tenant-id'];
      const isConnected = connectionsOf(grant).some((one) => one.tenantId === tenantId);
      const organisation = organisations.find((one) => one.tenantId === tenantId);
      if (!isConnected || !organisation || withoutRole.has(organisation.tenantId)) {
        return gatewayError(403, 'Forbidden', 'AuthenticationUnsuccessful');
      }
      return { organisation, clientId: grant.clientId };
    },
    connections: () => [...connections],
    disconnect(tenantId) {
      connections = connections.filter((one) => one.tenantId !== tenantId);
    },
    takeRole: (tenantId) => {
      withoutRole.add(tenantId);
    },
    fill: (tenantId) => {
      full.add(tenantId);
    },
    expireAccessTokens() {
      for (const one of access.values()) one.expiresAt = Math.min(one.expiresAt, present());
    },
    endGrants() {
      for (const grant of grants) grant.isEnded = true;
    },
    grantCode: (client, tenantIds, scopes = SCOPES) => makeCode(client, tenantIds, scopes),
  };
}
