import { eq } from 'drizzle-orm';
import { xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { activeOrganisation, type ConnectedOrganisation } from './organisation.server.ts';
import { listTenants, type Tenant } from './organisations.server.ts';
import { findConnection, openTokens } from './tokens.server.ts';

type Store = Pick<Services, 'db' | 'appSecret' | 'xero'>;

/** The state of the connection to Xero, without any token. */
export type XeroState =
  | { kind: 'not-configured' }
  | { kind: 'not-connected' }
  /** The connection has ended in Xero, or its tokens cannot be opened; `tenant` was active. */
  | { kind: 'ended'; tenant: Tenant | null }
  | { kind: 'select-organisation'; tenants: Tenant[]; connectedAt: Date }
  | {
      kind: 'connected';
      organisation: ConnectedOrganisation;
      tenants: Tenant[];
      connectedAt: Date;
    };

/** The state of the connection to Xero as it is stored here; Xero is not asked. */
export function readXeroState(services: Store): XeroState {
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
    ? { kind: 'select-organisation', tenants, connectedAt }
    : { kind: 'connected', organisation, tenants, connectedAt };
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

/** The connection as the API answers it (docs/specification.md, "Xero connection"). */
export type ConnectionView = {
  connected: boolean;
  authorized: boolean;
  requiresTenantSelection: boolean;
  tenantId: string | null;
  tenantName: string | null;
  connectedAt: string | null;
  /** Whether what Xero has from here is not known here whole, as after the restore of a backup. */
  restored: boolean;
};

/** The state of the connection for the API. `connected` means that invoices can be created. */
export function toConnectionView(state: XeroState, restored: boolean): ConnectionView {
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
