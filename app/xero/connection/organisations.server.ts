import { eq, isNotNull, notInArray } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { xeroConnections, xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, only, versionOfValues } from '../../http/form/made-from.server.ts';
import { conflict, invalid, notFound } from '../../lib/errors.ts';
import { inTurn } from '../../platform/turns.server.ts';
import {
  activeOrganisation,
  findOrganisation,
  withXero,
  type ConnectedOrganisation,
  type XeroServices,
} from './organisation.server.ts';
import type { XeroConnection } from '../client/identity.server.ts';
import { chooseAccount, chooseTimeTaxCode, stillThere } from './choices.ts';
import { NOT_CONNECTED, requireAccess, withToken } from './tokens.server.ts';

/** An organisation that Xero lets the product into. */
export type Tenant = { tenantId: string; tenantName: string };

/** The organisations that Xero lets the product into, as they were last listed, by name. */
export function listTenants({ db }: Pick<Services, 'db'>): Tenant[] {
  return db
    .select({ tenantId: xeroOrganisations.tenantId, tenantName: xeroOrganisations.name })
    .from(xeroOrganisations)
    .where(isNotNull(xeroOrganisations.connectionId))
    .orderBy(xeroOrganisations.name, xeroOrganisations.tenantId)
    .all();
}

/**
 * Reads the list of organisations from Xero and stores it. An active organisation that is no longer
 * in the list stops being active. Throws LedgerError, 'not-connected' without a connection.
 */
export async function refreshTenants(services: XeroServices): Promise<Tenant[]> {
  const { adapter } = requireAccess(services);
  const connections = await withToken(services, (token) => adapter.listConnections(token));
  keepConnections(services, connections);
  return listTenants(services);
}

function keepConnections({ db, clock }: XeroServices, connections: XeroConnection[]): void {
  const updatedAt = clock();
  const tenantIds = connections.map(({ tenantId }) => tenantId);
  write(db, () => {
    db.update(xeroOrganisations)
      .set({ connectionId: null, updatedAt })
      .where(notInArray(xeroOrganisations.tenantId, tenantIds))
      .run();
    for (const { connectionId, tenantId, tenantName: name } of connections) {
      const values = { connectionId, name, updatedAt };
      db.insert(xeroOrganisations)
        .values({ tenantId, ...values })
        .onConflictDoUpdate({ target: xeroOrganisations.tenantId, set: values })
        .run();
    }
    db.update(xeroConnections)
      .set({ tenantId: null, updatedAt })
      .where(notInArray(xeroConnections.tenantId, tenantIds))
      .run();
  });
}

/**
 * Makes an organisation the active one, after reading from Xero all that its invoices need; until
 * then nothing changes. One after the other, so that the one that was asked for last stays. Throws LedgerError, 404 for an organisation that Xero does not let the
 * product into, and 409 when Xero was disconnected meanwhile.
 */
export function activate(services: XeroServices, tenantId: string): Promise<ConnectedOrganisation> {
  const isKnown = (tenants: Tenant[]) => tenants.some((one) => one.tenantId === tenantId);
  return inTurn(services.db, ['xero.organisation'], async () => {
    if (!isKnown(listTenants(services)) && !isKnown(await refreshTenants(services))) {
      throw notFound('This organisation');
    }
    const organisation = await readAnew(services, tenantId);
    const { changes } = write(services.db, () =>
      services.db.update(xeroConnections).set({ tenantId, updatedAt: services.clock() }).run(),
    );
    if (changes === 0) throw conflict(NOT_CONNECTED);
    return organisation;
  });
}

/**
 * Reads an organisation, its tax rates and its revenue accounts from Xero and stores them. Keeps
 * what was chosen where it still exists, else chooses the usual; where nobody asked for it, and would see
 * that, a person has to choose. Throws LedgerError.
 */
