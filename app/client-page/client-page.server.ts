import { prepared } from '#db/connection.server.ts';
import type { Client, Job } from '#db/schema.ts';
import { waitSince } from '../dashboard/ready-to-invoice.server.ts';
import type { Services } from '../context.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { NO_INVOICE_FILTERS } from '../invoices/list/invoice-filters.ts';
import { toInvoiceRow } from '../invoices/list/invoices-screen.server.ts';
import { listInvoices, sumInvoices } from '../invoices/list/made-invoices.server.ts';
import { sayLeftOut } from '../invoices/list/status.ts';
import { amountsToInvoice } from '../invoices/preview/plan.server.ts';
import { amountsBeingMade, ON_NO_INVOICE } from '../invoices/preview/billable.server.ts';
import { dayOf, formatBritishDay } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { formatPounds } from '../lib/money.ts';
import { listJobs } from '../jobs/jobs.server.ts';
import { listedOf } from '../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';
import { periodBefore, sayPeriod, taxYearOf, type Days } from '../reports/periods.ts';
import { makeReport, totalOfScope } from '../reports/report.server.ts';
import { effectiveRate, NO_SUMS, type ReportScope } from '../reports/reports.ts';
import { NO_FILTERS } from '../work-logs/list/filters.ts';
import { listWorkLogs } from '../work-logs/list/list.server.ts';
import { inQuotes } from '../work-logs/line/line-names.ts';
import { offerRepricing } from '../work-logs/many/reprice.server.ts';
import { sayMeasure, type NamedWorkLog } from '../work-logs/work-logs.ts';
import { BILLING_CHOICES, sayBilling, unusualBilling } from '../clients/billing.ts';
import { sayVat, vatCode } from '../clients/vat.ts';
import { getClient, listContactNames } from '../clients/clients.server.ts';

type PageServices = Pick<Services, 'db' | 'clock' | 'config' | 'ledger'>;

const LOGS_SHOWN = 10;
const INVOICES_SHOWN = 5;

/** Everything a client's page shows, as text. */
export type ClientPageData = ReturnType<typeof loadClientPage>;

/** A client's page. Throws 404. */
export function loadClientPage(services: PageServices, id: number) {
  const client = getClient(services, id);
  const { timeZone } = services.config;
  const today = dayOf(services.clock(), timeZone);
  const contacts = listContactNames(services);
  const rowServices = { ledger: services.ledger, today };
  const logs = listWorkLogs(services, { ...NO_FILTERS, clientId: id }, { limit: LOGS_SHOWN });
  const invoices = listInvoices(
    services,
    { ...NO_INVOICE_FILTERS, clientId: id },
    { limit: INVOICES_SHOWN },
  );
  return {
    id,
    name: client.name,
    isActive: client.isActive,
    email: client.email,
    contactPerson: client.contactPerson,
    notes: client.notes,
    rates: toRates(client),
    billing: toBilling(services, client),
    xero: contacts === null ? null : { contact: contacts.get(id) ?? null },
    repricing: offerRepricing(services, { clientId: id }),
    figures: [toUnbilled(services, id, today), ...toTaxYears(services, id, today)],
    jobs: toJobs(services, id),
    logs: { rows: logs.logs.map(toLogRow), hasMore: logs.hasMore },
    invoices: {
      rows: invoices.rows.map((invoice) => toInvoiceRow(invoice, rowServices)),
      hasMore: invoices.hasMore,
    },
    lineStart: `${inQuotes(client.name)} `,
    oneTimeKey: newOneTimeKey(),
    repeatKey: newOneTimeKey(),
  };
}

function toJobs(services: Pick<Services, 'db'>, clientId: number) {
  const jobs = listJobs(services, clientId);
  if (jobs.length === 0) return [];
  const { rows } = makeReport(services, { ...scopeOf(clientId, {}), by: 'job', sort: null });
  return jobs.map((job) => {
    const { minutes, netPence } = rows.find(({ key }) => key === String(job.id)) ?? NO_SUMS;
    return {
      id: job.id,
      name: job.name,
      isOpen: job.isOpen,
      details: [
        job.poNumber === null ? null : `PO number ${job.poNumber}`,
        job.hourlyRatePence ? `${formatPounds(job.hourlyRatePence)}/hr` : null,
      ]
        .filter((text) => text !== null)
        .join(' · '),
      hours: formatDuration(minutes),
      amount: formatPounds(netPence),
      budget: sayBudget(job, minutes),
    };
  });
}

/** How much of a budget is used: `75% of 40h 0m`, `105% of 40h 0m, 2h 0m over`. */
function sayBudget({ budgetMinutes }: Pick<Job, 'budgetMinutes'>, minutes: number): string {
  if (budgetMinutes === null) return '–';
  const over = minutes - budgetMinutes;
  const used = `${Math.floor((minutes * 100) / budgetMinutes)}% of ${formatDuration(budgetMinutes)}`;
  return over > 0 ? `${used}, ${formatDuration(over)} over` : used;
}

function toRates(client: Client) {
  const { standardRatePence, premiumRatePence, discountedRatePence } = client;
  const say = (pence: number | null) => (pence === null ? '–' : `${formatPounds(pence)}/hr`);
  const standard = standardRatePence === 0 ? 'work type’s rate' : say(standardRatePence);
  return [
    { label: 'Standard rate', value: standard },
    { label: 'Premium rate', value: say(premiumRatePence) },
    { label: 'Discounted rate', value: say(discountedRatePence) },
  ];
}

