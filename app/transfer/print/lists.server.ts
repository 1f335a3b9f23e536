import { sayBilling, unusualBilling } from '../../clients/billing.ts';
import { vatCode } from '../../clients/vat.ts';
import { historySearch, listPeople, readHistoryFilters } from '../../history/history.server.ts';
import { KINDS, NO_PERSON, formatRecord, type Kind } from '../../history/history.ts';
import { nameRecord, sayEntry } from '../../history/say-entry.ts';
import { invoiceFilterSearch, readInvoiceFilters } from '../../invoices/list/invoice-filters.ts';
import { toInvoiceRow } from '../../invoices/list/invoices-screen.server.ts';
import { sumInvoices } from '../../invoices/list/made-invoices.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { dayOf, formatBritishMoment } from '../../lib/calendar.ts';
import { checked } from '../../lib/checked.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { notFound } from '../../lib/errors.ts';
import { lastOf } from '../../lib/filter-search.ts';
import { STATUS_LABELS } from '../../lib/invoice-status.ts';
import { formatPounds, inCurrency } from '../../lib/money.ts';
import { listedOf } from '../../lib/record-fields.ts';
import { shorten } from '../../lib/shorten.ts';
import { readPendingFilters } from '../../pending-work-logs/pending-list.server.ts';
import {
  PENDING_FILTER_NAMES,
  STATUS_LABELS as TASK_STATUS,
  type Missing,
} from '../../pending-work-logs/review/selection.ts';
import { CLIENT_FIELDS } from '../../records/client-fields.ts';
import { RECORDS } from '../export/files.server.ts';
import { printLines } from './import-lines.server.ts';
import { printWeek, printWorkLogs } from './logs.server.ts';
import { printSheet } from './sheet.server.ts';
import {
  aboutClientAndDays,
  aboutDays,
  countOf,
  toPaper,
  type Paper,
  type PrintServices,
} from './paper.server.ts';
import { itemsNameOf } from '../../work-types/items-name.ts';

const rate = (pence: number | null) => (pence === null ? '–' : `${formatPounds(pence)}/hr`);

function printClients(services: PrintServices) {
  return toPaper(services, {
    title: 'Clients',
    about: ['Active and inactive clients'],
    pages: RECORDS.clients(services),
    columns: [
      ['Name', 'texts', ({ name }) => name],
      [
        'Contact',
        'texts',
        ({ contactPerson, email }) => [contactPerson, email].filter(Boolean).join(', ') || '–',
      ],
      ['Standard', 'numbers', (client) => rate(client.standardRatePence)],
      ['Premium', 'numbers', (client) => rate(client.premiumRatePence)],
      ['Discounted', 'numbers', (client) => rate(client.discountedRatePence)],
      ['Invoices', null, (client) => sayBilling('invoicePer', client.invoicePer)],
      ['Status', null, ({ isActive }) => (isActive ? 'Active' : 'Inactive')],
    ],
    note: (client) => {
      const { billingStep, billingRounding, billingPer, vatTreatment } = client;
      const step = sayBilling('billingStep', String(billingStep));
      const rounding = sayBilling('billingRounding', billingRounding).toLowerCase();
      const per = sayBilling('billingPer', billingPer).toLowerCase();
      const code = vatCode(vatTreatment);
      const { label } = CLIENT_FIELDS.vatTreatment;
      const said = [
        billingStep === 1 ? null : `Rounded: ${step}, ${rounding}, ${per}`,
        code === null ? null : `${label}: ${sayBilling('vatTreatment', code)}`,
        ...unusualBilling(client).map(({ label, value }) => `${label}: ${value}`),
        ...listedOf(CLIENT_FIELDS, client).map(({ label, value }) =>
          value === null ? null : `${label} ${value}`,
        ),
      ];
      return [said.filter((part) => part !== null).join(' · ')];
    },
    sums: (clients, hasMore) => [countOf('Clients', clients, hasMore)],
    order: 'active clients before inactive ones',
    back: ['/clients', null, 'Clients'],
  });
}

