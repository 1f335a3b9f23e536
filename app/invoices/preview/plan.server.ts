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

/** What would be invoiced, and where it would go. */
export type Plan = { organisation: Organisation; groups: InvoiceGroup[] };

/** What would be invoiced now, whole and with problems. Throws 409 without an organisation. */
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

/** What tells one plan from another: where it goes, which logs, and what they come to. */
export function fingerprintOfPlan({ organisation, groups }: Plan): string {
  const said = groups.map(({ logIds, content }) => [logIds, content.lines, content.totalPence]);
  return createHash('sha256')
    .update(JSON.stringify([organisation.organisationId, said]))
    .digest('base64url');
}
