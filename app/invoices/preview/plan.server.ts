import { createHash } from 'node:crypto';
import type { Services } from '../../context.server.ts';
import { formatCount } from '../../lib/count.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import type { Organisation } from '../ledger.ts';
import { NO_CHOICES, type InvoiceChoices } from '../lines/choices.ts';
import { contactsOf } from '../contacts/contact-links.server.ts';
import { groupLogs, type InvoiceGroup } from '../lines/groups.ts';
import { NO_CONNECTION } from '../messages.ts';
import { readTemplate } from '../template/template.server.ts';
import { closedClients } from '../unmatched/closed.server.ts';
import { countBillable, listBillable } from './billable.server.ts';

type PlanServices = Pick<Services, 'db' | 'config' | 'ledger'>;

/** The invoices that would be made, and the organisation that they would go to. */
export type Plan = { organisation: Organisation; groups: InvoiceGroup[] };

/**
 * The invoices that would be made now, including those with problems and those that are left out. Where no organisation
 * is active any more, those of the one that was `shown`, if it is known. Throws 409 when there is none.
 */
export function planInvoices(
  services: PlanServices,
  filters: WorkLogFilters,
  choices: InvoiceChoices = NO_CHOICES,
  shown: string | null = null,
): Plan {
  const { ledger } = services;
  const known = () => (shown === null ? null : ledger.findOrganisation(shown));
  const organisation = ledger.activeOrganisation() ?? known();
  if (!organisation) throw conflict(NO_CONNECTION);
  const { isVatRegistered, accountCode, timeTaxCode } = organisation;
  const rules = { ...organisation, template: readTemplate(services) };
  const closed = closedClients(services, organisation.organisationId);
  const groups = groupLogs(listBillable(services, filters), rules, choices).map((group) => {
    const problem = closed(group.client.id);
    return problem === null ? group : { ...group, problems: [problem] };
  });
  const missing = [
    accountCode === null ? 'the revenue account' : '',
    isVatRegistered && timeTaxCode === null ? 'the VAT of time' : '',
  ].filter(Boolean);
  if (missing.length === 0) return { organisation, groups };
  const problem = `Choose ${missing.join(' and ')} of ${organisation.name} in Settings first.`;
  return { organisation, groups: groups.map((group) => ({ ...group, problems: [problem] })) };
}

/** More logs than a page looks at: so many hold others up for a fifth of a second. */
export const MOST_LOGS = 4_000;

/**
 * The same for a page, which does not look at more than {@link MOST_LOGS} logs. Throws 409 with what to do where there
 * are more.
 */
export function planPage(services: PlanServices, ...plan: PlanOf): Plan {
  const logs = countBillable(services, plan[0]);
  if (logs <= MOST_LOGS) return planInvoices(services, ...plan);
  const [count, most] = [logs, MOST_LOGS].map(formatCount);
  throw conflict(
    `${count} logs can be invoiced, and Create Invoices shows ${most} at a time. Choose a client or a shorter period in the filters here, then create the invoices of that.`,
  );
}

type PlanOf = [filters: WorkLogFilters, choices?: InvoiceChoices, shown?: string | null];

/** Whether an invoice would be made: something goes on it, and nothing stands against it. */
export function isReady({ choice, logIds, problems }: InvoiceGroup): boolean {
  return !isLeftOut({ choice, logIds }) && problems.length === 0;
}

/** Whether a person left out an invoice, or all that could go on it. */
export function isLeftOut({ choice, logIds }: Pick<InvoiceGroup, 'choice' | 'logIds'>): boolean {
  return choice?.isLeftOut === true || logIds.length === 0;
}

/**
 * A hash of what could be invoiced, to whom and due when: the organisation with its settings, the logs and
 * their lines, the client, and the linked contact (without one, what the contact is found by). What a person
 * chose does not change it.
 */
export function fingerprintOfPlan(
  services: Pick<Services, 'db'>,
  { organisation, groups }: Plan,
): string {
  const { organisationId, isVatRegistered, currency, paymentTerms, accountCode } = organisation;
  const settings = [organisationId, isVatRegistered, currency, paymentTerms, accountCode];
  const contacts = contactsOf(services, organisationId);
  const entries = groups.flatMap((group) => group.entries);
  const contents = entries
    .map(({ logs, lines }) => {
      const [first] = logs;
      const clientId = first?.clientId ?? 0;
      const contact = contacts.get(clientId)?.contactId ?? [first?.clientName, first?.clientEmail];
      const ids = logs.map(({ id }) => id);
      return [ids, lines, clientId, first?.day.slice(0, 7), contact] as const;
    })
    .sort(([[one = 0]], [[other = 0]]) => one - other);
  return createHash('sha256')
    .update(JSON.stringify([settings, contents]))
    .digest('base64url');
}
