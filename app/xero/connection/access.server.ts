import type { Config } from '../../platform/env.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';
import { counting, type OnCall } from '../../platform/metrics/counts.ts';
import type { NoteCall } from '../client/calls.server.ts';
import { connectXero, type Xero } from '../client/xero.server.ts';

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
  /** Counts the calls for the metrics. */
  onCall?: OnCall;
  /** Counts the calls of each organisation. */
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
