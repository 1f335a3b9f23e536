import { Link } from '@remix-run/react';
import { useMemo, useRef } from 'react';
import { formatPounds } from '../../lib/money.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EnterButton, PostForm, useIsSubmitting } from '../../ui/form.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { usePageOnly } from '../../ui/scripts/page-only.tsx';
import { ShownFields } from '../contacts/contact-choice.tsx';
import { sumAsSent, useChosenSums } from './chosen-sums.ts';
import { LINES_PART, PRESS, SINCE } from './field-names.ts';
import { InvoiceCard, InvoiceRows } from './invoice-card.tsx';
import { together, totalOf, type InvoiceSum, type Total } from './invoice-sum.ts';
import { useKeptAddress, useTypedSince } from './kept-address.ts';
import type { PreviewPage as Preview } from './preview.server.ts';

/**
 * Shows the invoices that would be made, and is where a person decides what they are: one form, whose
 * buttons all send the whole of it, so that nothing chosen is lost. Nothing is sent to Xero before
 * "Create … in Xero" is pressed.
 */
export function PreviewScreen(preview: Preview) {
  const { organisation, filters, groups, leftOut, fingerprint, error, proposal } = preview;
  const ref = useRef<HTMLDivElement>(null);
  useTypedSince(ref, preview);
  useKeptAddress(ref, preview);
  const sums = useChosenSums(preview, ref);
  const lines = usePageOnly(LINES_PART, preview.lines);
  const { rest } = preview;
  const inAll = together(together(totalOf(sums.open.values()), sums.rows), rest);
  const { count, netPence, vatPence, stopped, stoppedNetPence } = inAll;
  const total = formatPounds(netPence + vatPence);
  const title =
    count === 0 ? 'No invoice can be created' : `${sayInvoices(count)}, ${total} in all`;
  // Made anew with each answer only: with an error, the focus goes to the field that is wrong.
  const form = useMemo(
    () => ({ id: 'create-invoices', ...(preview.isWrong ? { status: 'error' as const } : {}) }),
    [preview],
  );
  return (
    <div ref={ref} className="parts">
      <PageHeader title="Create invoices" />
      <p className="text-sm wrap-anywhere text-muted">Drafts in Xero, for {organisation}</p>
      <PostForm form={form} oneTimeKey={preview.oneTimeKey} preventScrollReset className="parts">
        <EnterButton name={PRESS} value="update">
          Update
        </EnterButton>
        <input type="hidden" name="fingerprint" value={fingerprint} />
        <input type="hidden" name={SINCE} value={preview.since} />
        <ShownFields shown={{ organisationId: preview.organisationId }} />
        <Card id="sums" title={title} subtitle={filters}>
          <div className="grid gap-3">
            {error ? <Alert variant="destructive">{error}</Alert> : null}
            {proposal ? <ProposalLine proposal={proposal} /> : null}
            <Buttons preview={preview} count={count} />
            <p className="text-sm text-muted tabular-nums">
              {count > 0
                ? `${formatPounds(netPence)} net + ${formatPounds(vatPence)} VAT = ${total}. `
                : null}
              {stopped > 0
                ? `${formatPounds(stoppedNetPence)} net of what cannot be invoiced yet is not in it.`
                : null}
            </p>
            {leftOut.length > 0 ? (
              <p className="text-sm text-muted">Left out: {leftOut.join('; ')}.</p>
            ) : null}
            {rest.count + rest.stopped > 0 ? (
              <p className="text-sm text-muted">
                {sayRest(rest)} To see them, choose a client or a shorter period in Work Logs.
              </p>
            ) : null}
            {groups.length > 1 ? <Index groups={groups} sums={sums.open} /> : null}
          </div>
        </Card>
        {preview.isEmpty ? (
          <div className="card">
            <EmptyState title="Nothing to invoice">
              No billable log of these filters is without an invoice.
            </EmptyState>
          </div>
        ) : null}
        {groups.map((group) => (
          <InvoiceCard
            key={group.key}
            group={group}
            sum={sums.open.get(group.key) ?? sumAsSent(group)}
            lines={lines}
            open={preview.open}
            closed={preview.closed}
            asked={preview.asked}
            contacts={
              preview.contacts?.clientId === group.clientId ? preview.contacts.screen : null
            }
          />
        ))}
        <InvoiceRows rows={lines?.rows ?? null} />
        {groups.length > 1 ? (
          <p className="text-sm">
            <a href="#sums" className="link inline-flex min-h-6 items-center">
              Back to the sums, and to the button that creates the invoices
            </a>
          </p>
        ) : null}
      </PostForm>
    </div>
  );
}

