import type { Services } from '../../context.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import { getWorkType } from '../../work-types/work-types.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import type { NamedWorkLog, WorkLogInput } from '../work-logs.ts';
import { findWorkLog, logWork, type WorkLogServices } from '../work-logs.server.ts';
import { describeWorth, rateOfNewLog, type NamedRate } from './named-rates.ts';

/** A log that a form made, and the toast about it. */
export type LoggedAndSaid = { id: number; toast: ToastMessage };

/** What a form that logs work leaves, for `submit`. */
export const leavesLog = (services: Pick<Services, 'db'>) => ({
  ids: ({ id }: LoggedAndSaid) => [id],
  isThere: (id: number) => findWorkLog(services, id) !== null,
});

/**
 * Logs work (`logWork`, and throws what it throws), and says what was understood and charged: the
 * toast after a form, in which nothing else says so without scripts.
 */
export function logAndSay(
  services: WorkLogServices,
  input: WorkLogInput,
  say: (log: NamedWorkLog) => string,
): LoggedAndSaid {
  const log = logWork(services, input);
  const text = say(log);
  if (log.isHardware) return { id: log.id, toast: { text } };
  const rate = rateOfLogged(services, input);
  const worth = describeWorth(log.duration, rate, log.billable);
  return { id: log.id, toast: { title: text, text: worth } };
}

function rateOfLogged(services: Pick<Services, 'db'>, input: WorkLogInput): NamedRate {
  const client = getClient(services, input.clientId);
  return rateOfNewLog(input, client, getWorkType(services, input.workTypeId));
}
