import type { ContactQuery } from '../../invoices/ledger.ts';
import { setTimeout as waitFor } from 'node:timers/promises';
import {
  XERO_API_URL,
  XERO_IDENTITY_URL,
  XERO_LOGIN_URL,
} from '../../platform/outside-addresses.ts';
import { createRunCalls, type NoteCall, type XeroSession } from './calls.server.ts';
import {
  createContacts,
  findContacts,
  type XeroContact,
  type XeroNewContact,
  type XeroNewContactOutcome,
} from './contact-calls.server.ts';
import { createDrafts, type Draft, type DraftOutcome } from './draft-calls.server.ts';
import {
  authorizeUrl,
  deleteConnection,
  exchangeCode,
  listConnections,
  refreshTokens,
  type IdentityOptions,
  type XeroConnection,
  type XeroTokens,
} from './identity.server.ts';
import {
  findInvoicesByReference,
  readChanges,
  readInvoices,
  readInvoicesOf,
  type ChangedPage,
  type IsOurs,
  type XeroInvoice,
} from './invoice-calls.server.ts';
import { createPacer } from './pacing.server.ts';
import {
  listRevenueAccounts,
  listTaxRates,
  readOrganisation,
  type XeroAccount,
  type XeroOrganisation,
  type XeroTaxRate,
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
  /** Resolves after so many milliseconds. */
  wait?: (milliseconds: number) => Promise<void>;
  timeoutMs?: number;
  noteCall?: NoteCall;
  /** What each call waits for before it is sent. */
  kept?: () => Promise<void>;
};

type Key = { idempotencyKey: string };

/** The calls to Xero that the product uses. Every call throws LedgerError when it fails. */
export type Xero = {
  authorizeUrl(state: string): string;
  exchangeCode(code: string): Promise<XeroTokens>;
  refreshTokens(refreshToken: string): Promise<XeroTokens>;
  listConnections(accessToken: string): Promise<XeroConnection[]>;
  deleteConnection(accessToken: string, connectionId: string): Promise<void>;

  readOrganisation(session: XeroSession): Promise<XeroOrganisation>;
  listTaxRates(session: XeroSession): Promise<XeroTaxRate[]>;
  listRevenueAccounts(session: XeroSession): Promise<XeroAccount[]>;
  findContacts(session: XeroSession, query: ContactQuery): Promise<XeroContact[]>;
  createContacts(
    session: XeroSession,
    contacts: XeroNewContact[],
    key: Key,
  ): Promise<XeroNewContactOutcome[]>;
  createDrafts(session: XeroSession, drafts: Draft[], key: Key): Promise<DraftOutcome[]>;
  findInvoicesByReference(session: XeroSession, references: string[]): Promise<XeroInvoice[]>;
  readInvoices(session: XeroSession, invoiceIds: string[]): Promise<XeroInvoice[]>;
  readChanges(
    session: XeroSession,
    since: Date,
    page: number,
    isOurs?: IsOurs,
  ): Promise<ChangedPage>;
  readInvoicesOf(session: XeroSession, contactIds: string[]): Promise<XeroInvoice[]>;
};

/**
 * Makes the adapter for Xero. It holds no tokens and sends nothing before the first call. The whole
 * process must share one, since it keeps the calls within Xero's limits.
 */
export function connectXero(options: XeroOptions): Xero {
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
  return {
    authorizeUrl: (state) => authorizeUrl(identity, state),
    exchangeCode: (code) => exchangeCode(identity, code),
    refreshTokens: (refreshToken) => refreshTokens(identity, refreshToken),
    listConnections: (accessToken) => listConnections(identity, accessToken),
    deleteConnection: (accessToken, connectionId) =>
      deleteConnection(identity, accessToken, connectionId),

    readOrganisation: (session) => readOrganisation(run, session),
    listTaxRates: (session) => listTaxRates(run, session),
    listRevenueAccounts: (session) => listRevenueAccounts(run, session),
    findContacts: (session, query) => findContacts(run, session, query),
    createContacts: (session, contacts, key) => createContacts(run, session, contacts, key),
    createDrafts: (session, drafts, key) => createDrafts(run, session, drafts, key),
    findInvoicesByReference: (session, references) =>
      findInvoicesByReference(run, session, references),
    readInvoices: (session, invoiceIds) => readInvoices(run, session, invoiceIds),
    readChanges: (session, since, page, isOurs) => readChanges(run, session, since, page, isOurs),
    readInvoicesOf: (session, contactIds) => readInvoicesOf(run, session, contactIds),
  };
}

/** Waits without keeping a process alive that is about to end. */
async function waitQuietly(milliseconds: number): Promise<void> {
  await waitFor(milliseconds, undefined, { ref: false });
}
