import { createHash } from 'node:crypto';
import type { Services } from '../../context.server.ts';
import { formatCount } from '../../lib/count.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import { type WorkLogFilters, NO_FILTERS } from '../../work-logs/list/filters.ts';
import type { Organisation } from '../ledger.ts';
import { discountField, NO_CHOICES, type InvoiceChoices } from '../lines/choices.ts';
import { contactsOf } from '../contacts/contact-links.server.ts';
import { vatQuestion } from '../contacts/contact-vat.server.ts';
import { groupLogs, type InvoiceGroup, isDescribed } from '../lines/groups.ts';
import { NO_CONNECTION } from '../messages.ts';
import { readTemplate } from '../template/template.server.ts';
import { closedClients } from '../unmatched/closed.server.ts';
import { countBillable, MOST_READ, listBillable } from './billable.server.ts';
import { prepared } from '#db/connection.server.ts';
import { discountName } from './field-names.ts';
import type { ReadChoices } from './read-choices.server.ts';
import { MOST_REWRITES } from '../../ai/batch/batches.server.ts';

type PlanServices = Pick<Services, 'db' | 'config' | 'ledger'>;

/** The invoices that would be made, and the organisation that they would go to. */
type Plan = { organisation: Organisation; groups: InvoiceGroup[] };

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
  const contacts = contactsOf(services, organisation.organisationId);
  const rules = { ...organisation, template: readTemplate(services), contacts };
  const closed = closedClients(services, organisation.organisationId);
  const groups = groupLogs(listBillable(services, filters), rules, choices).map((group) => {
    const problem = closed(group.client.id);
    if (problem !== null) return { ...group, problems: [problem] };
    const asked = vatQuestion(organisation, contacts.get(group.client.id), group.timeTaxCodes);
    return asked === null ? group : { ...group, problems: [...group.problems, asked.sentence] };
  });
  const missing = [
    accountCode === null ? 'the revenue account' : '',
    isVatRegistered && timeTaxCode === null ? 'the VAT of time' : '',
  ].filter(Boolean);
  if (missing.length === 0) return { organisation, groups };
  const problem = `Choose ${missing.join(' and ')} of ${organisation.name} in Settings first.`;
  return { organisation, groups: groups.map((group) => ({ ...group, problems: [problem] })) };
}

/**
 * The same for a page, which does not look at more than {@link MOST_READ} logs. Throws 409 with what to do where there
 * are more.
 */
export function planPage(services: PlanServices, ...plan: PlanOf): Plan {
  const logs = countBillable(services, plan[0]);
  if (logs <= MOST_READ) return planInvoices(services, ...plan);
  const [count, most] = [logs, MOST_READ].map(formatCount);
  throw conflict(
    `${count} logs can be invoiced, and Create Invoices shows ${most} at a time. Filter by client or a shorter period here, then create the invoices.`,
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
 * chose does not change it, but for the VAT of a line, whose sums must have been seen.
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
      const link = contacts.get(clientId);
      const contact = link
        ? [link.contactId, link.paymentTerms]
        : [first?.clientName, first?.clientEmail];
      const ids = logs.map(({ id }) => id);
      const dates = [first?.day.slice(0, 7), first?.invoiceDate, first?.dueIn];
      return [ids, lines, clientId, dates, contact] as const;
    })
    .sort(([[one = 0]], [[other = 0]]) => one - other);
  return createHash('sha256')
    .update(JSON.stringify([settings, contents]))
    .digest('base64url');
}

/** Amounts in pence. */
type ToInvoice = { netPence: number; vatPence: number; minutes: number };

/** With more logs to invoice than this, only the preview works out their VAT. */
const MOST_PLANNED = 2_000;

const UNBILLED = `select coalesce(sum(billable_logs), 0) as logs from work_log_totals
  where client_id = 0 and unit = 'ever' and period = '' and is_invoiced = 0`;