function sayRest({ count, netPence, vatPence, stopped }: Total): string {
  const total = formatPounds(netPence + vatPence);
  return [
    count > 0 ? `${sayInvoices(count)} more, ${total}, will be created with these.` : '',
    stopped > 0 ? `${stopped} more cannot be created yet.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function sayInvoices(count: number): string {
  return count === 1 ? '1 invoice' : `${count} invoices`;
}

function ProposalLine({
  proposal: { text, links },
}: {
  proposal: NonNullable<Preview['proposal']>;
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span>{text}</span>{' '}
      {links.map((link) => (
        <Link key={link.to} to={link.to} className="link inline-flex min-h-6 items-center">
          {link.text}
        </Link>
      ))}
    </p>
  );
}

function CreateButton({ count }: { count: number }) {
  const isSubmitting = useIsSubmitting();
  if (count === 0) return null;
  return (
    <Button name={PRESS} value="create" disabled={isSubmitting}>
      Create {sayInvoices(count)} in Xero
    </Button>
  );
}

function Buttons({ preview, count }: { preview: Preview; count: number }) {
  const { search, isEmpty, rewrite, hasUnlinked } = preview;
  const isSubmitting = useIsSubmitting();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CreateButton count={count} />
      {!isEmpty ? (
        <Button variant="secondary" name={PRESS} value="update" disabled={isSubmitting}>
          Update
        </Button>
      ) : null}
      <ButtonLink to={search ? `/work-logs?${search}` : '/work-logs'} variant="secondary">
        Cancel
      </ButtonLink>
      {hasUnlinked ? (
        <Button variant="quiet" name={PRESS} value="look up" disabled={isSubmitting}>
          Look up contacts in Xero
        </Button>
      ) : null}
      {rewrite.count === 0 ? null : rewrite.isConfigured ? (
        <Button variant="quiet" name={PRESS} value="rewrite" disabled={isSubmitting}>
          Rewrite with AI
        </Button>
      ) : (
        <p className="text-sm text-muted">
          To have descriptions rewritten for these invoices,{' '}
          <Link to="/settings#ai" className="link">
            set up the AI helper in Settings
          </Link>
          .
        </p>
      )}
      {rewrite.isConfigured && rewrite.count > rewrite.most ? (
        <p className="text-sm text-muted">At most {rewrite.most} of the ticked lines at a time.</p>
      ) : null}
    </div>
  );
}

type IndexProps = { groups: Preview['groups']; sums: Map<string, InvoiceSum> };

/** The invoices and their totals; those that need an answer come first, as their cards do. */
function Index({ groups, sums }: IndexProps) {
  return (
    <nav aria-label="Invoices of this page">
      <ul className="grid gap-x-8 text-sm sm:grid-cols-2">
        {groups.map((group) => {
          const { key, client, month } = group;
          const sum = sums.get(key) ?? sumAsSent(group);
          return (
            <li
              key={key}
              className="flex items-baseline justify-between gap-4 border-t border-line"
            >
              <a
                href={`#invoice-${key}`}
                className="link inline-flex min-h-8 min-w-0 items-center wrap-anywhere"
              >
                {client}, {month}
              </a>
              <span className="shrink-0 text-right tabular-nums">
                {sum.isStopped ? <span className="text-danger">needs an answer </span> : null}
                {sum.goes ? (
                  formatPounds(sum.netPence + sum.vatPence)
                ) : (
                  <span className="text-muted">left out</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
