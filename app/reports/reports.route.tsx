import { json } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { show } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import {
  loadReportsScreen,
  type ReportData,
  type ReportsScreenData,
} from './reports-screen.server.ts';
import { PrintButton } from '../ui/print-button.tsx';
import { EmptyState, PageHeader } from '../ui/page-header.tsx';
import { ReportChart, ReportTable } from './report-table.tsx';
import { TextField } from '../ui/field.tsx';
import { Figures } from '../ui/figures.tsx';
import {
  FilterButtons,
  FilterByName,
  FilterForm,
  FilterSelect,
  ListTools,
} from '../ui/filter-form.tsx';
import { PeriodLinks } from '../ui/period-links.tsx';

export const meta = pageTitle('Reports');

export const loader = show(({ context, url }) => {
  const screen = loadReportsScreen(context, url);
  return json(screen, { status: screen.report === null ? 400 : 200 });
});

export default function Reports() {
  return <ReportsScreen {...useLoaderData<typeof loader>()} />;
}

/** Reports: what the work of a period comes to, and the logs behind each figure. */
function ReportsScreen(data: ReportsScreenData) {
  const { report, tabs } = data;
  const hasRows = report !== null && report.rows.length > 0;
  return (
    <div className="report parts">
      <PageHeader title="Reports">
        {hasRows ? <PrintButton variant="secondary" /> : null}
        {hasRows ? (
          // A file is not a page of ours: the browser fetches it itself.
          <a href={report.file} className="button button-secondary" download>
            Download CSV
          </a>
        ) : null}
      </PageHeader>
      {report ? <p className="text-sm wrap-anywhere text-muted">{sayTitle(report)}</p> : null}
      {data.hasLogs || report === null ? (
        <ListTools filters={<ReportFilters {...data} />} sums={<Tabs tabs={tabs} />} />
      ) : null}
      {report ? <ReportBody report={report} hasLogs={data.hasLogs} /> : null}
    </div>
  );
}

/** What the sums are by. */
function Tabs({ tabs }: Pick<ReportsScreenData, 'tabs'>) {
  return (
    <nav aria-label="Add up by" className="no-print period-links">
      {tabs.map(({ name, search, isShown }) => (
        <Link
          key={name}
          to={`/reports?${search}`}
          preventScrollReset
          aria-current={isShown ? 'true' : undefined}
          className="period-link"
        >
          {`By ${name.toLowerCase()}`}
        </Link>
      ))}
    </nav>
  );
}

function sayTitle({ label, period, limits }: ReportData): string {
  const only = limits.length === 0 ? '' : ` (${limits.join(', ')})`;
  return `Hours and net amounts by ${label.toLowerCase()}, ${period}${only}`;
}

function ReportBody({ report, hasLogs }: { report: ReportData; hasLogs: boolean }) {
  if (report.rows.length === 0) {
    return (
      <div className="card">
        <EmptyState title="No work in this period">
          {report.gone.length > 0
            ? 'There was work in the previous period'
            : hasLogs
              ? 'Choose another period or fewer filters'
              : 'Work that you log appears here'}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Cards report={report} />
      <ReportChart report={report} />
      <div className="card">
        <ReportTable report={report} />
        {report.count > report.rows.length ? (
          <p className="px-4 py-3 text-sm text-muted">
            {report.rows.length} of {report.count} rows shown. Totals and the CSV file include all.
          </p>
        ) : null}
      </div>
      <Notes report={report} />
    </>
  );
}

const TONES = { better: 'text-success', worse: 'text-danger', neutral: 'text-muted' } as const;

function Cards({ report: { cards, compared, billed } }: { report: ReportData }) {
  return (
    <Figures
      figures={cards}
      columns="sm:grid-cols-3 xl:grid-cols-5 print:grid-cols-[repeat(5,auto)]"
      more={({ change, previous }) => (
        <>
          {change ? (
            <span className={`text-sm font-medium ${TONES[change.tone]}`}>{change.text}</span>
          ) : null}{' '}
          {previous ? <span className="block text-xs text-muted">{previous}</span> : null}
        </>
      )}
    >
      {compared || billed ? (
        <p className="mt-2 text-xs text-muted">
          {compared ? `${compared}. ` : null}
          {billed ? (
            <>
              Billed in this period, by the date of the invoice:{' '}
              <Link to={billed.link} className="link">
                {billed.count}
              </Link>
              , {billed.net} net.{billed.leftOut && ` ${billed.leftOut}`}
            </>
          ) : null}
        </p>
      ) : null}
    </Figures>
  );
}

function Notes({ report }: { report: ReportData }) {
  const { gone, hasBefore, besideTime, invoicedNet } = report;
  return (
    <div className="grid gap-1 text-xs text-muted">
      {hasBefore && gone.length > 0 ? (
        <p className="wrap-anywhere">Only in the previous period: {gone.join(', ')}.</p>
      ) : null}
      <p>
        All amounts are net of VAT. Net and billable hours are of billable work. Effective rate:
        what an hour brought, the net of billable time by all hours, without {besideTime}.{' '}
        {invoicedNet}
      </p>
    </div>
  );
}

function ReportFilters(data: ReportsScreenData) {
  const { filters, clients, jobs, workTypes, people, periods, sorts } = data;
  const { search } = useLocation();
  return (
    <FilterForm action="/reports" label="Reports" filters={filters}>
      {(field) => (
        <>
          <input
            type="hidden"
            name="by"
            value={filters.values.by === '' ? 'client' : filters.values.by}
          />
          <TextField field={field('from')} label="From" type="date" />
          <TextField field={field('to')} label="To" type="date" />
          <FilterByName field={field('clientId')} label="Client" named={clients} />
          {jobs === undefined ? null : (
            <FilterByName field={field('jobId')} label="Job" named={jobs} />
          )}
          <FilterByName field={field('workTypeId')} label="Type" named={workTypes} />
          <FilterSelect field={field('billable')} label="Billing">
            <option value="">All</option>
            <option value="true">Billable</option>
            <option value="false">Not billable</option>
          </FilterSelect>
          <FilterSelect field={field('isInvoiced')} label="Status">
            <option value="">All</option>
            <option value="false">Not invoiced</option>
            <option value="true">Invoiced</option>
          </FilterSelect>
          {people.length === 0 ? null : (
            <FilterByName field={field('person')} label="Logged by" named={people} />
          )}
          <FilterSelect field={field('sort')} label="Order">
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </FilterSelect>
          <FilterButtons clear={search === '' ? null : '/reports'} name="Show" />
          <PeriodLinks action="/reports" periods={periods} fields={['from', 'to']} />
        </>
      )}
    </FilterForm>
  );
}