function printWorkTypes(services: PrintServices) {
  return toPaper(services, {
    title: 'Work Types',
    about: ['Deleted ones too, as old logs name them'],
    pages: RECORDS['work-types'](services),
    columns: [
      ['Name', 'texts', ({ name }) => name],
      ['Kind', null, (type) => (type.isHardware ? itemsNameOf(type) : 'Time')],
      ['Rate', 'numbers', (type) => rate(type.hourlyRatePence)],
      ['Status', null, ({ isActive }) => (isActive ? 'In use' : 'Deleted')],
    ],
    note: ({ description }) => [description],
    sums: (types, hasMore) => [countOf('Work types', types, hasMore)],
    order: 'those in use before deleted ones',
    back: ['/settings?workTypes=all', null, 'Settings'],
  });
}

function printInvoices(services: PrintServices, search: URLSearchParams) {
  const filters = checked(readInvoiceFilters(search));
  const { status, q } = filters;
  const sums = sumInvoices(services, filters);
  const today = dayOf(services.clock(), services.config.timeZone);
  function* pages() {
    for (const page of RECORDS.invoices(services, search)) {
      yield page.map(({ invoice, lines }) => ({
        ...toInvoiceRow(invoice, { ledger: services.ledger, today }),
        currency: invoice.currency,
        lines,
      }));
    }
  }
  return toPaper(services, {
    title: 'Invoices',
    about: aboutClientAndDays(services, filters),
    filters: [
      status === null ? null : status === 'overdue' ? 'Overdue' : STATUS_LABELS[status],
      q === null ? null : `Words: ${q}`,
    ],
    pages: pages(),
    columns: [
      ['Invoice', null, ({ number }) => number],
      ['Client', 'texts', ({ client }) => client],
      ['Period', null, ({ shortMonth }) => shortMonth],
      ['Dated', 'dates', ({ issued }) => issued || '–'],
      ['Due', 'dates', ({ due }) => due ?? '–'],
      ['Status', null, ({ label, overdue }) => (overdue ? `${label}, ${overdue}` : label)],
      ['Net', 'numbers', ({ net }) => net],
      ['VAT', 'numbers', ({ vat }) => vat],
      ['Total', 'numbers', ({ total }) => total],
    ],
    note: ({ lines, currency }) =>
      lines.map(
        (line) => `${line.description}: ${inCurrency(formatPounds(line.netPence), currency)}`,
      ),
    sums: () => [
      ['Invoices', formatCount(sums.count)],
      ['Net', formatPounds(sums.netPence)],
      ['VAT', formatPounds(sums.vatPence)],
      ['Total with VAT', formatPounds(sums.totalPence)],
      ['Outstanding', formatPounds(sums.duePence)],
      sums.cancelled === 0 ? null : ['Voided or deleted, not added', formatCount(sums.cancelled)],
      sums.foreign === 0
        ? null
        : [`In ${sums.currencies.join(', ')} in Xero, not added`, formatCount(sums.foreign)],
    ],
    back: ['/invoices', invoiceFilterSearch(search), 'Invoices'],
  });
}

function printHistory(services: PrintServices, search: URLSearchParams) {
  const filters = checked(readHistoryFilters(search));
  const { kind, record, person, from, to } = filters;
  const { timeZone } = services.config;
  const isPerson = ({ id }: { id: number }) => id === person;
  const name = () => listPeople(services).find(isPerson)?.name ?? 'somebody unknown';
  return toPaper(services, {
    title: 'History',
    about: [aboutDays({ startDate: from, endDate: to })],
    filters: [
      kind === null ? null : KINDS[kind as Kind],
      record === null ? null : `Record ${formatRecord(record)}`,
      person === null ? null : `By ${person === NO_PERSON ? 'no person' : name()}`,
    ],
    pages: RECORDS.history(services, search),
    columns: [
      ['When', 'dates', ({ at }) => formatBritishMoment(at, timeZone)],
      ['Who', 'texts', ({ by }) => by],
      [
        'Record',
        'texts',
        (entry) => {
          const contents = entry.after ?? entry.before ?? {};
          return shorten(nameRecord(entry.kind, entry.recordId, contents), 200);
        },
      ],
      ['What', null, (entry) => sayEntry(entry, timeZone).what],
    ],
    note: (entry) =>
      sayEntry(entry, timeZone).changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
    sums: (entries, hasMore) => [countOf('Changes', entries, hasMore)],
    back: ['/history', historySearch(search), 'History'],
  });
}

