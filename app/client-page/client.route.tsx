import { useLoaderData, Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { showOf } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { loadClientPage, type ClientPageData } from './client-page.server.ts';
import { InvoiceState } from '../invoices/list/invoices-screen.tsx';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Figures } from '../ui/figures.tsx';
import { Heads } from '../ui/heads.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RepeatButton, RepeatForm } from '../work-logs/again/repeat-form.tsx';
import { InlineLine } from '../work-logs/line/line-form.tsx';

export const meta = pageTitle('Client');

export const loader = showOf('client', ({ context, id }) => loadClientPage(context, id));

/** A client: what waits to be billed, what was billed, its work, invoices, rates and notes. */
export default function Client() {
  const client = useLoaderData<typeof loader>();
  const { id, name, isActive, lineStart, oneTimeKey } = client;
  const back = encodeURIComponent(`/clients/${id}`);
  const who = [client.contactPerson, client.email].filter(Boolean).join(', ');
  return (
    <div className="parts">
      <PageHeader title={name}>
        {isActive ? null : <Badge tone="neutral">Inactive</Badge>}
        <ButtonLink to={`/clients/${id}/edit?back=${back}`} variant="secondary">
          Edit
        </ButtonLink>
        <ButtonLink to={`/work-logs/create-invoices?clientId=${id}`} variant="secondary">
          Create Invoices
        </ButtonLink>
        {isActive ? (
          <ButtonLink to={`/work-logs/new?client=${id}&back=${back}`}>Add Log</ButtonLink>
        ) : null}
      </PageHeader>
      {who ? <p className="text-sm wrap-anywhere text-muted">{who}</p> : null}
      {isActive ? <InlineLine oneTimeKey={oneTimeKey} start={lineStart} /> : null}
      <Figures
        figures={client.figures}
        columns="xl:grid-cols-4 print:grid-cols-4"
        more={({ note }) => <span className="block text-xs text-muted">{note}</span>}
      />
      {client.repricing ? (
        <Link to={client.repricing.to} className="link no-print">
          {client.repricing.text}
        </Link>
      ) : null}
      <Jobs client={client} />
      <Logs client={client} />
      <Invoices client={client} />
      <Notes client={client} back={back} />
      <Settings client={client} back={back} />
    </div>
  );
}

type ListProps = { title: string; to: string; link?: string; children: ReactNode };

