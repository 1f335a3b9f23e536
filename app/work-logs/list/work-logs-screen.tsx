import { Form, Link, useLocation } from '@remix-run/react';
import { memo, useContext, useRef, type ComponentProps } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EnterButton, FormToken } from '../../ui/form.tsx';
import { TextBrowserContext } from '../../ui/text-browser.ts';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { AS_IT_IS, usePageOnly } from '../../ui/scripts/page-only.tsx';
import { RepeatButton, RepeatForm } from '../again/repeat-form.tsx';
import { FILTERS_ID, ListTools, Sums } from '../../ui/filter-form.tsx';
import { Heads } from '../../ui/heads.tsx';
import { ListLinks } from '../../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { InlineLine } from '../line/line-form.tsx';
import { LINE_PATH } from '../line/line-path.ts';
import { CREATE_INVOICES } from './address.ts';
import { FiltersForm } from './filters-form.tsx';
import { InvoiceNoticeList } from './invoice-notices.tsx';
import { FirstSteps } from '../start/first-steps.tsx';
import { printLogIds } from '../log-ids.ts';
import { SelectBox, TickedBar } from '../many/ticked-bar.tsx';
import { ItemsRow, ItemsToggle } from './items-row.tsx';
import { useTicks } from './use-ticks.ts';
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
    <div className="behind-dialog parts">
      <PageHeader title="Work Logs">
        {hasRows ? <CreateInvoices query={query} /> : null}
        <ButtonLink to={`/work-logs/new${query}`} preventScrollReset>
          Add Log
        </ButtonLink>
      </PageHeader>
      <FirstSteps steps={data.steps} />
      <InvoiceNoticeList notices={notices} query={query} />
      {data.steps?.kind === 'begin' ? null : (
        <LineCard oneTimeKey={lineKey} example={data.lineExample} />
      )}
      {hasRows || filters.isFiltered ? (
        <ListTools
          filters={<FiltersForm {...data} />}
          sums={summary ? <Summary summary={summary} /> : null}
        >
          <WaysOut search={search} query={query} hasRows={summary !== null && hasRows} />
        </ListTools>
      ) : (
        <WaysOut search={search} query={query} hasRows={false} />
      )}
      <div className="card">
        {!hasRows ? (
          <EmptyState title="No work logs found">
            {filters.isFiltered
              ? 'Try adjusting your filters'
              : 'Create your first work log to get started'}
          </EmptyState>
        ) : (
          <RepeatForm id="work-logs" oneTimeKey={data.oneTimeKey}>
            <TickedLogs rows={rows} query={query} links={links} count={summary?.count} />
          </RepeatForm>
        )}
      </div>
      <PageLinks links={links} />
    </div>
  );
}

/** Takes along what stands in the filters. Text browsers know no button outside its form: theirs takes what is applied. */
function CreateInvoices({ query }: { query: string }) {
  if (useContext(TextBrowserContext)) {
    return <ButtonLink to={`/work-logs/create-invoices${query}`}>Create Invoices</ButtonLink>;
  }
  return (
    <>
      <EnterButton form={FILTERS_ID}>Filter</EnterButton>
      <Button variant="secondary" form={FILTERS_ID} {...CREATE_INVOICES}>
        Create Invoices
      </Button>
    </>
  );
}

/** The list as a file or on paper, another file into it, and what Xero knows of its invoices. */
function WaysOut({ search, query, hasRows }: { search: string; query: string; hasRows: boolean }) {
  return (
    <ListLinks
      {...(hasRows
        ? {
            print: '/work-logs/print',
            csv: [
              ['/work-logs.csv', 'Download CSV'],
              ['/hardware-items.csv', 'Hardware items as CSV'],
            ],
          }
        : {})}
      search={search}
      isImported
    >
      <Form method="post" action={`/work-logs/backfill${query}`} preventScrollReset>
        <FormToken />
        <button className="period-link">Backfill Invoice Numbers</button>
      </Form>
    </ListLinks>
  );
}

/** The field for a line; not behind its own page, which would then have two. */
function LineCard(props: ComponentProps<typeof InlineLine>) {
  const isBehind = useLocation().pathname === LINE_PATH;
  return isBehind ? <div className="h-8" /> : <InlineLine {...props} />;
}

function Summary({ summary }: { summary: NonNullable<WorkLogsScreenData['summary']> }) {
  return (
    <>
      <Sums
        figures={[
          ['Logs', summary.count],
          ['Hours', summary.hours, 'minor'],
          ['Amount', summary.amount],
        ]}
      />
      {summary.note ? <p className="text-xs text-muted max-lg:sr-only">{summary.note}</p> : null}
      {summary.isWhole ? null : (
        <p className="text-xs text-muted">
          Too many logs match to add them up.{' '}
          {summary.addUp === null ? (
            'Add a word or a date to see hours and amount.'
          ) : (
            <Link to={summary.addUp} className="link" preventScrollReset>
              Add up
            </Link>
          )}
        </p>
      )}
    </>
  );
}

type ListProps = { rows: WorkLogListRow[] | null; query: string };

