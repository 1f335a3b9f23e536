import { Link } from '@remix-run/react';
import { useMemo, useRef } from 'react';
import { formatPounds } from '../../lib/money.ts';
import { Alert } from '../../ui/alert.tsx';
import { DUE_EXAMPLES } from '../../clients/billing.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { EnterButton, PostForm, useIsSubmitting } from '../../ui/form.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { AS_IT_IS, usePageOnly } from '../../ui/scripts/page-only.tsx';
import { ShownFields } from '../contacts/contact-choice.tsx';
import { useChosenSums } from './chosen-sums.ts';
import { fieldState, LINES_PART, PRESS, SINCE } from './field-names.ts';
import { InvoiceTable } from './invoice-table.tsx';
import { together, totalOf, type Total } from './invoice-sum.ts';
import { useKeptAddress, useTypedSince } from './kept-address.ts';
import type { PreviewPage as Preview } from './preview.server.ts';

/**
 * Shows the invoices that would be made, and is where a person decides what they are: one form, whose
 * buttons all send the whole of it, so that nothing chosen is lost. Nothing is sent to Xero before
 * "Create … in Xero" is pressed.
 */
export function PreviewScreen(preview: Preview) {
  const { groups, rest, running, search } = preview;
  const ref = useRef<HTMLDivElement>(null);
  useTypedSince(ref, preview);
  useKeptAddress(ref, preview);
  const sums = useChosenSums(preview, ref);
  const lines = usePageOnly(LINES_PART, preview.lines);
  // Made anew with each answer only: with an error, the focus goes to the field that is wrong.
  const form = useMemo(
    () => ({ id: 'create-invoices', ...(preview.isWrong ? { status: 'error' as const } : {}) }),
    [preview],
  );
  return (
    <div ref={ref} className="parts">
      <PageHeader title="Create invoices">
        <ButtonLink to={search ? `/work-logs?${search}` : '/work-logs'} variant="secondary">
          Cancel
        </ButtonLink>
      </PageHeader>
      <PostForm
        form={form}
        oneTimeKey={preview.oneTimeKey}
        preventScrollReset
        className="grid gap-3"
      >
        <EnterButton name={PRESS} value="update">
          Update
        </EnterButton>
        <input type="hidden" name="fingerprint" value={preview.fingerprint} />
        <input type="hidden" name={SINCE} value={preview.since} />
        <ShownFields shown={{ organisationId: preview.organisationId }} />
        <Head total={together(totalOf(sums.values()), rest)} preview={preview} />
        {preview.error ? <Alert variant="destructive">{preview.error}</Alert> : null}
        <Notes preview={preview} />
        {/* What the form showed of the invoices without lines: the server compares it with what comes back. */}
        {lines ? (
          <div key="data" hidden>
            <input type="hidden" name={lines.rows.name} value={lines.rows.value} />
          </div>
        ) : (
          <div key="page" hidden {...AS_IT_IS} />
        )}
        {groups.length > 0 ? (
          <InvoiceTable {...{ preview, sums, lines }} />
        ) : (
          <EmptyState title="Nothing to invoice">
            {running ? (
              <>
                {running.work}.{' '}
                <Link to={running.to} className="link inline-flex min-h-6 items-center">
                  {running.text}
                </Link>
              </>
            ) : (
              'Nothing here is waiting to be invoiced.'
            )}
          </EmptyState>
        )}
        {preview.ofAll ? <DatesOfAll fields={preview.ofAll} /> : null}
      </PostForm>
    </div>
  );
}

/** The dates of all invoices at once, but for those that have dates of their own. */
function DatesOfAll({ fields: { day, dueIn } }: { fields: NonNullable<Preview['ofAll']> }) {
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="pb-2 font-medium">Dates of all invoices</legend>
      <TextField field={fieldState(day)} label="Invoice date" type="date" hint={AS_CLIENTS} />
      <TextField
        field={fieldState(dueIn)}
        label="Due"
        hint={`${DUE_EXAMPLES}; ${AS_CLIENTS.toLowerCase()}`}
      />
    </fieldset>
  );
}

const AS_CLIENTS = 'Empty: as each client has it';

/** What all comes to, with the button that creates it: it stays in view. */
function Head({ total, preview }: { total: Total; preview: Preview }) {
  const { count, netPence, vatPence, stopped, stoppedNetPence } = total;
  const isSubmitting = useIsSubmitting();
  const sum = `${formatPounds(netPence)} + ${formatPounds(vatPence)} VAT = ${formatPounds(netPence + vatPence)}`;
  return (
    <div className="sticky top-12 z-20 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 bg-surface py-2 lg:top-0">
      {count > 0 ? (
        <Button name={PRESS} value="create" disabled={isSubmitting}>
          Create {sayInvoices(count)} in Xero
        </Button>
      ) : null}
      <p className="min-w-0 flex-1 basis-56 tabular-nums">
        <span className="font-medium">{count > 0 ? sum : 'No invoice can be created'}</span>
        {stopped > 0 ? `. ${formatPounds(stoppedNetPence)} ex VAT waits for an answer.` : null}
      </p>
      {preview.groups.length > 0 ? (
        <Button variant="secondary" name={PRESS} value="update" disabled={isSubmitting}>
          Update
        </Button>
      ) : null}
    </div>
  );
}

/** Which work it is, links to other work, what is not here, and what else can be done with it. */
function Notes({ preview }: { preview: Preview }) {
  const { organisation, filters, proposal, leftOut, rest, hasUnlinked, rewrite } = preview;
  const isSubmitting = useIsSubmitting();
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-muted">
      <span className="wrap-anywhere">Drafts in Xero, for {organisation}</span>
      <span>{proposal?.text ?? filters}</span>
      {proposal?.links.map(({ to, text }) => (
        <Link key={to} to={to} className="link inline-flex min-h-8 items-center">
          {text}
        </Link>
      ))}
      {leftOut ? <span>{leftOut}</span> : null}
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
        <Link to="/settings#ai" className="link inline-flex min-h-8 items-center">
          Set up the AI helper to have descriptions rewritten
        </Link>
      )}
      {rewrite.isConfigured && rewrite.count > rewrite.most ? (
        <span>At most {rewrite.most} of the ticked lines at a time.</span>
      ) : null}
      {rest.count + rest.stopped > 0 ? <span>{sayRest(rest)}</span> : null}
    </div>
  );
}

function sayRest({ count, netPence, vatPence, stopped }: Total): string {
  const total = formatPounds(netPence + vatPence);
  return [
    count > 0 ? `${sayInvoices(count)} more, ${total}, will be created with these.` : '',
    stopped > 0 ? `${stopped} more cannot be created yet.` : '',
    'To see them, choose a client or a shorter period in Work Logs.',
  ]
    .filter(Boolean)
    .join(' ');
}

function sayInvoices(count: number): string {
  return count === 1 ? '1 invoice' : `${count} invoices`;
}
