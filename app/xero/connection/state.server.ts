import { desc, eq, isNotNull } from 'drizzle-orm';
import { xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import {
  activeOrganisation,
  type ConnectedOrganisation,
  type XeroServices,
} from './organisation.server.ts';
import { listTenants, type Tenant, readAnew } from './organisations.server.ts';
import { findConnection, openTokens } from './tokens.server.ts';
import type { Database } from '#db/connection.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';
import { isYounger } from '../../lib/ahead.ts';
import type { Watch } from '../../webhooks/events.ts';

/** The state of the connection to Xero, without any token. */
export type XeroState =
  | { kind: 'not-configured' }
  | { kind: 'not-connected' }
  /** The connection has ended in Xero, or its tokens cannot be opened; `tenant` was active. */
  | { kind: 'ended'; tenant: Tenant | null }
  /** `lost` is the name of the one that was read last, where Xero lets the product into it no more. */
  | { kind: 'select-organisation'; tenants: Tenant[]; lost: string | null; connectedAt: Date }
  | {
      kind: 'connected';
      organisation: ConnectedOrganisation;
      tenants: Tenant[];
      connectedAt: Date;
    };

/** The state of the connection to Xero as it is stored here; Xero is not asked. */
export function readXeroState(services: Pick<Services, 'db' | 'appSecret' | 'xero'>): XeroState {
  if (services.xero === null) return { kind: 'not-configured' };
  const row = findConnection(services);
  if (row === null) return { kind: 'not-connected' };
  if (row.endedAt !== null || openTokens(services, row) === null) {
    return { kind: 'ended', tenant: findTenant(services, row.tenantId) };
  }
  const { connectedAt } = row;
  const tenants = listTenants(services);
  const organisation = activeOrganisation(services);
  return organisation === null
    ? { kind: 'select-organisation', tenants, lost: findLost(services), connectedAt }
    : { kind: 'connected', organisation, tenants, connectedAt };
}

function findLost({ db }: Pick<Services, 'db'>): string | null {
  const { name, connectionId, readAt } = xeroOrganisations;
  const row = db
    .select({ name, connectionId })
    .from(xeroOrganisations)
    .where(isNotNull(readAt))
    .orderBy(desc(readAt))
    .get();
  return row?.connectionId === null ? row.name : null;
}

function findTenant({ db }: Pick<Services, 'db'>, tenantId: string | null): Tenant | null {
  if (tenantId === null) return null;
  const row = db
    .select()
    .from(xeroOrganisations)
    .where(eq(xeroOrganisations.tenantId, tenantId))
    .get();
  return row ? { tenantId, tenantName: row.name } : null;
}

/**
 * The state of the connection as the API answers it. `connected` means that invoices can be created, `restored` that
 * what Xero has from here is not known here whole, as after the restore of a backup.
 */
export function toConnectionView(state: XeroState, restored: boolean) {
  const isAuthorised = state.kind === 'connected' || state.kind === 'select-organisation';
  const organisation = state.kind === 'connected' ? state.organisation : null;
  return {
    connected: state.kind === 'connected',
    authorized: isAuthorised,
    requiresTenantSelection: state.kind === 'select-organisation',
    tenantId: organisation?.tenantId ?? null,
    tenantName: organisation?.name ?? null,
    connectedAt: isAuthorised ? state.connectedAt.toISOString() : null,
    restored,
  };
}

type KeepServices = XeroServices & Pick<Services, 'background'>;

const LANE = 'xero organisation';
const MINUTE = 60_000;

const OLDEST = 60 * MINUTE;
const RETRY_AFTER = 5 * MINUTE;

/** When a reading was last begun. Lost with a restart, after which one more try does no harm. */
const triedAt = new WeakMap<Database, Date>();

function dueOrganisation(services: KeepServices): string | null {
  const state = readXeroState(services);
  if (state.kind !== 'connected') return null;
  const { tenantId } = state.organisation;
  const row = services.db
    .select({ readAt: xeroOrganisations.readAt })
    .from(xeroOrganisations)
    .where(eq(xeroOrganisations.tenantId, tenantId))
    .get();
  const now = services.clock();
  if (isYounger(row?.readAt, OLDEST, now)) return null;
  return isYounger(triedAt.get(services.db), RETRY_AFTER, now) ? null : tenantId;
}

/**
 * Reads the active organisation again, in the background, where what is known of it is older than an hour:
 * whether it is registered for VAT, its rates, accounts and terms are changed in Xero, and invoices follow them.
 * Never throws for what Xero answers; gives the promise of its end.
 */
export function readDueOrganisation(services: KeepServices): Promise<void> {
  const { background, clock, db, logger } = services;
  const tenantId = background.isBusy(LANE) ? null : dueOrganisation(services);
  if (tenantId === null) return Promise.resolve();
  triedAt.set(db, clock());
  return background.run(LANE, async () => {
    try {
      await readAnew(services, tenantId, { isAsked: false });
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      logger.warn({ error }, 'The organisation could not be read from Xero again');
    }
  });
}

/** Reads the active organisation every hour while Xero is connected. Gives the function that stops this. */
export function keepOrganisation(services: KeepServices): () => void {
  const timer = setInterval(() => {
    try {
      void readDueOrganisation(services);
    } catch (error) {
      services.logger.error({ error }, 'The organisation could not be asked for');
    }
  }, MINUTE);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** Tells that Xero has ended the sign-in, once for each time. */
export const SIGN_IN_WANTED: Watch = {
  type: 'xero.sign-in',
  look: (services) => {
    const at = findConnection(services)?.endedAt;
    const state = readXeroState(services);
    if (!at || state.kind !== 'ended') return [];
    const organisation = state.tenant?.tenantName ?? null;
    return [
      {
        key: at.toISOString(),
        at,
        title: 'Xero needs a new sign-in',
        text: 'The connection to Xero has ended. Connect again in Settings, so that invoices go on.',
        path: '/settings#xero',
        data: { organisation },
      },
    ];
  },
};
