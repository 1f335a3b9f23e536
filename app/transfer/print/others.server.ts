import type { Client } from '#db/schema.ts';
import { sayBilling } from '../../clients/billing.ts';
import { readHistoryFilters, historySearch, listPeople } from '../../history/history.server.ts';
import { KINDS, NO_PERSON, formatRecord, type Kind } from '../../history/history.ts';
import { nameRecord, sayEntry } from '../../history/say-entry.ts';
import { invoiceFilterSearch, readInvoiceFilters } from '../../invoices/list/invoice-filters.ts';
import { toInvoiceRow } from '../../invoices/list/invoices-screen.server.ts';
import { sumInvoices } from '../../invoices/list/made-invoices.server.ts';
import { STATUS_LABELS } from '../../lib/invoice-status.ts';
import { dayOf, formatBritishMoment } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { formatPounds, inCurrency } from '../../lib/money.ts';
import { listedOf } from '../../lib/record-fields.ts';
import { shorten } from '../../lib/shorten.ts';
import { CLIENT_FIELDS } from '../../records/client-fields.ts';
import { checked } from '../../lib/checked.ts';
import {
  clientPages,
  historyPages,
  invoicePages,
  workTypePages,
} from '../export/records.server.ts';
import { aboutClient, aboutDays, aboutOthers, sayMadeAt } from './about.server.ts';
import { sayStopped, sayStoppedByName, takeBounded } from './bounded.server.ts';
import { withSearch, type PrintedPage, type PrintServices } from './printed-page.ts';

const NUMBER = { holds: 'numbers' } as const;
const rate = (pence: number | null) => (pence === null ? '–' : `${formatPounds(pence)}/hr`);

/** All clients, with their rates and what their invoices follow. */
export async function printClients(services: PrintServices): Promise<PrintedPage> {
  const { records, hasMore } = await takeBounded(clientPages(services));
  return {
    printed: {
      title: 'Clients',
      about: ['Active and inactive clients'],
      madeAt: sayMadeAt(services),
      columns: [
        { label: 'Name', holds: 'texts' },
        { label: 'Contact', holds: 'texts' },
        { label: 'Standard', ...NUMBER },
        { label: 'Premium', ...NUMBER },
        { label: 'Discounted', ...NUMBER },
        { label: 'Invoices' },
        { label: 'Status' },
      ],
      sums: [
        { label: hasMore ? 'Clients on this page' : 'Clients', value: formatCount(records.length) },
      ],
      stopped: sayStoppedByName(hasMore, 'active clients before inactive ones'),
      back: { to: '/clients', label: 'Clients' },
    },
    groups: [
      {
        title: null,
        rows: records.map((client) => ({
          key: client.id,
          cells: [
            client.name,
            [client.contactPerson, client.email].filter(Boolean).join(', ') || '–',
            rate(client.standardRatePence),
            rate(client.premiumRatePence),
            rate(client.discountedRatePence),
            sayBilling('invoicePer', client.invoicePer),
            client.isActive ? 'Active' : 'Inactive',
          ],
          note: sayInvoicing(client),
        })),
        sum: null,
      },
    ],
  };
}

function sayInvoicing(client: Client): string {
  const { billingStep, billingRounding, billingPer } = client;
  const rounding = [
    sayBilling('billingStep', String(billingStep)),
    sayBilling('billingRounding', billingRounding).toLowerCase(),
    sayBilling('billingPer', billingPer).toLowerCase(),
  ].join(', ');
  const listed = listedOf(CLIENT_FIELDS, client).flatMap(({ label, value }) =>
    value === null ? [] : [`${label} ${value}`],
  );
  return [...(billingStep === 1 ? [] : [`Rounded: ${rounding}`]), ...listed].join(' · ');
}

/** All work types, deleted ones last. */
export async function printWorkTypes(services: PrintServices): Promise<PrintedPage> {
  const { records, hasMore } = await takeBounded(workTypePages(services));
  return {
    printed: {
      title: 'Work Types',
      about: ['Deleted ones too, as old logs name them'],
      madeAt: sayMadeAt(services),
      columns: [
        { label: 'Name', holds: 'texts' },
        { label: 'Kind' },
        { label: 'Rate', ...NUMBER },
        { label: 'Status' },
      ],
      sums: [
        {
          label: hasMore ? 'Work types on this page' : 'Work types',
          value: formatCount(records.length),
        },
      ],
      stopped: sayStoppedByName(hasMore, 'those in use before deleted ones'),
      back: { to: '/settings?workTypes=all', label: 'Settings' },
    },
    groups: [
      {
        title: null,
        rows: records.map((type) => ({
          key: type.id,
          cells: [
            type.name,
            type.isHardware ? 'Hardware' : 'Time',
            rate(type.hourlyRatePence),
            type.isActive ? 'In use' : 'Deleted',
          ],
          note: type.description,
        })),
        sum: null,
      },
    ],
  };
}