/** A list on the page, its heading, and where all of it is, or another link. */
function List({ title, to, link, children }: ListProps) {
  return (
    <section aria-label={title}>
      <header className="mb-1 flex items-center justify-between">
        <h2 className="card-title">{title}</h2>
        <Link to={to} className="period-link no-print" aria-label={link ?? `View all: ${title}`}>
          {link ?? 'View All'}
        </Link>
      </header>
      <div className="card">{children}</div>
    </section>
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="p-3 text-muted">{children}</p>;
}

function Jobs({ client: { id, jobs } }: { client: ClientPageData }) {
  if (jobs.length === 0) return null;
  return (
    <List title="Jobs" to={`/clients/${id}/jobs/new`} link="Add Job">
      <table className="data-table">
        <caption className="sr-only">Jobs</caption>
        <Heads names={['Job', 'Status', 'Duration', 'Amount', 'Budget used']} />
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <td className="leading cut">
                <Link to={`/clients/jobs/${job.id}/edit`} className="link font-medium">
                  {job.name}
                </Link>{' '}
                <div className="second">{job.details}</div>
              </td>
              <td className="text-muted">{job.isOpen ? 'Open' : 'Done'}</td>
              <td className="numeric">
                <Link to={`/work-logs?jobId=${job.id}`} className="link">
                  {job.hours}
                </Link>
              </td>
              <td className="numeric main">{job.amount}</td>
              <td className="numeric">{job.budget}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </List>
  );
}

function Logs({ client: { id, logs, repeatKey, isActive } }: { client: ClientPageData }) {
  return (
    <List title="Newest work logs" to={`/work-logs?clientId=${id}`}>
      {logs.rows.length === 0 ? (
        <Nothing>No work logged yet</Nothing>
      ) : (
        <RepeatForm id="client-logs" oneTimeKey={repeatKey}>
          <table className="data-table">
            <caption className="sr-only">Newest work logs</caption>
            <Heads names={['Date', 'Work Type', 'Duration / Items', 'Amount', 'Status', '']} />
            <tbody>
              {logs.rows.map((log, index) => (
                <tr key={log.id} className={log.state === 'Invoiced' ? 'invoiced' : undefined}>
                  <td className="date">{log.date}</td>
                  <td className="leading cut">
                    {log.isLocked ? (
                      log.workType
                    ) : (
                      <Link
                        to={`/work-logs/${log.id}/edit?back=${encodeURIComponent(`/clients/${id}`)}`}
                        className="link"
                      >
                        {log.workType}
                      </Link>
                    )}{' '}
                    <div className="second">{log.description}</div>
                  </td>
                  <td className="numeric">{log.duration}</td>
                  <td className="numeric main">{log.amount}</td>
                  <td className={log.state === 'Invoiced' ? 'text-success' : 'text-muted'}>
                    {log.state}
                  </td>
                  <td className="actions -my-2">
                    {isActive ? (
                      <RepeatButton
                        id={log.id}
                        what={`${log.duration} of ${log.workType}`}
                        isTop={index === 0}
                        isIcon
                      />
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </RepeatForm>
      )}
    </List>
  );
}

function Invoices({ client: { id, invoices } }: { client: ClientPageData }) {
  return (
    <List title="Invoices" to={`/invoices?clientId=${id}`}>
      {invoices.rows.length === 0 ? (
        <Nothing>No invoices yet</Nothing>
      ) : (
        <table className="data-table">
          <caption className="sr-only">Invoices</caption>
          <Heads names={['Invoice', 'Period', 'Dated', 'Status', 'Total']} />
          <tbody>
            {invoices.rows.map((row) => (
              <tr key={row.id}>
                <td className="leading">
                  <Link to={`/invoices/${row.id}`} className="link font-medium">
                    {row.number}
                  </Link>
                </td>
                <td>{row.shortMonth}</td>
                <td className="date">{row.issued || '–'}</td>
                <td>
                  <InvoiceState row={row} />
                </td>
                <td className="numeric main">{row.isCancelled ? <s>{row.total}</s> : row.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </List>
  );
}

const IN_XERO = 'Contact in Xero';

function Settings({ client, back }: { client: ClientPageData; back: string }) {
  const { id, rates, billing, xero } = client;
  const contact = xero ? [{ label: IN_XERO, value: xero.contact ?? 'Not linked' }] : [];
  return (
    <Disclosure title="Rates and billing">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {[...rates, ...billing, ...contact].map(({ label, value }) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">
              {value}{' '}
              {label === IN_XERO ? (
                <Link to={`/clients/${id}/contact?back=${back}`} className="link no-print">
                  {xero?.contact ? 'Change' : 'Choose'}
                </Link>
              ) : null}
            </dd>
          </Fragment>
        ))}
        {client.jobs.length > 0 ? null : (
          <>
            <dt className="text-muted">Jobs</dt>
            <dd>
              None{' '}
              <Link to={`/clients/${id}/jobs/new`} className="link no-print">
                Add
              </Link>
            </dd>
          </>
        )}
      </dl>
    </Disclosure>
  );
}

function Notes({ client: { id, notes }, back }: { client: ClientPageData; back: string }) {
  return (
    <section aria-label="Notes">
      {notes === null ? (
        <p className="text-muted">
          No notes yet.{' '}
          <Link to={`/clients/${id}/edit?back=${back}`} className="link">
            Add a note
          </Link>
        </p>
      ) : (
        <>
          <h2 className="card-title">Notes</h2>
          <p className="wrap-anywhere whitespace-pre-line">{notes}</p>
        </>
      )}
    </section>
  );
}
