import { listClientNames } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import { listWorkTypeNames } from '../../work-types/work-types.server.ts';
import type { LeftOut } from './billable.server.ts';

/** Every filter that applies, in words. */
export function describeFilters(services: Pick<Services, 'db'>, filters: WorkLogFilters): string {
  const { clientId, workTypeId, isInvoiced, billable, person, startDate, endDate, q } = filters;
  const client = listClientNames(services).find(({ id }) => id === clientId);
  const workType = listWorkTypeNames(services).find(({ id }) => id === workTypeId);
  const logger = listUsers(services).find(({ id }) => id === person);
  const parts = [
    clientId === null ? 'All clients' : (client?.name ?? `client ${clientId}`),
    workTypeId === null ? '' : (workType?.name ?? `work type ${workTypeId}`),
    isInvoiced === null ? '' : isInvoiced ? 'invoiced' : 'pending',
    billable === null ? '' : billable ? 'billable' : 'not billable',
    person === null ? '' : `logged by ${logger ? displayName(logger) : `person ${person}`}`,
    startDate === null ? '' : `from ${startDate}`,
    endDate === null ? '' : `to ${endDate}`,
    q === null ? '' : `description with “${q}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What of the filtered logs goes on no invoice, in words. */
export function describeLeftOut(leftOut: LeftOut): string[] {
  const logs = (count: number) => (count === 1 ? '1 log' : `${count} logs`);
  return [
    leftOut.notBillable > 0 ? `${logs(leftOut.notBillable)} not billable` : '',
    leftOut.beingInvoiced > 0
      ? `${logs(leftOut.beingInvoiced)} on an invoice that is being made`
      : '',
  ].filter(Boolean);
}