/**
 * What each client's invoices would come to now, by the client's id, from the same plan as the
 * preview's, so that both say the same to the penny. Null without an organisation, whose rates of VAT
 * decide, and with more logs than are worth planning for a look.
 */
export function amountsToInvoice(services: PlanServices): Map<number, ToInvoice> | null {
  const { db, ledger } = services;
  const logs = prepared<{ logs: number }>(db, UNBILLED).get()?.logs ?? 0;
  if (logs > MOST_PLANNED || ledger.activeOrganisation() === null) return null;
  const amounts = new Map<number, ToInvoice>();
  for (const { client, content, totalMinutes } of planInvoices(services, NO_FILTERS).groups) {
    const sum = amounts.get(client.id) ?? { netPence: 0, vatPence: 0, minutes: 0 };
    amounts.set(client.id, {
      netPence: sum.netPence + content.netPence,
      vatPence: sum.vatPence + content.vatPence,
      minutes: sum.minutes + totalMinutes,
    });
  }
  return amounts;
}

const DECIDED = `select distinct r.subject_id as id from rewrites r
  join rewrite_batches b on b.id = r.batch_id
  where b.subject = 'work_log' and r.decision is not null
    and r.subject_id in (select value from json_each(?))`;

/**
 * The logs whose descriptions may be rewritten, of those that go on the invoices; at most a batch. First come
 * those on whose rewrites nobody has decided yet.
 */
export function logsToRewrite(
  services: PlanServices,
  filters: WorkLogFilters,
  choices: InvoiceChoices,
): { ids: number[]; groups: InvoiceGroup[] } {
  const template = readTemplate(services);
  const { groups } = planPage(services, filters, choices);
  const ids = groups
    .filter((group) => !isLeftOut(group))
    .flatMap(({ entries }) => entries.filter(({ goes }) => goes))
    .flatMap(({ logs }) => logs)
    .filter((log) => isDescribed(log, template))
    .map(({ id }) => id);
  const rows = prepared<{ id: number }>(services.db, DECIDED).all(JSON.stringify(ids));
  const decided = new Set(rows.map(({ id }) => id));
  const first = [...ids.filter((id) => !decided.has(id)), ...ids.filter((id) => decided.has(id))];
  return { ids: first.slice(0, MOST_REWRITES), groups };
}

/** Notes at its field why a discount cannot be given, so that nothing is made before that is put right. */
export function noteDiscounts(
  services: PlanServices,
  filters: WorkLogFilters,
  { choices, issues }: ReadChoices,
  shown: string | null,
): void {
  if (![...choices.invoices.values()].some(({ discount }) => discount !== null)) return;
  for (const group of planPage(services, filters, choices, shown).groups) {
    const problem = isLeftOut(group) ? null : group.discountProblem;
    if (problem !== null) issues.set(discountName(group.key), problem);
  }
}

/**
 * The choices of a call of the API with a discount on the one invoice that these filters give. Throws 400, at
 * `discount`, where it cannot be read or given, or where they give several.
 */
export function chooseDiscount(
  services: PlanServices,
  filters: WorkLogFilters,
  text: string | null,
): InvoiceChoices {
  const refuse = (why: string) => invalid('discount', `${why} No invoices were created.`);
  const { data: discount, error } = discountField.safeParse(text);
  if (error) throw refuse(error.issues[0]?.message ?? '');
  const [group, ...others] = discount ? planInvoices(services, filters).groups : [];
  if (!discount || !group) return NO_CHOICES;
  if (others.length > 0) {
    const count = others.length + 1;
    throw refuse(`A discount is for one invoice, and these filters give ${count}. Narrow them.`);
  }
  const choice = { isLeftOut: false, day: null, dueDay: null, poNumber: undefined, discount };
  const invoices = new Map([[group.key, { ...choice, keptPer: undefined }]]);
  const choices = { ...NO_CHOICES, invoices };
  const problem = planInvoices(services, filters, choices).groups[0]?.discountProblem;
  if (problem) throw refuse(problem);
  return choices;
}
