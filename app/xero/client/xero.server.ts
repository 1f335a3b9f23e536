import { setTimeout as waitFor } from 'node:timers/promises';
import {
  XERO_API_URL,
  XERO_IDENTITY_URL,
  XERO_LOGIN_URL,
} from '../../platform/outside-addresses.ts';
import { LedgerError } from '../../invoices/ledger.ts';
import type { Config } from '../../platform/env.server.ts';
import { counting, type OnCall } from '../../platform/metrics/metrics.server.ts';
import { createRunCalls, type NoteCall } from './calls.server.ts';
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

export type XeroOptions = Pick<
  IdentityOptions,
  'clientId' | 'clientSecret' | 'redirectUri' | 'clock'
> &
  Partial<IdentityOptions> & {
    wait?: (milliseconds: number) => Promise<void>;
    noteCall?: NoteCall;
  };

/** The calls to Xero that the product uses. Every call throws LedgerError when it fails. */
export type Xero = ReturnType<typeof connectXero>;

/**
 * Makes the adapter for Xero. It holds no tokens and sends nothing before the first call. The whole
 * process must share one, since it keeps the calls within Xero's limits.
 */
export function connectXero(options: XeroOptions) {
  const identity: IdentityOptions = {
    apiUrl: XERO_API_URL,
    identityUrl: XERO_IDENTITY_URL,
    loginUrl: XERO_LOGIN_URL,
    timeoutMs: DEADLINE,
    ...options,
  };
  const { clock, wait = waitQuietly, noteCall } = options;
  const pacer = createPacer({ clock, wait });
  const run = createRunCalls({ ...identity, pacer, noteCall });
  return {
    authorizeUrl: authorizeUrl.bind(null, identity),
    exchangeCode: exchangeCode.bind(null, identity),
    refreshTokens: refreshTokens.bind(null, identity),
    listConnections: listConnections.bind(null, identity),
    deleteConnection: deleteConnection.bind(null, identity),

    readOrganisation: readOrganisation.bind(null, run),
    listTaxRates: listTaxRates.bind(null, run),
    listRevenueAccounts: listRevenueAccounts.bind(null, run),
    findContacts: findContacts.bind(null, run),
    listContacts: listContacts.bind(null, run),
    createContacts: createContacts.bind(null, run),
    createDrafts: createDrafts.bind(null, run),
    endInvoice: endInvoice.bind(null, run),
    findInvoicesByReference: findInvoicesByReference.bind(null, run),
    readInvoices: readInvoices.bind(null, run),
    readChanges: readChanges.bind(null, run),
    readInvoicesOf: readInvoicesOf.bind(null, run),
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

/** Makes the access to Xero; null when the server's operator has registered no app with Xero. */
export function openXeroAccess(
  config: Config,
  clock: () => Date,
  { onCall, noteCall }: { onCall?: OnCall; noteCall?: NoteCall } = {},
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

const outcomeOf = (error: unknown) => (error instanceof LedgerError ? error.kind : 'fault');

/** Waits without keeping a process alive that is about to end. */
const waitQuietly = (milliseconds: number) => waitFor(milliseconds, undefined, { ref: false });
