import { readAiKey } from '../../ai/settings/ai-settings.server.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { formatHours } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { newOneTimeKey } from '../../http/one-time-keys.server.ts';
import { MOST_REWRITES } from '../../ai/batch/batches.server.ts';
import { filterSearch } from '../../work-logs/list/address.ts';
import { readFilters, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import { listWorkTypeNames } from '../../work-types/work-types.server.ts';
import { countLeftOut } from './billable.server.ts';
import { fingerprintOfPlan, planInvoices } from './plan.server.ts';
import { contactOf } from '../contacts/contact-links.server.ts';
import type { InvoiceGroup } from '../lines/groups.ts';
import { formatMonth } from '../list/month.ts';

type PreviewServices = Pick<Services, 'db' | 'config' | 'appSecret' | 'ledger'>;

/** The data of the preview, as text. */
export type Preview = ReturnType<typeof loadPreview>;

/**
 * The preview for the filters in an address. Throws 400 for a wrong filter, and 409 when no
 * organisation is active.
 */
export function loadPreview(services: PreviewServices, url: URL) {
  const { filters, issues } = readFilters(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  const plan = planInvoices(services, filters);
  const { organisation, groups } = plan;
  const ready = groups.filter(({ problems }) => problems.length === 0);
  const total = ready.reduce((sum, { content }) => sum + content.totalPence, 0);
  const vat = ready.reduce((sum, { content }) => sum + content.vatPence, 0);
  const stopped = groups.filter(({ problems }) => problems.length > 0);
  const stoppedNet = stopped.reduce((sum, { content }) => sum + content.netPence, 0);
  const described = groups.flatMap((group) => group.described).filter((id) => id !== null);
  const isAllSelected = url.searchParams.get('select') === 'all';
  const selected = new Set(isAllSelected ? described.slice(0, MOST_REWRITES) : []);
  const search = filterSearch(url.searchParams).toString();
  return {
    organisation: organisation.name,
    filters: describeFilters(services, filters),
    groups: groups.map((group) =>
      toGroupView(services, organisation.organisationId, group, selected),
    ),
    count: ready.length,
    total: formatPounds(total),
    amounts: `${formatPounds(total - vat)} net + ${formatPounds(vat)} VAT = ${formatPounds(total)}.`,
    stopped:
      stopped.length === 0
        ? null
        : `${formatPounds(stoppedNet)} net of what cannot be invoiced yet is not in it.`,
    leftOut: describeLeftOut(countLeftOut(services, filters)),
    fingerprint: fingerprintOfPlan(plan),
    oneTimeKey: newOneTimeKey(),
    search,
    rewrite: {
      isConfigured: readAiKey(services) !== null,
      /** How many lines show a log's description. */
      count: described.length,
      most: MOST_REWRITES,
      /** From `?select=all`, which selects the lines when there are no scripts. */
      isAllSelected,
    },
  };
}

function toGroupView(
  services: PreviewServices,
  organisationId: string,
  group: InvoiceGroup,
  selected: Set<number>,
) {
  const { client, content } = group;
  return {
    key: `${client.id} ${group.month}`,
    client: client.name,
    month: formatMonth(group.month),
    contact: contactOf(services, organisationId, client.id)?.contactName ?? null,
    logs: group.logIds.length === 1 ? '1 log' : `${group.logIds.length} logs`,
    hours: formatHours(group.totalMinutes),
    lines: content.lines.map((line, index) => ({
      key: index,
      logId: group.described[index] ?? null,
      isSelected: selected.has(group.described[index] ?? 0),
      description: line.description,
      quantity: line.quantity,
      unitPrice: `£${line.unitPrice}`,
      amount: formatPounds(line.netPence),
      vat: formatPounds(line.vatPence),
    })),
    subTotal: formatPounds(content.netPence),
    vat: formatPounds(content.vatPence),
    total: formatPounds(content.totalPence),
    problems: group.problems,
  };
}

/** Every filter that applies, in words. */
function describeFilters(services: PreviewServices, filters: WorkLogFilters): string {
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

function describeLeftOut(leftOut: ReturnType<typeof countLeftOut>): string[] {
  const logs = (count: number) => (count === 1 ? '1 log' : `${count} logs`);
  return [
    leftOut.notBillable > 0 ? `${logs(leftOut.notBillable)} not billable` : '',
    leftOut.beingInvoiced > 0
      ? `${logs(leftOut.beingInvoiced)} on an invoice that is being made`
      : '',
  ].filter(Boolean);
}
