import { eq } from 'drizzle-orm';
import { xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { activeOrganisation, type ConnectedOrganisation } from './organisation.server.ts';
import { listTenants, type Tenant } from './organisations.server.ts';
import { findConnection, openTokens } from './tokens.server.ts';

type Store = Pick<Services, 'db' | 'appSecret' | 'xero'>;

/** How it stands with Xero, for the Settings screen. It holds no token. */
export type XeroState =
  | { kind: 'not-configured' }
  | { kind: 'not-connected' }
  /** The sign-in has ended in Xero, or cannot be opened; `organisation` is the one that was active. */
  | { kind: 'ended'; tenant: Tenant | null }
  | { kind: 'select-organisation'; tenants: Tenant[]; connectedAt: Date }
  | {
      kind: 'connected';
      organisation: ConnectedOrganisation;
      tenants: Tenant[];
      connectedAt: Date;
    };

/** How it stands with Xero, as far as it is known here; Xero is not asked. */
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
};

/** The same for the API. Connected: invoices can go to the active organisation. */
export function toConnectionView(state: XeroState): ConnectionView {
  const isAuthorised = state.kind === 'connected' || state.kind === 'select-organisation';
  const organisation = state.kind === 'connected' ? state.organisation : null;
  return {
    connected: state.kind === 'connected',
    authorized: isAuthorised,
    requiresTenantSelection: state.kind === 'select-organisation',
    tenantId: organisation?.tenantId ?? null,
    tenantName: organisation?.name ?? null,
    connectedAt: isAuthorised ? state.connectedAt.toISOString() : null,
  };
}