function toBilling(services: PageServices, client: Client) {
  const { billingStep, billingRounding, billingPer, invoicePer, vatTreatment } = client;
  const code = vatCode(vatTreatment);
  const rates = services.ledger.activeOrganisation() ?? { taxRates: [], taxCodes: new Map() };
  const { label } = CLIENT_FIELDS.vatTreatment;
  const isRounded = billingStep !== 1;
  const rounding = sayBilling('billingRounding', billingRounding).toLowerCase();
  const what = sayBilling('billingPer', billingPer).toLowerCase();
  const step = BILLING_CHOICES.billingStep.find(([value]) => value === String(billingStep));
  return [
    {
      label: 'Time',
      value: isRounded ? `Rounded ${rounding} to ${step?.[1] ?? ''}, ${what}` : 'Not rounded',
    },
    { label: 'Invoicing', value: sayBilling('invoicePer', invoicePer) },
    ...(code === null ? [] : [{ label, value: sayVat(code, rates) }]),
    ...unusualBilling(client),
    ...listedOf(CLIENT_FIELDS, client).map(({ label, value }) => ({ label, value: value ?? '–' })),
  ];
}

const scopeOf = (clientId: number, limits: Partial<ReportScope>): ReportScope => ({
  ...NO_FILTERS,
  ...{ from: null, to: null },
  ...limits,
  clientId,
});

type Figure = { label: string; value: string; note: string; link: string | null };

/** Billable work that is on no invoice: net, to the penny of the preview where it can be planned. */
function toUnbilled(services: PageServices, clientId: number, today: string): Figure {
  const scope = scopeOf(clientId, { billable: true, isInvoiced: false });
  const { logs, ...kept } = totalOfScope(services, scope);
  const plan = amountsToInvoice(services);
  // What is not in the plan is on an invoice being created.
  const planned = plan?.get(clientId) ?? (plan ? NOTHING_PLANNED : null);
  const made = (plan ? null : amountsBeingMade(services).get(clientId)) ?? NOTHING_PLANNED;
  const oldest = logs === 0 ? null : oldestUnbilled(services, clientId);
  const wait = oldest === null ? '' : waitSince(oldest, today).text;
  const hours = [
    formatDuration(planned?.minutes ?? kept.minutes - made.minutes),
    planned ? `plus ${formatPounds(planned.vatPence)} VAT` : '',
    wait === '' ? '' : `oldest ${wait}`,
  ];
  const isUnderWay = logs > 0 && oldest === null;
  const waits = isUnderWay ? BEING_MADE : hours.filter(Boolean).join(' · ');
  return {
    label: 'Not billed yet',
    value: formatPounds(planned?.netPence ?? kept.netPence - made.netPence),
    note: logs === 0 ? 'nothing to bill' : waits,
    link: logs === 0 ? null : `/work-logs?clientId=${clientId}&isInvoiced=false&billable=true`,
  };
}

const NOTHING_PLANNED = { netPence: 0, vatPence: 0, minutes: 0 };
const BEING_MADE = 'all on an invoice being created';

const OLDEST = `select w.day from work_logs w indexed by work_logs_unbilled
  where w.client_id = ? and w.is_invoiced = 0 and w.billable = 1 and ${ON_NO_INVOICE}
  order by w.date limit 1`;

function oldestUnbilled({ db }: Pick<Services, 'db'>, clientId: number): string | null {
  return prepared<{ day: string }>(db, OLDEST).get(clientId)?.day ?? null;
}

/** What was billed in this tax year and the last, by the dates of invoices, and worked in this one. */
function toTaxYears(services: PageServices, clientId: number, today: string): Figure[] {
  const year = taxYearOf(today);
  const worked = totalOfScope(services, scopeOf(clientId, year));
  const rate = effectiveRate(worked);
  return [
    toBilled(services, clientId, year, 'Billed this tax year'),
    toBilled(services, clientId, periodBefore(year), 'Billed last tax year'),
    {
      label: 'Worked this tax year',
      value: formatDuration(worked.minutes),
      note:
        rate === null
          ? 'nothing yet'
          : `${formatPounds(rate)} an hour on average · ${formatPounds(worked.invoicedNetPence)} invoiced`,
      link:
        worked.logs === 0
          ? null
          : `/reports?by=month&from=${year.from}&to=${year.to}&clientId=${clientId}`,
    },
  ];
}

function toBilled(services: PageServices, clientId: number, { from, to }: Days, label: string) {
  const days = { startDate: from, endDate: to };
  const sums = sumInvoices(services, { ...NO_INVOICE_FILTERS, clientId, ...days });
  const count = sums.count === 1 ? '1 invoice' : `${sums.count} invoices`;
  const leftOut = sayLeftOut(sums).join(' ');
  const creditedPence = sums.netPence - sums.billedPence;
  const ofBilled =
    creditedPence > 0
      ? `less ${formatPounds(creditedPence)} credited`
      : `plus ${formatPounds(sums.vatPence)} VAT`;
  return {
    label,
    value: formatPounds(sums.billedPence),
    note:
      sums.count === 0
        ? `no invoices ${sayPeriod({ from, to })}`
        : `${count} ${sayPeriod({ from, to })} · ${ofBilled}${leftOut && ` · ${leftOut}`}`,
    link:
      sums.count === 0 ? null : `/invoices?clientId=${clientId}&startDate=${from}&endDate=${to}`,
  };
}

function toLogRow(log: NamedWorkLog) {
  return {
    id: log.id,
    date: formatBritishDay(log.day),
    workType: log.workTypeName,
    description: log.description,
    duration: sayMeasure(log),
    amount: formatPounds(log.totalPence),
    state: log.isInvoiced ? 'Invoiced' : log.billable ? 'Pending' : 'Not billable',
    isLocked: log.isInvoiced || log.isClaimed,
  };
}
