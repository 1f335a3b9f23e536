import { z } from 'zod';
import { boundedFetch } from '../../platform/bounded-answer.server.ts';
import { asName } from './all-pages.server.ts';
import { deadlineIn } from './pacing.server.ts';
import {
  connectionGone,
  refused,
  timedOut,
  unavailable,
  unreadable,
  fromAnswer,
  wasNeverSent,
} from './faults.server.ts';
import type { LedgerError } from '../../invoices/ledger.ts';

/** The tokens for calling Xero in a person's name: secret, and replaced at every refresh. */
export type XeroTokens = {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
};

/** An organisation that the person has let the product into. */
export type XeroConnection = { connectionId: string; tenantId: string; tenantName: string };

export type IdentityOptions = {
  clientId: string;
  clientSecret: string;
  /** Exactly as it is registered with Xero. */
  redirectUri: string;
  /** Origins, without a trailing slash. */
  apiUrl: string;
  identityUrl: string;
  loginUrl: string;
  clock: () => Date;
  timeoutMs: number;
};

/** In bytes: tokens and the list of organisations are far smaller. */
const fetchSmall = boundedFetch(1_000_000);

/** The scopes that the product needs; Xero still grants them to new apps. */
export const XERO_SCOPES = [
  'offline_access',
  'accounting.invoices',
  'accounting.contacts',
  'accounting.settings.read',
];

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

const ConnectionsAnswer = z.array(
  z.object({
    id: z.string().min(1),
    tenantId: z.string().min(1),
    tenantType: z.string().nullish(),
    tenantName: z.string().nullish(),
  }),
);

const TokenFault = z.object({ error: z.string() });

/** The token endpoint's error for a code or refresh token that is used, expired or unknown. */
const GRANT_GONE = 'invalid_grant';

/** The address where a person lets the product in; Xero sends `state` back to the redirect URI. */
export function authorizeUrl(
  { loginUrl, clientId, redirectUri }: IdentityOptions,
  state: string,
): string {
  const url = new URL('/identity/connect/authorize', loginUrl);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: XERO_SCOPES.join(' '),
    state,
  };
  // Written by hand for `%20` between the scopes, as in Xero's own examples.
  url.search = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return url.href;
}

/** Exchanges the code from Xero for tokens. Throws LedgerError: 'connection-gone' for a used code. */
export function exchangeCode(options: IdentityOptions, code: string): Promise<XeroTokens> {
  return askForTokens(options, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: options.redirectUri,
  });
}

/**
 * Exchanges a refresh token for new tokens. The old one stays valid for half an hour, so a lost answer can be asked for
 * again. Throws LedgerError: 'connection-gone' when Xero no longer accepts the token; only connecting again helps then.
 */
export function refreshTokens(options: IdentityOptions, refreshToken: string): Promise<XeroTokens> {
  return askForTokens(options, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function askForTokens(
  options: IdentityOptions,
  form: Record<string, string>,
): Promise<XeroTokens> {
  const askedAt = options.clock();
  // OAuth 2.0 wants both parts form-encoded before they are joined.
  const pair = [options.clientId, options.clientSecret].map(encodeURIComponent).join(':');
  const answer = await send(options, true, `${options.identityUrl}/connect/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  if (answer.status !== 200) throw fromTokenFault(options, answer);
  const parsed = TokenAnswer.safeParse(answer.body);
  if (!parsed.success) throw unreadable(true, answer.status);
  const { access_token, refresh_token, expires_in } = parsed.data;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: new Date(askedAt.getTime() + expires_in * 1000),
  };
}

function fromTokenFault({ clock }: IdentityOptions, answer: Answer): LedgerError {
  const { status } = answer;
  const fault = TokenFault.safeParse(answer.body);
  if (status >= 500 || status === 429 || !fault.success) {
    return fromAnswer(answer, { isWrite: true, now: clock() });
  }
  if (fault.data.error === GRANT_GONE) return connectionGone(status);
  if (fault.data.error === 'invalid_client') {
    return refused(['The client id or the client secret of the Xero app is wrong.'], false, status);
  }
  // OAuth 2.0's own word for the error is safe to show: it is nothing that we sent.
  const word = /^[a-z_]{1,40}$/.exec(fault.data.error)?.[0] ?? 'an unknown reason';
  return refused([`Xero named ${word}.`], false, status);
}

/** The organisations that the person has let the product into. Throws LedgerError. */
export async function listConnections(
  options: IdentityOptions,
  accessToken: string,
): Promise<XeroConnection[]> {
  const answer = await send(options, false, `${options.apiUrl}/connections`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  if (answer.status !== 200) throw fromAnswer(answer, { isWrite: false, now: options.clock() });
  const parsed = ConnectionsAnswer.safeParse(answer.body);
  if (!parsed.success) throw unreadable(false, answer.status);
  return parsed.data
    .filter(({ tenantType }) => (tenantType ?? 'ORGANISATION') === 'ORGANISATION')
    .map(({ id, tenantId, tenantName }) => ({
      connectionId: id,
      tenantId,
      tenantName: asName(tenantName) ?? 'Organisation without a name',
    }));
}

/** Ends one connection; one that is already gone counts as ended. Throws LedgerError. */
export async function deleteConnection(
  options: IdentityOptions,
  accessToken: string,
  connectionId: string,
): Promise<void> {
  const url = `${options.apiUrl}/connections/${encodeURIComponent(connectionId)}`;
  const answer = await send(options, true, url, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  if ([204, 200, 404].includes(answer.status)) return;
  throw fromAnswer(answer, { isWrite: true, now: options.clock() });
}

type Answer = { status: number; body: unknown; headers: Record<string, string> };

/** Sends one request within the deadline; a body that is not JSON is given as text. */
async function send(
  { timeoutMs, clock }: IdentityOptions,
  isWrite: boolean,
  url: string,
  init: { method?: string; headers: Record<string, string>; body?: URLSearchParams },
): Promise<Answer> {
  const { signal } = deadlineIn(timeoutMs, clock);
  const headers = { Accept: 'application/json', ...init.headers };
  let response: Response | undefined;
  try {
    response = await fetchSmall(url, { ...init, headers, redirect: 'manual', signal });
    const body = readJson(await response.text());
    return { status: response.status, body, headers: Object.fromEntries(response.headers) };
  } catch (error) {
    if (signal.aborted) throw timedOut(isWrite);
    // The connection broke off in the middle of the answer, or the answer is too long.
    if (response) throw unreadable(isWrite, response.status);
    throw unavailable(isWrite && !wasNeverSent(reasonOf(error)));
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The code, such as ECONNREFUSED, of the cause that `fetch` wraps in its error; else ''. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
