import { and, eq, isNull } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { xeroConnections, type XeroConnectionRow, xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { requireOwnKey } from '../../platform/secrets/key-check.server.ts';
import { seal, unseal } from '../../platform/secrets/sealed.server.ts';
import { connectionGone, notConnected } from '../client/faults.server.ts';
import type { XeroTokens } from '../client/identity.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';
import type { XeroAccess } from '../client/xero.server.ts';
import type { SecretStore } from '../../platform/secrets/key-check.server.ts';

export type XeroServices = Pick<Services, 'db' | 'clock' | 'appSecret' | 'logger' | 'xero'>;

const ACCESS = 'xero.accessToken';
const REFRESH = 'xero.refreshToken';

/** A token that expires within this many milliseconds is replaced first: a call may take 25 seconds. */
const MARGIN = 60_000;

export const NOT_CONNECTED = 'No active Xero connection found. Please connect to Xero first.';
const XERO_NOT_CONFIGURED =
  'Xero is not set up on this server. Whoever runs it has to set XERO_CLIENT_ID and XERO_CLIENT_SECRET.';

/** The access to Xero. Throws LedgerError when the server's operator has registered no app. */
export function requireAccess({ xero }: Pick<Services, 'xero'>): XeroAccess {
  if (xero === null) throw notConnected(XERO_NOT_CONFIGURED);
  return xero;
}

/** The one stored connection to Xero, ended or not; null when there is none. Its tokens are sealed. */
export function findConnection({ db }: Pick<Services, 'db'>): XeroConnectionRow | null {
  return db.select().from(xeroConnections).get() ?? null;
}

/**
 * Stores the tokens of a new sign-in in place of any others; the active organisation stays. Throws
 * 409 while the server has another key than the stored ones.
 */
export function storeNewTokens(
  services: Pick<XeroServices, 'db' | 'clock' | 'appSecret'>,
  tokens: XeroTokens,
): void {
  requireOwnKey(services);
  const now = services.clock();
  const values = { ...sealed(services, tokens), endedAt: null, connectedAt: now, updatedAt: now };
  write(services.db, () => {
    services.db
      .insert(xeroConnections)
      .values({ id: 1, ...values })
      .onConflictDoUpdate({ target: xeroConnections.id, set: values })
      .run();
  });
}

function sealed({ appSecret }: Pick<Services, 'appSecret'>, tokens: XeroTokens) {
  return {
    accessToken: seal(appSecret, ACCESS, tokens.accessToken),
    refreshToken: seal(appSecret, REFRESH, tokens.refreshToken),
    accessExpiresAt: tokens.expiresAt,
  };
}

/** The tokens of a connection, unsealed; null when APP_SECRET has changed since they were sealed. */
export function openTokens(
  { appSecret }: Pick<Services, 'appSecret'>,
  row: XeroConnectionRow,
): { accessToken: string; refreshToken: string } | null {
  const accessToken = unseal(appSecret, ACCESS, row.accessToken);
  const refreshToken = unseal(appSecret, REFRESH, row.refreshToken);
  return accessToken === null || refreshToken === null ? null : { accessToken, refreshToken };
}

/**
 * Runs one call with a valid access token, refreshed first when it is about to expire. A call that
 * Xero refuses for its token is repeated once with a new one; no other call is repeated. Throws
 * LedgerError; its outcome is never unknown when the call itself was not made.
 */
export async function withToken<Result>(
  services: XeroServices,
  call: (accessToken: string) => Promise<Result>,
): Promise<Result> {
  const accessToken = await validToken(services);
  try {
    return await call(accessToken);
  } catch (error) {
    if (!(error instanceof LedgerError) || error.kind !== 'not-authorised') throw error;
    return call(await validToken(services, accessToken));
  }
}

/** A valid access token, other than the `refused` one. Throws LedgerError. */
export async function validToken(services: XeroServices, refused?: string): Promise<string> {
  const access = requireAccess(services);
  // A refresh that is under way serves all callers.
  if (access.refresh !== null) return access.refresh;
  const row = findConnection(services);
  if (row === null) throw notConnected(NOT_CONNECTED);
  const tokens = openTokens(services, row);
  if (row.endedAt !== null || tokens === null) throw connectionGone();
  const isFresh = row.accessExpiresAt.getTime() - MARGIN > services.clock().getTime();
  if (isFresh && tokens.accessToken !== refused) return tokens.accessToken;
  access.refresh = refresh(services, access, row, tokens.refreshToken).finally(() => {
    access.refresh = null;
  });
  return access.refresh;
}

/**
 * Gets new tokens and stores them before they are used. When somebody connects or disconnects
 * meanwhile, their connection counts instead.
 */
async function refresh(
  services: XeroServices,
  { adapter }: XeroAccess,
  row: XeroConnectionRow,
  refreshToken: string,
): Promise<string> {
  const { db, clock, logger } = services;
  const isSame = and(
    eq(xeroConnections.refreshToken, row.refreshToken),
    isNull(xeroConnections.endedAt),
  );
  try {
    const tokens = await adapter.refreshTokens(refreshToken);
    const values = { ...sealed(services, tokens), updatedAt: clock() };
    const { changes } = write(db, () => db.update(xeroConnections).set(values).where(isSame).run());
    if (changes === 1) return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    if (error.kind === 'connection-gone') {
      const now = clock();
      write(db, () => {
        db.update(xeroConnections).set({ endedAt: now, updatedAt: now }).where(isSame).run();
      });
      logger.warn('The connection to Xero has ended');
    }
    throw nothingDone(error);
  }
  const current = findConnection(services);
  if (current === null) throw notConnected(NOT_CONNECTED);
  const opened = openTokens(services, current);
  if (opened === null || current.endedAt !== null) throw connectionGone();
  return opened.accessToken;
}

/**
 * The error of a failed refresh, as that of the call which needed the token: it was never made, so
 * its outcome is known.
 */
function nothingDone(error: LedgerError): LedgerError {
  if (!error.isOutcomeUnknown) return error;
  const message =
    'Xero could not renew the sign-in. No changes were made in Xero. Try again in a few minutes.';
  return new LedgerError(error.kind, message, {
    isOutcomeUnknown: false,
    httpStatus: error.httpStatus ?? undefined,
  });
}

/** The tokens of the connection to Xero. */
export function secretTokens(services: Pick<Services, 'db'>): SecretStore {
  const { db } = services;
  return {
    names: () => (findConnection(services) === null ? [] : ['The connection to Xero']),
    sealed: () => {
      const row = findConnection(services);
      if (row === null) return [];
      return [
        { purpose: ACCESS, sealed: row.accessToken },
        { purpose: REFRESH, sealed: row.refreshToken },
      ];
    },
    reseal: (resealed) => {
      const row = findConnection(services);
      if (row === null) return;
      const accessToken = resealed(ACCESS, row.accessToken);
      const refreshToken = resealed(REFRESH, row.refreshToken);
      db.update(xeroConnections).set({ accessToken, refreshToken }).run();
    },
    forget: () => {
      db.delete(xeroConnections).run();
      db.update(xeroOrganisations).set({ connectionId: null }).run();
    },
  };
}
