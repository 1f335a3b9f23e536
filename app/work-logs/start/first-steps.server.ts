import { workLogs } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { listActiveClients } from '../../clients/clients.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatPounds, toDecimalString } from '../../lib/money.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';
import { rateForNewLog } from '../rates/rates.ts';

/** With as many logs as this, nobody is at the start any more. */
const FEW = 10;

/** What somebody still has to do on a new installation; null once they are at work. */
export type FirstSteps = NonNullable<ReturnType<typeof loadFirstSteps>>;

/** The three things to start with, and whether Xero is still to be connected. */
export function loadFirstSteps(services: Pick<Services, 'db' | 'ledger'>) {
  const { db, ledger } = services;
  const logs = db.select({ id: workLogs.id }).from(workLogs).limit(FEW).all().length;
  if (logs === FEW) return null;
  const canConnect = ledger.isSetUp && !ledger.isConnected();
  if (logs > 0) return canConnect ? { kind: 'connect' as const } : null;
  const [client] = listActiveClients(services);
  const workType = listWorkTypes(services).find(({ isHardware }) => !isHardware);
  return {
    kind: 'begin' as const,
    client: client && { id: client.id, name: client.name },
    workType: workType && { id: workType.id, name: workType.name },
    rate: client ? toDecimalString(client.standardRatePence) : '60.00',
    hasXero: ledger.isConnected() && ledger.activeOrganisation() !== null,
    hint: client && workType && sayHow(rateForNewLog(client, workType)),
    oneTimeKey: newOneTimeKey(),
  };
}

const sayHow = (ratePence: number) => `Such as 1.5 or 1h 30m, at ${formatPounds(ratePence)}/hr`;
