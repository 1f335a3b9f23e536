import { Form } from '@remix-run/react';
import { useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import { ListLinks } from '../../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { InvoiceNoticeList } from '../../work-logs/list/invoice-notices.tsx';
import { StatusesLine } from '../refresh/statuses-line.tsx';
import type { InvoiceRow, InvoicesScreenData } from './invoices-screen.server.ts';
import { STATUS_TONES } from './status.ts';
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
import { STATUS_LABELS } from '../../lib/invoice-status.ts';

/** Where the forms of this screen lead back to. */
const BACK = '?back=%2Finvoices';

/** Invoices: the filtered list of what was made in Xero, with sums over all that match. */
export function InvoicesScreen(data: InvoicesScreenData) {
  const { rows, sums, links, filters, notices, statuses } = data;
  return (
    <div className="parts">
      <PageHeader title="Invoices">
        <Form method="post" action={`/work-logs/backfill${BACK}`} preventScrollReset>
          <FormToken />
          <Button variant="secondary">Backfill Invoice Numbers</Button>
        </Form>
        <ButtonLink to="/forgotten" variant="secondary">
          Forgotten work
        </ButtonLink>
        <ButtonLink to="/reconciliation" variant="secondary">
          Compare with Xero
        </ButtonLink>
        <ButtonLink to="/work-logs/create-invoices">Create Invoices</ButtonLink>
      </PageHeader>
      <StatusesLine statuses={statuses} />
      <InvoiceNoticeList notices={notices} query={BACK} />
      <ListTools
        filters={<InvoicesFiltersForm {...data} />}
        sums={sums ? <InvoiceSums sums={sums} /> : null}
      >
        {rows.length > 0 ? (
          <ListLinks
            print="/invoices/print"
            csv={[['/invoices.csv', 'Download CSV']]}
            search={data.search}
          />
        ) : null}
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
      <thead>
        <tr>
          <th scope="col">Invoice</th>
          <th scope="col">Client, period</th>
          <th scope="col" className="numeric">
            Net
          </th>
          <th scope="col" className="numeric">
            VAT
          </th>
          <th scope="col" className="numeric">
            Total
          </th>
          <th scope="col">Status</th>
          <th scope="col">Age</th>
          <th scope="col">Paid</th>
          <th scope="col" className="actions">
            <span className="sr-only">Links</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: InvoiceRow }) {
  return (
    <tr>
      <td data-label="Invoice" className="whitespace-nowrap tabular-nums">
        <a href={`/invoices/${row.id}`} className="link font-medium">
          {row.number}
        </a>
      </td>
      <td data-label="Client, period" className="leading name">
        <a href={`/clients/${row.clientId}`} className="link font-medium">
          {row.client}
        </a>{' '}
        <span className="block text-xs text-muted">{row.shortMonth}</span>
      </td>
      <td data-label="Net" className="numeric">
        {row.net}
      </td>
      <td data-label="VAT" className="numeric">
        {row.vat}
      </td>
      <td data-label="Total" className="numeric font-medium">
        {row.total}
      </td>
      <td data-label="Status">
        <StatusBadge row={row} />
      </td>
      <td data-label="Age" className="tabular-nums">
        <span className="whitespace-nowrap">{row.age || '–'}</span>{' '}
        {row.due ? (
          <span className="block text-xs whitespace-nowrap text-muted">{`due ${row.due}`}</span>
        ) : null}
      </td>
      <td data-label="Paid" className="tabular-nums">
        <span className={row.paid ? undefined : 'text-muted'}>{row.paid || '–'}</span>{' '}
        {row.paidDay ? (
          <span className="block text-xs whitespace-nowrap text-muted">{row.paidDay}</span>
        ) : null}
      </td>
      <td className="actions">
        {row.url ? (
          <a
            href={row.url}
            target="_blank"
            rel="noreferrer"
            className="button button-quiet"
            aria-label={`${row.number} in Xero`}
          >
            Xero
          </a>
        ) : null}
        <a
          href={`/work-logs/invoice-runs/${row.runId}`}
          className="button button-quiet"
          aria-label={`Batch that created ${row.number}`}
        >
          Batch
        </a>
      </td>
    </tr>
  );
}

/** The status in words, with what a colour alone would not say. */
export function StatusBadge({
  row,
}: {
  row: Pick<InvoiceRow, 'status' | 'label' | 'overdue' | 'isReleased'>;
}) {
  return (
    <>
      <Badge tone={STATUS_TONES[row.status]}>{row.label}</Badge>{' '}
      {row.overdue ? (
        <span className="block text-xs font-medium whitespace-nowrap text-danger">
          {row.overdue}
        </span>
      ) : null}
      {row.isReleased ? (
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
          <FilterSelect field={field('status')} label="Status">
            <option value="all">All</option>
            <option value="overdue">Overdue</option>
            {Object.entries(STATUS_LABELS).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </FilterSelect>
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
