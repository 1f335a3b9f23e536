import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, useOutlet, Form } from '@remix-run/react';
import { showOf } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import {
  loadInvoicePage,
  type InvoicePageData,
  type InvoicePageLine,
} from './invoice-screen.server.ts';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormToken } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { InvoiceState } from '../list/invoices-screen.tsx';
import { sayEnded } from '../../lib/invoice-status.ts';
import { useProgress } from '../../ui/progress/progress-panel.tsx';
import { StatusesLine } from '../refresh/statuses-line.tsx';

export const meta: MetaFunction = pageTitle('Invoice');

export const loader = showOf('invoice', ({ context, id }) => loadInvoicePage(context, id));

/** One invoice: what it comes to, its lines as Xero has them, and where each came from. */
export default function Invoice() {
  const data = useLoaderData<typeof loader>();
  const { row, lines, removed, others, statuses, back } = data;
  const dialog = useOutlet();
  const amount = (text: string) => (row.isCancelled ? <s>{text}</s> : text);
  useProgress(back.underWay !== null, back.underWay ?? '');
  return (
    <>
      {dialog}
      <div className="behind-dialog parts">
        <PageHeader title={`Invoice ${row.number}`}>
          {row.url ? (
            <a href={row.url} target="_blank" rel="noreferrer" className="button button-secondary">
              Open in Xero
            </a>
          ) : null}
          {back.label ? (
            <ButtonLink to={`/invoices/${row.id}/take-back`} variant="secondary" preventScrollReset>
              {back.label}
            </ButtonLink>
          ) : null}
          <ButtonLink to={`/invoices/${row.id}/statement`}>Statement</ButtonLink>
        </PageHeader>
        <p className="text-sm wrap-anywhere text-muted">
          {row.client}, {row.month}
        </p>
        <StatusesLine statuses={statuses} />
        {back.underWay ? (
          <Notice
            text={back.underWay}
            action={`/invoices/${row.id}/take-back`}
            button="Check with Xero now"
          />
        ) : null}
        {back.notDone ? <Alert title="Not taken back">{back.notDone}</Alert> : null}
        {data.canRelease ? (
          <Notice
            text={`It was ${sayEnded(row.status)} in Xero. Release its logs to invoice them again.`}
            action={`/work-logs/invoices/${row.id}/release?back=/invoices/${row.id}`}
            button={`Release ${data.logCount === 1 ? 'its log' : `its ${data.logCount} logs`}`}
          />
        ) : null}
        <Facts data={data} />
        <Card
          title={data.lineCount === 1 ? '1 line' : `${data.lineCount} lines`}
          subtitle="As in Xero, ex VAT. Open a line to see its work logs."
        >
          <ol className="-my-4 divide-y divide-line">
            {lines.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </ol>
          {data.lineCount > lines.length ? (
            <p className="mt-6 text-sm text-muted">
              The first {lines.length} are shown here. The statement lists all.
            </p>
          ) : null}
          <dl className="keep-together mt-6 grid justify-end gap-x-6 gap-y-1 text-sm tabular-nums [grid-template-columns:auto_auto]">
            <dt className="text-muted">Net</dt>
            <dd className="text-right">{amount(row.net)}</dd>
            <dt className="text-muted">VAT</dt>
            <dd className="text-right">{amount(row.vat)}</dd>
            <dt className="font-medium">Total with VAT</dt>
            <dd className="text-right font-medium">{amount(row.total)}</dd>
          </dl>
        </Card>
        {removed.length > 0 ? (
          <Card title="Removed in Xero">
            <ul className="-my-4 divide-y divide-line">
              {removed.map((line) => (
                <li key={line.key} className="grid gap-2 py-3">
                  <p className="flex justify-between gap-4">
                    <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
                      {line.description}
                    </span>
                    <span className="shrink-0 tabular-nums">{line.net}</span>
                  </p>
                  {line.logs.map((log) => (
                    <LogBehind key={log.id} log={log} />
                  ))}
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
        {others.length > 0 ? (
          <Card
            title="Further logs"
            subtitle="Also on this invoice, but not recorded for which line"
          >
            <div className="grid gap-4">
              {others.map((log) => (
                <LogBehind key={log.id} log={log} />
              ))}
            </div>
          </Card>
        ) : null}
      </div>
    </>
  );
}

/** What is to be known of the invoice, and a button for it, which posts to an address. */
function Notice({ text, action, button }: { text: string; action: string; button: string }) {
  return (
    <div className="notice">
      <span>{text}</span>
      <Form method="post" action={action}>
        <FormToken />
        <Button variant="secondary">{button}</Button>
      </Form>
    </div>
  );
}

function Facts({ data }: { data: InvoicePageData }) {
  const { row, facts, amountDue } = data;
  return (
    <div className="card px-4 py-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 xl:grid-cols-5">
        <Fact label="Status">
          <InvoiceState row={row} />
        </Fact>
        <Fact label="Dated">{row.issued || '–'}</Fact>
        <Fact label="Due">{row.due ?? '–'}</Fact>
        <Fact label="Paid">
          {row.paid || '–'}
          {row.paidDay ? ` on ${row.paidDay}` : ''}
        </Fact>
        {/* What is not approved is owed by nobody yet, as in the sums of the list. */}
        <Fact label="Outstanding">
          {row.isCancelled || row.status === 'draft'
            ? '–'
            : (amountDue ?? (row.status === 'ready' ? '–' : 'not known yet'))}
        </Fact>
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <Fact label="Created in">
          <a href={`/work-logs/invoice-runs/${row.runId}`} className="link">
            batch {row.runId}
          </a>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

const CHANGES = { same: null, changed: 'Changed in Xero', added: 'Added in Xero' } as const;

function Line({ line }: { line: InvoicePageLine }) {
  const change = CHANGES[line.change];
  return (
    <li className="py-1">
      <details className="on-paper">
        <summary className="min-h-11 rounded-lg py-2">
          <span className="inline-grid w-[calc(100%-1.5rem)] grid-cols-[1fr_auto] gap-x-4 align-top">
            <span className="min-w-0 font-medium wrap-anywhere whitespace-pre-wrap">
              {line.description}
            </span>{' '}
            <span className="text-right font-medium tabular-nums">{line.net}</span>{' '}
            <span className="text-sm text-muted tabular-nums">
              {line.quantity} × {line.unitPrice}{' '}
              {change ? <Badge tone="warning">{change}</Badge> : null}
            </span>
            <span className="text-right text-sm text-muted tabular-nums">VAT {line.vat}</span>
          </span>
        </summary>
        <div className="grid gap-4 px-4 py-2">
          {line.sent ? <Alert>{line.sent}</Alert> : null}
          {line.rounding ? <p className="text-sm">{line.rounding}</p> : null}
          {line.logs.length === 0 ? (
            <p className="text-sm text-muted">
              {line.change === 'added'
                ? 'No work log: somebody added this line in Xero.'
                : line.isDiscount
                  ? 'A discount on this invoice. Its work logs keep their amounts.'
                  : 'The work logs of this line are not recorded.'}
            </p>
          ) : (
            line.logs.map((log) => <LogBehind key={log.id} log={log} />)
          )}
        </div>
      </details>
    </li>
  );
}

/** A work log behind a line: its time and rate, where it came from, and what was done with it. */
function LogBehind({ log }: { log: InvoicePageLine['logs'][number] }) {
  if (log.gone !== null) {
    return (
      <p className="text-sm text-muted">
        Work log {log.id}, which {log.gone}.
      </p>
    );
  }
  const { task } = log;
  return (
    <section
      aria-label={`Work log ${log.id}`}
      className="grid gap-2 rounded-lg border border-line px-4 py-3 text-sm"
    >
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium tabular-nums">
          {log.day} · <bdi>{log.workType}</bdi> · {log.what}
        </span>{' '}
        <span className="tabular-nums">{log.amount}</span>
      </p>
      {log.description ? (
        <p className="wrap-anywhere whitespace-pre-wrap">{log.description}</p>
      ) : null}
      {log.isFree ? (
        <p className="text-muted">This log was released, so it may have been changed since.</p>
      ) : null}
      {log.rate ? <p className="tabular-nums">Rate: {log.rate}</p> : null}
      {task ? (
        <p className="wrap-anywhere">
          From the {task.source} task “{task.name}”{task.project ? ` of ${task.project}` : ''},
          completed {task.completed}
          {task.description ? `: ${task.description}` : ''}
        </p>
      ) : null}
      {log.rewrites.map((rewrite) => (
        <dl key={rewrite.key} className="grid gap-1">
          <dt className="text-xs text-muted">Before AI</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{rewrite.before}</dd>
          <dt className="text-xs text-muted">After AI</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{rewrite.after}</dd>
          {rewrite.who ? <dd className="text-xs text-muted">{rewrite.who}</dd> : null}
        </dl>
      ))}
      <ol className="text-xs text-muted tabular-nums">
        {log.events.map((event) => (
          <li key={event.key}>
            {event.when}: {event.what}
          </li>
        ))}
      </ol>
    </section>
  );
}
