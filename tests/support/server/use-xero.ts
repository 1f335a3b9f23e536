import { afterEach, beforeEach } from 'vitest';
import { startXero, type OrganisationSeed, type RunningXero } from '#sandbox/xero.ts';
import { freePort } from './free-port.ts';

const CLIENT = { clientId: 'test-client', clientSecret: 'a secret+of/no:worth%' };

/** Registered for VAT, with an account 200. */
export const HARBOUR: OrganisationSeed = {
  name: 'Harbour Consulting',
  tenantId: '11111111-aaaa-4bbb-8ccc-000000000001',
  shortCode: '!hArb',
  salesPaymentTerms: { Day: 14, Type: 'DAYSAFTERBILLDATE' },
};

/** Not registered for VAT. */
export const QUAY: OrganisationSeed = {
  name: 'Quay Side Projects',
  tenantId: '22222222-aaaa-4bbb-8ccc-000000000002',
  shortCode: '!qUay',
  isVatRegistered: false,
};

export type UsedXero = RunningXero & {
  /** The environment of a server that uses it, with a fixed port, as Xero knows the redirect URI. */
  environment: Record<string, string>;
};

/** A stand-in for Xero for each test of a file; to be called before `useServer`. */
export function useXero(
  organisations: () => OrganisationSeed[] = () => [HARBOUR, QUAY],
): () => UsedXero {
  let xero: UsedXero | null = null;

  beforeEach(async () => {
    const port = await freePort();
    const redirectUri = `http://localhost:${port}/api/xero/callback`;
    const running = await startXero({
      clients: [{ ...CLIENT, redirectUri }],
      organisations: organisations(),
    });
    const environment = {
      PORT: String(port),
      XERO_CLIENT_ID: CLIENT.clientId,
      XERO_CLIENT_SECRET: CLIENT.clientSecret,
      XERO_API_URL: running.origin,
      XERO_IDENTITY_URL: running.origin,
      XERO_LOGIN_URL: running.origin,
    };
    xero = { ...running, environment };
  });

  afterEach(async () => {
    await xero?.close();
    xero = null;
  });

  return () => {
    if (!xero) throw new Error('The stand-in is not started yet');
    return xero;
  };
}
