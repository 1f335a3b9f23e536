import { afterEach, beforeEach } from 'vitest';
import { startXero, type OrganisationSeed, type RunningXero } from '#sandbox/xero.ts';
import { XERO_CLIENT } from './xero.ts';

/** A stand-in for Xero for each test of a file; to be called before `useServer`. */
export function useXero(organisations: () => OrganisationSeed[]): () => RunningXero {
  let xero: RunningXero | null = null;

  beforeEach(async () => {
    xero = await startXero({ clients: [XERO_CLIENT], organisations: organisations() });
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
