import { setTimeout as waitFor } from 'node:timers/promises';
import {
  XERO_API_URL,
  XERO_IDENTITY_URL,
  XERO_LOGIN_URL,
} from '../../platform/outside-addresses.ts';
import { LedgerError } from '../../invoices/ledger.ts';
import type { Config } from '../../platform/env.server.ts';
import { counting, type OnCall } from '../../platform/metrics/metrics.server.ts';
import { createRunCalls, type NoteCall, type RunCalls, type XeroSession } from './calls.server.ts';
import { createContacts, findContacts, listContacts } from './contact-calls.server.ts';
import { createDrafts, endInvoice } from './draft-calls.server.ts';
import {
  authorizeUrl,
  deleteConnection,
  exchangeCode,
  listConnections,
  refreshTokens,
  type IdentityOptions,
} from './identity.server.ts';
import {
  findInvoicesByReference,
  readChanges,
  readInvoices,
  readInvoicesOf,
} from './invoice-calls.server.ts';
import { createPacer } from './pacing.server.ts';
import {
  listRevenueAccounts,
  listTaxRates,
  readOrganisation,
} from './organisation-calls.server.ts';

/** The longest that a call may take, waiting and repetitions included, in milliseconds. */
const DEADLINE = 25_000;

export type XeroOptions = {
  clientId: string;
  clientSecret: string;
  /** Exactly as it is registered with Xero. */
  redirectUri: string;
  apiUrl?: string;
  identityUrl?: string;
  loginUrl?: string;
  clock: () => Date;
  wait?: (milliseconds: number) => Promise<void>;
  timeoutMs?: number;
  noteCall?: NoteCall;
};

/** The calls to Xero that the product uses. Every call throws LedgerError when it fails. */
export type Xero = ReturnType<typeof connectXero>;

/**
 * Makes the adapter for Xero. It holds no tokens and sends nothing before the first call. The whole
 * process must share one, since it keeps the calls within Xero's limits.
 */
export function connectXero(options: XeroOptions) {
  const { clock, timeoutMs = DEADLINE, wait = waitQuietly, noteCall } = options;
  const identity: IdentityOptions = {
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    redirectUri: options.redirectUri,
    apiUrl: options.apiUrl ?? XERO_API_URL,
    identityUrl: options.identityUrl ?? XERO_IDENTITY_URL,
    loginUrl: options.loginUrl ?? XERO_LOGIN_URL,
    clock,
    timeoutMs,
  };
  const pacer = createPacer({ clock, wait });
  const run = createRunCalls({ ...identity, pacer, noteCall });
  const bind =
    <Rest extends unknown[], Result>(
      call: (run: RunCalls, session: XeroSession, ...rest: Rest) => Promise<Result>,
    ) =>
    (session: XeroSession, ...rest: Rest) =>
      call(run, session, ...rest);
  return {
    authorizeUrl: (state: string) => authorizeUrl(identity, state),
    exchangeCode: (code: string) => exchangeCode(identity, code),
    refreshTokens: (refreshToken: string) => refreshTokens(identity, refreshToken),
    listConnections: (accessToken: string) => listConnections(identity, accessToken),
    deleteConnection: (accessToken: string, connectionId: string) =>
      deleteConnection(identity, accessToken, connectionId),

    readOrganisation: bind(readOrganisation),
    listTaxRates: bind(listTaxRates),
    listRevenueAccounts: bind(listRevenueAccounts),
    findContacts: bind(findContacts),
    listContacts: bind(listContacts),
    createContacts: bind(createContacts),
    createDrafts: bind(createDrafts),
    endInvoice: bind(endInvoice),
    findInvoicesByReference: bind(findInvoicesByReference),
    readInvoices: bind(readInvoices),
    readChanges: bind(readChanges),
    readInvoicesOf: bind(readInvoicesOf),
  };
}

/**
 * The adapter for Xero, and the state that the whole process shares. `server.ts` makes it once: the
 * build has a module graph of its own, so a module's variable would exist twice.
 */
export type XeroAccess = {
  adapter: Xero;
  /**
   * The refresh of the tokens that is under way, which gives the new access token. Two at once
   * would each make the other's tokens invalid.
   */
  refresh: Promise<string> | null;
};

type Observers = {
  onCall?: OnCall;
  noteCall?: NoteCall;
};

/** Makes the access to Xero; null when the server's operator has registered no app with Xero. */
export function openXeroAccess(
  config: Config,
  clock: () => Date,
  { onCall, noteCall }: Observers = {},
): XeroAccess | null {
  if (config.xero === null) return null;
  const adapter = connectXero({
    ...config.xero,
    redirectUri: `${config.origin}/api/xero/callback`,
    apiUrl: config.xeroApiUrl,
    identityUrl: config.xeroIdentityUrl,
    loginUrl: config.xeroLoginUrl,
    clock,
    noteCall,
  });
  return { adapter: onCall ? counting(adapter, onCall, outcomeOf) : adapter, refresh: null };
}

function outcomeOf(error: unknown): string {
  return error instanceof LedgerError ? error.kind : 'fault';
}

/** Waits without keeping a process alive that is about to end. */
async function waitQuietly(milliseconds: number): Promise<void> {
  await waitFor(milliseconds, undefined, { ref: false });
}