/** The invoices that match, with their lines. Throws 400. */
export async function printInvoices(
  services: PrintServices,
  search: URLSearchParams,
): Promise<PrintedPage> {
  const filters = checked(readInvoiceFilters(search));
  const { records, hasMore } = await takeBounded(invoicePages(services, filters));
  const sums = sumInvoices(services, filters);
  const today = dayOf(services.clock(), services.config.timeZone);
  const { status, q } = filters;
  return {
    printed: {
      title: 'Invoices',
      about: [
        aboutClient(services, filters.clientId),
        aboutDays(filters.startDate, filters.endDate),
        ...aboutOthers([
          status === null ? null : status === 'overdue' ? 'Overdue' : STATUS_LABELS[status],
          q === null ? null : `Words: ${q}`,
        ]),
      ],
      madeAt: sayMadeAt(services),
      columns: [
        { label: 'Invoice' },
        { label: 'Client', holds: 'texts' },
        { label: 'Period' },
        { label: 'Dated', holds: 'dates' },
        { label: 'Due', holds: 'dates' },
        { label: 'Status' },
        { label: 'Net', ...NUMBER },
        { label: 'VAT', ...NUMBER },
        { label: 'Total', ...NUMBER },
      ],
      sums: [
        { label: 'Invoices', value: formatCount(sums.count) },
        { label: 'Net', value: formatPounds(sums.netPence) },
        { label: 'VAT', value: formatPounds(sums.vatPence) },
        { label: 'Total with VAT', value: formatPounds(sums.totalPence) },
        { label: 'Still to be paid', value: formatPounds(sums.duePence) },
        ...(sums.cancelled === 0
          ? []
          : [{ label: 'Voided or deleted, not added', value: formatCount(sums.cancelled) }]),
        ...(sums.foreign === 0
          ? []
          : [
              {
                label: `In ${sums.currencies.join(', ')} in Xero, not added`,
                value: formatCount(sums.foreign),
              },
            ]),
      ],
      stopped: sayStopped(hasMore),
      back: { to: withSearch('/invoices', invoiceFilterSearch(search)), label: 'Invoices' },
    },
    groups: [
      {
        title: null,
        rows: records.map(({ invoice, lines }) => {
          const row = toInvoiceRow(invoice, { ledger: services.ledger, today });
          return {
            key: invoice.id,
            cells: [
              row.number,
              row.client,
              row.shortMonth,
              row.issued || '–',
              row.due ?? '–',
              row.overdue ? `${row.label}, ${row.overdue}` : row.label,
              row.net,
              row.vat,
              row.total,
            ],
            note: lines
              .map(
                ({ description, netPence }) =>
                  `${description}: ${inCurrency(formatPounds(netPence), invoice.currency)}`,
              )
              .join('\n'),
          };
        }),
        sum: null,
      },
    ],
  };
}

/** The changes that match. Throws 400. */
export async function printHistory(
  services: PrintServices,
  search: URLSearchParams,
): Promise<PrintedPage> {
  const filters = checked(readHistoryFilters(search));
  const { records, hasMore } = await takeBounded(historyPages(services, filters));
  const { timeZone } = services.config;
  const { kind, record, person } = filters;
  return {
    printed: {
      title: 'History',
      about: [
        aboutDays(filters.from, filters.to),
        ...aboutOthers([
          kind === null ? null : KINDS[kind as Kind],
          record === null ? null : `Record ${formatRecord(record)}`,
          person === null ? null : sayPerson(services, person),
        ]),
      ],
      madeAt: sayMadeAt(services),
      columns: [
        { label: 'When', holds: 'dates' },
        { label: 'Who', holds: 'texts' },
        { label: 'Record', holds: 'texts' },
        { label: 'What' },
      ],
      sums: [
        { label: hasMore ? 'Changes on this page' : 'Changes', value: formatCount(records.length) },
      ],
      stopped: sayStopped(hasMore),
      back: { to: withSearch('/history', historySearch(search)), label: 'History' },
    },
    groups: [
      {
        title: null,
        rows: records.map((entry) => {
          const { what, changes } = sayEntry(entry, timeZone);
          return {
            key: entry.id,
            cells: [
              formatBritishMoment(entry.at, timeZone),
              entry.by,
              shorten(
                nameRecord(entry.kind, entry.recordId, entry.after ?? entry.before ?? {}),
                200,
              ),
              what,
            ],
            note: changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`).join('\n'),
          };
        }),
        sum: null,
      },
    ],
  };
}

function sayPerson(services: PrintServices, person: number | typeof NO_PERSON): string {
  if (person === NO_PERSON) return 'By no person';
  return `By ${listPeople(services).find(({ id }) => id === person)?.name ?? 'somebody unknown'}`;
}
