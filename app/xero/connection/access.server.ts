import type { Config } from '../../platform/env.server.ts';
import { connectXero, type Xero } from '../client/xero.server.ts';

/**
 * The way to Xero, and what the whole process shares of it. It is made once, by `server.ts`:
 * the build is a module graph of its own, so a variable of a module would be there twice.
 */
export type XeroAccess = {
  adapter: Xero;
  /** The exchange of tokens that is under way; gives the new access token. Two at once would each end the other's. */
  refresh: Promise<string> | null;
};

/** Null when the operator has registered no app with Xero. */
export function openXeroAccess(config: Config, clock: () => Date): XeroAccess | null {
  if (config.xero === null) return null;
  const adapter = connectXero({
    ...config.xero,
    redirectUri: `${config.origin}/api/xero/callback`,
    apiUrl: config.xeroApiUrl,
    identityUrl: config.xeroIdentityUrl,
    loginUrl: config.xeroLoginUrl,
    clock,
  });
  return { adapter, refresh: null };
}