/** The list and the bar for what is ticked in it; a browser that shows text has the bar at the list's end. */
function TickedLogs({ rows, query, links, count }: ListProps & MatchingProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isText = useContext(TextBrowserContext);
  const ticked = useTicks(ref, rows);
  const matching = count !== undefined && (links.older ?? links.newer) !== null ? count : null;
  const bar = <TickedBar ticked={ticked} matching={matching} />;
  return (
    <div ref={ref} className="relative flex flex-col">
      {isText ? null : bar}
      <WorkLogTable key={rows ? 'data' : 'page'} rows={rows} query={query} />
      {isText ? bar : null}
    </div>
  );
}

type MatchingProps = Pick<WorkLogsScreenData, 'links'> & { count: string | undefined };

/** The table is not drawn anew for each box that is ticked. */
const WorkLogTable = memo(function WorkLogTable({ rows, query }: ListProps) {
  const ref = useRef<HTMLTableElement>(null);
  const isText = useContext(TextBrowserContext);
  useInternalLinks(ref);
  if (rows === null) return <table className="data-table logs" ref={ref} {...AS_IT_IS} />;
  return (
    <table className="data-table logs" ref={ref}>
      <caption className="sr-only">Work logs, newest first</caption>
      <Heads
        first={
          <th scope="col" className="select-cell">
            <SelectBox ids={printLogIds(rows.map(({ id }) => id))} what="all on this page" />
          </th>
        }
        names={[
          'Date',
          'Client',
          'Work Type',
          'Duration / Items',
          'Amount',
          'Status',
          'Xero Invoice',
          'Actions',
        ]}
      />
      <tbody>
        {rows.map((row, index) => (
          <Row key={row.id} row={row} query={query} isFirst={index === 0} isText={isText} />
        ))}
      </tbody>
    </table>
  );
});

type RowProps = { row: WorkLogListRow; query: string; isFirst: boolean; isText: boolean };

function Row({ row, query, isFirst, isText }: RowProps) {
  // A browser that shows text only need not cut the description, and cannot hide the day's hours.
  const description = isText ? row.description : row.oneLine;
  return (
    <>
      <tr className={row.isInvoiced ? 'invoiced' : undefined}>
        <td className="select-cell">
          <SelectBox ids={row.id} what={`${row.duration} for ${row.client}`} />
        </td>
        <td className={row.isDay ? 'date day' : 'date'}>
          {row.date}
          {!row.dayTotal || isText ? null : <span className="day-total"> {row.dayTotal}</span>}
          {row.loggedBy === null ? null : (
            <span className="block max-w-44 text-xs wrap-anywhere whitespace-normal text-muted">
              <span className="sr-only">Logged by </span>
              {row.loggedBy}
            </span>
          )}
        </td>
        <td className={description ? 'leading cut noted' : 'leading cut'}>
          <a href={`/clients/${row.clientId}`} className="hint font-medium">
            <span className="block truncate">{row.client}</span>{' '}
            {isText ? null : (
              <span className="hint-text" role="tooltip">
                {row.description || 'No description available'}
              </span>
            )}
          </a>
          {description ? <div className="second">{description}</div> : null}
        </td>
        <td className="kind">
          {row.workType}
          {row.job === undefined ? null : (
            <span className="block text-xs wrap-break-word whitespace-normal text-muted">
              {' '}
              {row.job}
            </span>
          )}
        </td>
        <td className="numeric">{row.items ? <ItemsToggle row={row} /> : row.duration}</td>
        <td className="numeric main">{row.amount}</td>
        <td className={row.invoice || (!row.isLocked && row.billable) ? 'usual' : undefined}>
          {row.isInvoiced ? (
            <span className="font-medium whitespace-nowrap text-success">
              <span aria-hidden="true">✓ </span>Invoiced
            </span>
          ) : (
            <span className={row.billable ? 'text-muted' : 'text-muted max-lg:sr-only'}>
              {row.isLocked ? 'Being invoiced' : 'Pending'}
            </span>
          )}{' '}
          {row.billable ? null : <span className="block text-xs text-muted">Not billable</span>}
        </td>
        <td className={row.invoice ? undefined : 'usual'}>
          <InvoiceLink row={row} query={query} />
        </td>
        <td className={row.isLocked ? 'actions' : 'actions openable'}>
          <RepeatButton
            id={row.id}
            what={`${row.duration} for ${row.client}`}
            isTop={isFirst}
            isIcon
          />
          {row.isLocked ? (
            <span className="sr-only">{row.isInvoiced ? 'Locked: invoiced' : 'Locked'}</span>
          ) : (
            <>
              <a
                href={`/work-logs/${row.id}/edit${query}`}
                className="icon-button icon-edit row-link"
              >
                Edit
              </a>
              <a href={`/work-logs/${row.id}/delete${query}`} className="icon-button icon-reject">
                Delete
              </a>
            </>
          )}
        </td>
      </tr>
      {row.items ? (
        <ItemsRow items={row.items} name={row.itemsName} vat={row.itemsVat} total={row.amount} />
      ) : null}
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
