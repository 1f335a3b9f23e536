import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../http/json-api.server.ts';
import { orPage } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { loadClientPage, type ClientPageData } from './client-page.server.ts';
import { StatusBadge } from '../invoices/list/invoices-screen.tsx';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RepeatButton, RepeatForm } from '../work-logs/again/repeat-form.tsx';
import { InlineLine } from '../work-logs/line/line-form.tsx';

export const meta = pageTitle('Client');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => loadClientPage(context, toId(params.id, 'The client')));
}

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
      <Figures figures={client.figures} />
      <div className="grid gap-5 xl:grid-cols-[11fr_9fr] [&>*]:min-w-0">
        <Logs client={client} />
        <div className="grid content-start gap-5">
          <Invoices client={client} />
          <Settings client={client} back={back} />
          <Notes client={client} back={back} />
        </div>
      </div>
    </div>
  );
}

function Figures({ figures }: Pick<ClientPageData, 'figures'>) {
  return (
    <section aria-label="In total" className="card px-4 py-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 xl:grid-cols-4 print:grid-cols-4">
        {figures.map(({ label, value, note, link }) => (
          <div key={label} className="min-w-0 tabular-nums">
            <dt className="text-xs text-muted">{label}</dt>
            <dd>
              <span className="text-lg font-semibold tracking-tight wrap-anywhere">
                {link ? (
                  <Link to={link} className="link">
                    {value}
                  </Link>
                ) : (
                  value
                )}
              </span>{' '}
              <span className="block text-xs text-muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ViewAll({ to, what }: { to: string; what: string }) {
  return (
    <ButtonLink to={to} variant="quiet" className="-my-1.5 -mr-2" aria-label={`View all ${what}`}>
      View All
    </ButtonLink>
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="py-8 text-center text-sm text-muted">{children}</p>;
}

function Logs({ client: { id, logs, repeatKey, isActive } }: { client: ClientPageData }) {
  return (
    <Card
      title="Newest work logs"
      actions={<ViewAll to={`/work-logs?clientId=${id}`} what="work logs of this client" />}
    >
      {logs.rows.length === 0 ? (
        <Nothing>No work logged yet</Nothing>
      ) : (
        <RepeatForm id="client-logs" oneTimeKey={repeatKey}>
          <ul className="-my-4 divide-y divide-line">
            {logs.rows.map((log, index) => (
              <li key={log.id} className="flex items-center gap-3 py-3">
                <div className="min-w-0 flex-1 gap-3 sm:flex sm:justify-between">
                  <div className="min-w-0">
                    <p className="line-clamp-2 font-medium wrap-anywhere sm:line-clamp-1">
                      {log.isLocked ? (
                        log.workType
                      ) : (
                        <Link
                          to={`/work-logs/${log.id}/edit?back=${encodeURIComponent(`/clients/${id}`)}`}
                          className="link"
                        >
                          {log.workType}
                        </Link>
                      )}
                    </p>
                    <p className="line-clamp-2 text-sm wrap-anywhere text-muted sm:line-clamp-1">
                      {log.description || 'No description'}
                    </p>
                  </div>
                  <div className="shrink-0 tabular-nums max-sm:mt-1 max-sm:text-sm sm:text-right">
                    <p className="font-medium">
                      {log.duration} · {log.amount}
                    </p>
                    <p className="text-sm text-muted">
                      {log.date}, {log.state}
                    </p>
                  </div>
                </div>
                {isActive ? (
                  <RepeatButton
                    id={log.id}
                    what={`${log.duration} of ${log.workType}`}
                    isTop={index === 0}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </RepeatForm>
      )}
    </Card>
  );
}

function Invoices({ client: { id, invoices } }: { client: ClientPageData }) {
  return (
    <Card
      title="Invoices"
      actions={<ViewAll to={`/invoices?clientId=${id}`} what="invoices of this client" />}
    >
      {invoices.rows.length === 0 ? (
        <Nothing>No invoices yet</Nothing>
      ) : (
        <ul className="-my-4 divide-y divide-line">
          {invoices.rows.map((row) => (
            <li key={row.id} className="flex items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-medium">
                  <Link to={`/invoices/${row.id}`} className="link">
                    {row.number}
                  </Link>
                </p>
                <p className="text-sm text-muted">
                  {row.shortMonth}
                  {row.issued ? `, dated ${row.issued}` : ''}
                </p>
              </div>
              <div className="shrink-0 text-right tabular-nums">
                <p className="font-medium">{row.total}</p>
                <StatusBadge row={row} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Settings({ client, back }: { client: ClientPageData; back: string }) {
  const { id, rates, billing, xero } = client;
  return (
    <Card title="Rates and billing">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {rates.map(({ label, value }) => (
          <Term key={label} label={`${label} rate`}>
            {value}
          </Term>
        ))}
        {billing.map(({ label, value }) => (
          <Term key={label} label={label}>
            {value}
          </Term>
        ))}
        {xero ? (
          <Term label="Contact in Xero">
            {xero.contact ?? 'Not linked'}{' '}
            <Link
              to={`/clients/${id}/contact?back=${back}`}
              className="link no-print"
              preventScrollReset
            >
              {xero.contact === null ? 'Choose' : 'Change'}
            </Link>
          </Term>
        ) : null}
      </dl>
    </Card>
  );
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Notes({ client: { id, notes }, back }: { client: ClientPageData; back: string }) {
  return (
    <Card title="Notes">
      {notes === null ? (
        <p className="text-sm text-muted">
          No notes yet.{' '}
          <Link to={`/clients/${id}/edit?back=${back}`} className="link">
            Add a note
          </Link>
        </p>
      ) : (
        <p className="text-sm wrap-anywhere whitespace-pre-line">{notes}</p>
      )}
    </Card>
  );
}
