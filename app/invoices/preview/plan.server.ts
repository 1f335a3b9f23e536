import { createHash } from 'node:crypto';
import type { Services } from '../../context.server.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import type { Organisation } from '../ledger.ts';
import { groupLogs, type InvoiceGroup } from '../lines/groups.ts';
import { NO_CONNECTION } from '../messages.ts';
import { readTemplate } from '../template/template.server.ts';
import { listBillable } from './billable.server.ts';

type PlanServices = Pick<Services, 'db' | 'config' | 'ledger'>;

/** The invoices that would be made, and the organisation that they would go to. */
export type Plan = { organisation: Organisation; groups: InvoiceGroup[] };

/**
 * The invoices that would be made now, including those with problems. Throws 409 when no
 * organisation is active.
 */
export function planInvoices(services: PlanServices, filters: WorkLogFilters): Plan {
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) throw conflict(NO_CONNECTION);
  const { isVatRegistered, accountCode, timeTaxCode } = organisation;
  const rules = { ...organisation, template: readTemplate(services) };
  const groups = groupLogs(listBillable(services, filters), rules);
  const missing = [
    accountCode === null ? 'the revenue account' : '',
    isVatRegistered && timeTaxCode === null ? 'the VAT of time' : '',
  ].filter(Boolean);
  if (missing.length === 0) return { organisation, groups };
  const problem = `Choose ${missing.join(' and ')} of ${organisation.name} in Settings first.`;
  return { organisation, groups: groups.map((group) => ({ ...group, problems: [problem] })) };
}

/** A hash of what a plan would do: its organisation, logs, lines and totals. */
export function fingerprintOfPlan({ organisation, groups }: Plan): string {
  const contents = groups.map(({ logIds, content }) => [logIds, content.lines, content.totalPence]);
  return createHash('sha256')
    .update(JSON.stringify([organisation.organisationId, contents]))
    .digest('base64url');
}
