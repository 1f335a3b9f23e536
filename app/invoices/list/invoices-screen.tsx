import { Form, Link } from '@remix-run/react';
import { useRef } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import { Heads } from '../../ui/heads.tsx';
import { ListLinks } from '../../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { InvoiceNoticeList } from '../../work-logs/list/invoice-notices.tsx';
import { StatusesLine } from '../refresh/statuses-line.tsx';
import type { InvoiceRow, InvoicesScreenData } from './invoices-screen.server.ts';
import { STATUS_SHAPES } from './status.ts';
import { TextField } from '../../ui/field.tsx';
import {
  FilterButtons,
  FilterForm,
  FilterSelect,
  type Figure,
  ListTools,
  NamedOptions,
  Sums,
} from '../../ui/filter-form.tsx';
import { PeriodLinks } from '../../ui/period-links.tsx';

/** Where the forms of this screen lead back to. */
const BACK = '?back=%2Finvoices';

/** Invoices: the filtered list of what was made in Xero, with sums over all that match. */
export function InvoicesScreen(data: InvoicesScreenData) {
  const { rows, sums, links, filters, notices, statuses } = data;
  return (
    <div className="parts">
      <PageHeader title="Invoices">
        <ButtonLink to="/work-logs/create-invoices">Create Invoices</ButtonLink>
      </PageHeader>
      <StatusesLine statuses={statuses} />
      <InvoiceNoticeList notices={notices} query={BACK} />
      <nav aria-label="Status" className="no-print period-links">
        {data.tabs.map(({ name, count, search, isShown }) => (
          <Link
            key={name}
            to={`/invoices${search && `?${search}`}`}
            preventScrollReset
            aria-current={isShown ? 'true' : undefined}
            className="period-link"
          >
            {`${name} ${count} `}
          </Link>
        ))}
      </nav>
      <ListTools
        filters={<InvoicesFiltersForm {...data} />}
        sums={sums ? <InvoiceSums sums={sums} /> : null}
      >
        <ListLinks
          {...(rows.length > 0
            ? { print: '/invoices/print', csv: [['/invoices.csv', 'Download CSV']] }
            : {})}
          search={data.search}
        >
          <Form method="post" action={`/work-logs/backfill${BACK}`} preventScrollReset>
            <FormToken />
            <button className="period-link">Backfill Invoice Numbers</button>
          </Form>
        </ListLinks>
      </ListTools>
      <div className="card">
        {rows.length === 0 ? (
          <EmptyState title="No invoices found">
            {filters.isFiltered
              ? 'Try adjusting your filters'
              : 'What you invoice from Work Logs appears here'}
          </EmptyState>
        ) : (
          <InvoiceTable rows={rows} />
        )}
      </div>
      <PageLinks links={links} />
    </div>
  );
}

function InvoiceSums({ sums }: { sums: NonNullable<InvoicesScreenData['sums']> }) {
  return (
    <>
      <Sums
        figures={[
          ['Invoices', sums.count],
          ['Net', sums.net, 'minor'],
          ['VAT', sums.vat, 'minor'],
          ['Total with VAT', sums.total, 'minor'],
          ['Outstanding', sums.due],
          ...(sums.overdue ? [['Of which overdue', sums.overdue] satisfies Figure] : []),
        ]}
      />
      {sums.leftOut.map((sentence) => (
        <p key={sentence} className="text-xs text-muted">
          {sentence}
        </p>
      ))}
    </>
  );
}

function InvoiceTable({ rows }: { rows: InvoiceRow[] }) {
  const ref = useRef<HTMLTableElement>(null);
  useInternalLinks(ref);
  return (
    <table className="data-table" ref={ref}>
      <caption className="sr-only">Invoices, newest first</caption>
      <Heads
        names={['Invoice', 'Client, period', 'Net', 'VAT', 'Total', 'Status', 'Age', 'Paid', '']}
      />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: InvoiceRow }) {
  const amount = (text: string) => (row.isCancelled ? <s>{text}</s> : text);
  return (
    <tr>
      <td className="whitespace-nowrap tabular-nums">
        <a href={`/invoices/${row.id}`} className="link font-medium">
          {row.number}
        </a>
      </td>
      <td className="leading cut max-sm:contents">
        <div className="truncate max-sm:-order-1 max-sm:grow max-sm:basis-3/5">
          <a href={`/clients/${row.clientId}`} className="link font-medium">
            {row.client}
          </a>
        </div>{' '}
        <div className="second">{row.shortMonth}</div>
      </td>
      <td data-label="Net" className="numeric max-sm:sr-only">
        {amount(row.net)}
      </td>
      <td data-label="VAT" className="numeric max-sm:sr-only">
        {amount(row.vat)}
      </td>
      <td className="numeric main font-medium">{amount(row.total)}</td>
      <td>
        <InvoiceState row={row} />
      </td>
      <td className="tabular-nums">
        <span className="whitespace-nowrap max-sm:sr-only">{row.age || '–'}</span>{' '}
        {row.due ? (
          <span className="block text-xs whitespace-nowrap text-muted">{`due ${row.due}`}</span>
        ) : null}
      </td>
      <td
        data-label="Paid"
        className={row.paid ? 'tabular-nums' : 'text-muted tabular-nums max-sm:sr-only'}
      >
        {row.paid || '–'}{' '}
        {row.paidDay ? (
          <span className="block text-xs whitespace-nowrap text-muted">{row.paidDay}</span>
        ) : null}
      </td>
      <td className="actions max-sm:hidden">
        {row.url ? (
          <a
            href={row.url}
            target="_blank"
            rel="noreferrer"
            className="link"
            aria-label={`${row.number} in Xero`}
          >
            Xero
          </a>
        ) : null}
      </td>
    </tr>
  );
}

type StateProps = { row: Pick<InvoiceRow, 'status' | 'label' | 'overdue' | 'isReleased'> };

/** The status with its shape, and what neither would say. */
export function InvoiceState({ row: { status, label, overdue, isReleased } }: StateProps) {
  const colour = overdue ? 'text-danger' : status === 'paid' ? 'text-success' : 'text-muted';
  return (
    <>
      <span className={`font-medium whitespace-nowrap ${colour}`}>
        <span aria-hidden="true">{overdue ? '▲' : STATUS_SHAPES[status]} </span>
        {overdue ?? label}
      </span>{' '}
      {isReleased ? (
        <span className="block text-xs whitespace-nowrap text-muted">logs released</span>
      ) : null}
    </>
  );
}

type FormData = Pick<InvoicesScreenData, 'filters' | 'clients' | 'periods'>;

function InvoicesFiltersForm({ filters, clients, periods }: FormData) {
  return (
    <FilterForm action="/invoices" label="Invoices" filters={filters}>
      {(field) => (
        <>
          <FilterSelect field={field('clientId')} label="Client">
            <option value="">All clients</option>
            <NamedOptions named={clients} />
          </FilterSelect>
          {filters.values.status ? (
            <input type="hidden" name="status" value={filters.values.status} />
          ) : null}
          <TextField field={field('startDate')} label="From" type="date" />
          <TextField field={field('endDate')} label="To" type="date" />
          <div className="wide-field">
            <TextField
              field={field('q')}
              label="Search"
              type="search"
              placeholder="Number, client or description"
            />
          </div>
          <FilterButtons clear={filters.isFiltered ? '/invoices' : null} />
          <PeriodLinks action="/invoices" periods={periods} />
        </>
      )}
    </FilterForm>
  );
}
