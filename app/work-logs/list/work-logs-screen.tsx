import { Form, Link, useLocation } from '@remix-run/react';
import { useContext, useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import { TextBrowserContext } from '../../ui/text-browser.ts';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { AS_IT_IS, usePageOnly } from '../../ui/scripts/page-only.tsx';
import { RepeatButton, RepeatForm } from '../again/repeat-form.tsx';
import { ListLinks } from '../../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { InlineLine } from '../line/line-form.tsx';
import { LINE_PATH } from '../line/line-path.ts';
import { FiltersForm } from './filters-form.tsx';
import { InvoiceNoticeList } from './invoice-notices.tsx';
import { ItemsRow, ItemsToggle } from './items-row.tsx';
import type { WorkLogListRow, WorkLogsScreenData } from './work-logs-screen.server.ts';

/** Work Logs: the filtered list of logs, with totals over all that match. */
export function WorkLogsScreen(
  data: Omit<WorkLogsScreenData, 'rows'> & {
    /** Null: they are in the page already. */
    rows: WorkLogListRow[] | null;
    hasRows: boolean;
  },
) {
  const { hasRows, summary, links, filters, search, notices, lineKey } = data;
  const rows = usePageOnly('rows', data.rows);
  const query = search ? `?${search}` : '';
  return (
    <div className="behind-dialog grid gap-5">
      <PageHeader title="Work Logs" subtitle="What you did, for whom, and what it comes to">
        <Form method="post" action={`/work-logs/backfill${query}`} preventScrollReset>
          <FormToken />
          <Button variant="secondary">Backfill Invoice Numbers</Button>
        </Form>
        <ButtonLink to={`/work-logs/new${query}`} preventScrollReset>
          Add Log
        </ButtonLink>
      </PageHeader>
      <InvoiceNoticeList notices={notices} query={query} />
      <LineCard oneTimeKey={lineKey} />
      <FiltersForm {...data} />
      {summary ? <Summary summary={summary} /> : null}
      {summary && hasRows ? (
        <ListLinks
          print="/work-logs/print"
          csv={[
            ['/work-logs.csv', 'Download CSV'],
            ['/hardware-items.csv', 'Hardware items as CSV'],
          ]}
          search={search}
          isImported
        />
      ) : null}
      {!hasRows && !filters.isFiltered ? <ListLinks isImported /> : null}
      <div className="card">
        {!hasRows ? (
          <EmptyState title="No work logs found">
            {filters.isFiltered
              ? 'Try adjusting your filters'
              : 'Create your first work log to get started'}
          </EmptyState>
        ) : (
          <RepeatForm id="work-logs" oneTimeKey={data.oneTimeKey}>
            <WorkLogTable key={rows ? 'data' : 'page'} rows={rows} query={query} />
          </RepeatForm>
        )}
      </div>
      <PageLinks links={links} />
    </div>
  );
}

/** The field for a line; not behind its own page, which would then have two. */
function LineCard({ oneTimeKey }: { oneTimeKey: string }) {
  const isBehind = useLocation().pathname === LINE_PATH;
  return isBehind ? <div className="h-29.5" /> : <InlineLine oneTimeKey={oneTimeKey} />;
}

function Summary({ summary }: { summary: NonNullable<WorkLogsScreenData['summary']> }) {
  return (
    <div className="card px-4 py-3">
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-2 sm:justify-start sm:gap-x-12">
        <Figure label="Logs" value={summary.count} />
        <Figure label="Hours" value={summary.hours} />
        <Figure label="Amount" value={summary.amount} note={summary.note} />
      </dl>
      {summary.isWhole ? null : (
        <p className="mt-1 text-xs text-muted">
          So many logs match that they are not added up.{' '}
          {summary.addUp === null ? (
            'Add a word or a date to see their hours and amount.'
          ) : (
            <Link to={summary.addUp} className="link" preventScrollReset>
              Add them up
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string | null }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold tracking-tight tabular-nums">
        {value}
        {note ? ' ' : null}
        {note ? (
          <span className="block text-xs font-normal tracking-normal text-muted">{note}</span>
        ) : null}
      </dd>
    </div>
  );
}

function WorkLogTable({ rows, query }: { rows: WorkLogListRow[] | null; query: string }) {
  const ref = useRef<HTMLTableElement>(null);
  const isText = useContext(TextBrowserContext);
  useInternalLinks(ref);
  if (rows === null) return <table className="data-table" ref={ref} {...AS_IT_IS} />;
  return (
    <table className="data-table" ref={ref}>
      <caption className="sr-only">Work logs, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Client</th>
          <th scope="col">Work Type</th>
          <th scope="col" className="numeric">
            Duration / Items
          </th>
          <th scope="col" className="numeric">
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col">Xero Invoice</th>
          <th scope="col" className="actions">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row key={row.id} row={row} query={query} isFirst={index === 0} isText={isText} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { row: WorkLogListRow; query: string; isFirst: boolean; isText: boolean };

function Row({ row, query, isFirst, isText }: RowProps) {
  // A browser that shows text only would show the description twice, and need not cut it.
  const description = isText ? row.description : row.oneLine;
  return (
    <>
      <tr className={row.isInvoiced ? 'invoiced' : undefined}>
        <td data-label="Date" className="whitespace-nowrap tabular-nums">
          {row.date}
          {row.loggedBy === null ? null : (
            <span className="block max-w-44 text-xs wrap-break-word whitespace-normal text-muted">
              <span className="sr-only">Logged by </span>
              {row.loggedBy}
            </span>
          )}
        </td>
        <td data-label="Client" className="leading name">
          <a href={`/clients/${row.clientId}`} className="hint font-medium wrap-anywhere">
            {row.client}{' '}
            {isText ? null : (
              <span className="hint-text" role="tooltip">
                {row.description || 'No description available'}
              </span>
            )}
          </a>
        </td>
        <td data-label="Work Type" className="name">
          {row.workType}
        </td>
        <td data-label="Duration / Items" className="numeric">
          {row.items ? <ItemsToggle row={row} /> : row.duration}
        </td>
        <td data-label="Amount" className="numeric">
          {row.amount}
        </td>
        <td data-label="Status">
          {row.isInvoiced ? (
            <Badge tone="success">Invoiced</Badge>
          ) : (
            <Badge tone="warning">Pending</Badge>
          )}{' '}
          {row.billable ? null : <span className="block text-xs text-muted">Not billable</span>}
        </td>
        <td data-label="Xero Invoice">
          <InvoiceLink row={row} query={query} />
        </td>
        <td className="actions">
          <RepeatButton id={row.id} what={`${row.duration} for ${row.client}`} isTop={isFirst} />
          {row.isLocked ? (
            <span className="text-xs text-muted">
              {row.isInvoiced ? 'Locked: invoiced' : 'Being invoiced'}
            </span>
          ) : (
            <>
              <a href={`/work-logs/${row.id}/edit${query}`} className="button button-quiet">
                Edit
              </a>
              <a
                href={`/work-logs/${row.id}/delete${query}`}
                className="button button-quiet-danger"
              >
                Delete
              </a>
            </>
          )}
        </td>
      </tr>
      {description ? (
        <tr className={row.isInvoiced ? 'description-row invoiced' : 'description-row'}>
          <td colSpan={8}>
            <div>{description}</div>
          </td>
        </tr>
      ) : null}
      {row.items ? <ItemsRow items={row.items} vat={row.itemsVat} total={row.amount} /> : null}
    </>
  );
}

/** A link that opens the invoice in Xero in a new tab; of one made elsewhere, the dialog that takes it back. */
function InvoiceLink({ row: { id, invoice }, query }: Pick<RowProps, 'row' | 'query'>) {
  if (invoice === null) return <span className="text-muted">–</span>;
  if (invoice.url === null) {
    return (
      <a href={`/work-logs/${id}/invoiced${query}`} className="link wrap-anywhere">
        {invoice.text}
      </a>
    );
  }
  return (
    <a href={invoice.url} target="_blank" rel="noreferrer" className="link whitespace-nowrap">
      {invoice.text}
    </a>
  );
}
