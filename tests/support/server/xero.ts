import { connectXero, type Xero, type XeroOptions } from '#app/xero/client/xero.server.ts';
import type { Draft } from '#app/xero/client/draft-calls.server.ts';
import type { XeroSession } from '#app/xero/client/calls.server.ts';
import { startXero, type OrganisationSeed, type RunningXero } from '#sandbox/xero.ts';

export const XERO_CLIENT = {
  clientId: 'test-client',
  clientSecret: 'a secret+of/no:worth%',
  redirectUri: 'http://localhost:3000/api/xero/callback',
};

export const HARBOUR: OrganisationSeed = {
  name: 'Harbour Consulting',
  tenantId: '11111111-aaaa-4bbb-8ccc-000000000001',
  shortCode: '!hArb',
  contacts: [
    { name: 'Acme Ltd', email: 'accounts@acme.example', contactNumber: 'client-1' },
    { name: 'Blue "Boat" & Sons', email: 'hello@boat.example' },
    { name: 'Closed Co', isArchived: true },
  ],
};

/** Runs a stand-in of its own, lets `work` use it, and stops it whatever happens. */
export async function withXero<Result>(
  work: (standIn: RunningXero) => Promise<Result>,
  options: Partial<Parameters<typeof startXero>[0]> = {},
): Promise<Result> {
  const standIn = await startXero({
    clients: [XERO_CLIENT],
    organisations: [HARBOUR],
    ...options,
  });
  try {
    return await work(standIn);
  } finally {
    await standIn.close();
  }
}

/** The real adapter, connected to the stand-in. */
export function reach({ origin }: RunningXero, options: Partial<XeroOptions> = {}): Xero {
  return connectXero({
    ...XERO_CLIENT,
    apiUrl: origin,
    identityUrl: origin,
    loginUrl: origin,
    clock: () => new Date(),
    ...options,
  });
}

/** Signs in; gives a session with the first organisation. */
export async function signIn(standIn: RunningXero, xero: Xero): Promise<XeroSession> {
  const { accessToken } = await xero.exchangeCode(standIn.grantCode());
  const [connection] = await xero.listConnections(accessToken);
  if (!connection) throw new Error('The stand-in has no connection.');
  return { accessToken, tenantId: connection.tenantId };
}

/** The id of the stand-in's contact of this name. */
export function contactIdOf(standIn: RunningXero, name: string): string {
  const contact = standIn.state().contacts.find((one) => one.name === name);
  if (!contact) throw new Error(`There is no contact ${name}.`);
  return contact.contactId;
}

/** A draft for one hour and a half at £60, with 20% VAT: £108.00. */
export function draft(standIn: RunningXero, reference: string): Draft {
  return {
    reference,
    contactId: contactIdOf(standIn, 'Acme Ltd'),
    date: '2026-11-01',
    dueDate: '2026-12-01',
    currencyCode: 'GBP',
    accountCode: '200',
    lineAmountTypes: 'Exclusive',
    lines: [
      {
        description: 'Development',
        quantity: '1.5',
        unitAmount: '60.00',
        taxType: 'OUTPUT2',
        lineAmountPence: 9_000,
        taxAmountPence: null,
      },
    ],
  };
}
