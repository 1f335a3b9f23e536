import type { Client, WorkType } from '#db/schema.ts';
import { splitsVat } from '#db/split-vat.server.ts';
import type { Services } from '../../context.server.ts';
import { listActiveClients } from '../../clients/clients.server.ts';
import { listLastUsed } from '../again/repeat.server.ts';
import { toDecimalString } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import { isOnSite } from '../../work-types/work-types.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';

/** The clients and work types that a form for logging work offers. Rates are in pence an hour. */
export type WorkLogOptions = ReturnType<typeof loadWorkLogOptions>;

function toClientOption(client: Client) {
  const { id, name, standardRatePence, premiumRatePence, discountedRatePence } = client;
  return { id, name, standardRatePence, premiumRatePence, discountedRatePence };
}

function toWorkTypeOption(workType: WorkType) {
  const { id, name, hourlyRatePence, isHardware } = workType;
  return {
    id,
    name,
    hourlyRatePence,
    isHardware,
    label: isHardware ? name : `${apart(name)} (£${toDecimalString(hourlyRatePence)}/hr)`,
    isOnSite: !isHardware && isOnSite(name),
  };
}

/** The active clients and work types, as options of a form. */
export function loadWorkLogOptions(services: Pick<Services, 'db'>) {
  return {
    clients: listActiveClients(services).map(toClientOption),
    workTypes: listWorkTypes(services).map(toWorkTypeOption),
    /** What was used last, to be offered first: ids, newest first. */
    lastUsed: listLastUsed(services),
    /** Whether hardware has VAT in the active organisation. */
    hasVat: splitsVat(services.db),
  };
}

/** The options with only the work types of one kind: an existing log stays time or hardware. */
export function ofKind(
  options: WorkLogOptions,
  { isHardware }: { isHardware: boolean },
): WorkLogOptions {
  const workTypes = options.workTypes.filter((workType) => workType.isHardware === isHardware);
  return { ...options, workTypes };
}

/** The options with the client and work type that an entry already has, retired or not. */
export function withCurrent(
  options: WorkLogOptions,
  client: Client | null,
  workType: WorkType | null,
): WorkLogOptions {
  const lacks = (offered: { id: number }[], one: { id: number } | null) =>
    one !== null && !offered.some(({ id }) => id === one.id);
  return {
    ...options,
    clients:
      client && lacks(options.clients, client)
        ? [toClientOption(client), ...options.clients]
        : options.clients,
    workTypes:
      workType && lacks(options.workTypes, workType)
        ? [toWorkTypeOption(workType), ...options.workTypes]
        : options.workTypes,
  };
}