const MISSING: Record<Missing, string> = {
  clientId: 'Without a client',
  workTypeId: 'Without a work type',
  duration: 'Without a duration',
};

/** The tasks of a status that match, those in review where none is said. Throws 400. */
function printTasks(
  services: PrintServices,
  search: URLSearchParams,
  [path, title]: [path: string, title: string],
  status = lastOf(search, 'status') ?? '',
) {
  const wanted = new URLSearchParams();
  for (const name of PENDING_FILTER_NAMES) wanted.set(name, lastOf(search, name) ?? '');
  const back = new URLSearchParams([...wanted].filter(([, value]) => value !== ''));
  wanted.set('status', status === '' ? 'pending_review' : status);
  const filters = checked(readPendingFilters(wanted));
  return toPaper(services, {
    title,
    about: aboutClientAndDays(services, filters),
    filters: [
      filters.status === null ? null : TASK_STATUS[filters.status],
      filters.missing ? MISSING[filters.missing] : null,
    ],
    pages: RECORDS['pending-work-logs'](services, wanted),
    columns: [
      [
        'Completed',
        'dates',
        (task) => formatBritishMoment(task.completedAt, services.config.timeZone),
      ],
      ['Task', 'texts', ({ taskName }) => taskName],
      ['Project', 'texts', ({ projectName }) => projectName ?? '–'],
      ['Client', 'texts', ({ clientName }) => clientName ?? '–'],
      ['Work type', 'texts', ({ workTypeName }) => workTypeName ?? '–'],
      [
        'Duration',
        'numbers',
        ({ duration }) => (duration === null ? '–' : formatDuration(duration)),
      ],
      ['Rate', 'numbers', ({ estimatedHourlyRatePence }) => formatPounds(estimatedHourlyRatePence)],
      ['Status', null, (task) => TASK_STATUS[task.status]],
    ],
    note: ({ description, labels, jobName }) => [
      description,
      labels.join(', '),
      jobName && `Job: ${jobName}`,
    ],
    sums: (tasks, hasMore) => [
      countOf('Tasks', tasks, hasMore),
      [
        hasMore ? 'Hours of these' : 'Hours',
        formatHours(tasks.reduce((sum, { duration }) => sum + (duration ?? 0), 0)),
      ],
    ],
    back: [path, back, title],
  });
}

const PAGES: Readonly<
  Record<string, (services: PrintServices, search: URLSearchParams) => Promise<Paper>>
> = {
  '/work-logs/print': printWorkLogs,
  '/week/print': printWeek,
  '/pending-work-logs/print': (services, search) =>
    printTasks(services, search, ['/pending-work-logs', 'Todoist Import']),
  '/archived-work-logs/print': (services, search) =>
    printTasks(services, search, ['/archived-work-logs', 'Archived'], 'archived'),
  '/clients/print': printClients,
  '/settings/work-types/print': printWorkTypes,
  '/invoices/print': printInvoices,
  '/history/print': printHistory,
};

/** The printed list of an address, with its filters. Throws 404, and 400 for a filter that cannot be read. */
export function printedPage(services: PrintServices, { pathname, searchParams }: URL) {
  const path = pathname.replace(/\/$/, '');
  const [, of, what] = /^\/import\/([^/]+)\/(sheet|lines)$/.exec(path) ?? [];
  if (of !== undefined) {
    const id = toId(of, 'The import');
    return what === 'sheet'
      ? printSheet(services, id)
      : printLines(services, id, Number(searchParams.get('after')) || 0);
  }
  const print = PAGES[path];
  if (print === undefined) throw notFound('The page');
  return print(services, searchParams);
}