export async function readAnew(
  services: XeroServices,
  tenantId: string,
  { isAsked = true }: { isAsked?: boolean } = {},
): Promise<ConnectedOrganisation> {
  const [read, taxRates, accounts] = await withXero(services, tenantId, (xero, session) =>
    Promise.all([
      xero.readOrganisation(session),
      xero.listTaxRates(session),
      xero.listRevenueAccounts(session),
    ]),
  );
  const { db, clock } = services;
  return write(db, () => {
    const chosen = db
      .select()
      .from(xeroOrganisations)
      .where(eq(xeroOrganisations.tenantId, tenantId))
      .get();
    const now = clock();
    const [account, timeTaxCode] = isAsked
      ? [chooseAccount, chooseTimeTaxCode]
      : [stillThere, stillThere];
    const values = {
      name: read.name,
      shortCode: read.shortCode,
      currency: read.baseCurrency,
      isVatRegistered: read.isVatRegistered,
      taxRates: JSON.stringify(taxRates),
      accounts: JSON.stringify(accounts),
      paymentTerms: JSON.stringify(read.salesPaymentTerms),
      accountCode: account(accounts, chosen?.accountCode ?? null),
      timeTaxCode: read.isVatRegistered ? timeTaxCode(taxRates, chosen?.timeTaxCode ?? null) : null,
      readAt: now,
      updatedAt: now,
    };
    db.insert(xeroOrganisations)
      .values({ tenantId, ...values })
      .onConflictDoUpdate({ target: xeroOrganisations.tenantId, set: values })
      .run();
    const organisation = findOrganisation({ db }, tenantId);
    if (organisation === null) throw notFound('This organisation');
    return organisation;
  });
}

/** Reads the list of organisations and the data of the active one from Xero. Throws LedgerError. */
export async function refreshAll(services: XeroServices): Promise<void> {
  await refreshTenants(services);
  const active = activeOrganisation(services);
  if (active !== null) await readAnew(services, active.tenantId);
}

/** What the form of an organisation's choices is made from. */
export function choicesMadeFrom({ accountCode, timeTaxCode }: ConnectedOrganisation) {
  const values = { accountCode: accountCode ?? '', timeTaxCode: timeTaxCode ?? '' };
  return { version: versionOfValues(values), values };
}

/** An account or a VAT rate, as a sentence names it. */
export function sayChoice(
  { accounts, taxRates }: Pick<ConnectedOrganisation, 'accounts' | 'taxRates'>,
  code: string,
): string {
  const account = accounts.find((one) => one.code === code);
  if (account) return `${code} ${account.name}`;
  return taxRates.find((one) => one.code === code)?.name ?? code;
}

/**
 * Stores the account of invoice lines and the VAT of time, where the form changed them. Throws 400 for
 * a choice that the organisation does not have, 409 when it is no longer the active one, and
 * `EditConflict` when another window changed the same one.
 */
export function saveChoices(
  services: Pick<Services, 'db' | 'clock'>,
  form: PostedForm<unknown>,
  choices: { tenantId: string; accountCode: string; timeTaxCode: string | null },
): void {
  const { tenantId } = choices;
  write(services.db, () => {
    const organisation = activeOrganisation(services);
    if (organisation === null) throw conflict(NOT_CONNECTED);
    if (organisation.tenantId !== tenantId) {
      throw conflict('Another organisation is active now. No changes were made.');
    }
    const { changed } = mergeEdit(form, {
      ...choicesMadeFrom(organisation),
      say: (_, code) => sayChoice(organisation, code),
    });
    const { accountCode, timeTaxCode } = { ...organisation, ...only(choices, changed) };
    if (!organisation.accounts.some(({ code }) => code === accountCode)) {
      throw invalid('accountCode', 'Choose one of the revenue accounts.');
    }
    const { isVatRegistered, taxRates } = organisation;
    if (isVatRegistered && !taxRates.some(({ code }) => code === timeTaxCode)) {
      throw invalid('timeTaxCode', 'Choose one of the VAT rates.');
    }
    services.db
      .update(xeroOrganisations)
      .set({
        accountCode,
        timeTaxCode: isVatRegistered ? timeTaxCode : null,
        updatedAt: services.clock(),
      })
      .where(eq(xeroOrganisations.tenantId, tenantId))
      .run();
  });
}
