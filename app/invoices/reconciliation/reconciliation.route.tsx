import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { takeUpAllExact } from '../unmatched/take-up.server.ts';
import {
  compareIfOld,
  compareNow,
  loadReconciliation,
  type Reconciliation,
} from './check.server.ts';
import { STATUS_LABELS } from '../../lib/invoice-status.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostForm } from '../../ui/form.tsx';
import { Heads } from '../../ui/heads.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { RefreshItself, useProgress } from '../../ui/progress/progress-panel.tsx';
import type { DifferenceKind } from './differences.ts';

const PressForm = z.object({ press: z.enum(['check', 'take-up']).default('check') });

export const meta = pageTitle('Compare with Xero');

export const loader = show(async ({ context }) => {
  await compareIfOld(context);
  return { ...loadReconciliation(context), oneTimeKey: newOneTimeKey() };
});

/** Compares again now, or takes up the invoices whose work is certain. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, PressForm);
  if (form.submission.status === 'success' && form.submission.value.press === 'take-up') {
    return submit(context, form, {
      button: true,
      run: () => takeUpAllExact(context),
      goTo: '/reconciliation',
      success: (count) => ({
        text: count === 1 ? '1 invoice matched' : `${count} invoices matched`,
      }),
      failure: 'Failed to match the invoices',
    });
  }
  await compareNow(context);
  return redirect('/reconciliation', { status: 303 });
}

type OrganisationView = Reconciliation['organisations'][number];

/** What was invoiced here beside what Xero has: every difference, or that there is none. */
export default function ReconciliationPage() {
  const { organisations, unmatched, isComparing, oneTimeKey } = useLoaderData<typeof loader>();
  useProgress(isComparing, '');
  return (
    <div className="parts">
      <PageHeader title="Compare with Xero">
        {organisations.some(({ isConnected }) => isConnected) ? (
          <PostForm form={{ id: 'compare' }}>
            <Button>Check now</Button>
          </PostForm>
        ) : null}
      </PageHeader>
      {isComparing ? (
        <p role="status" className="text-sm text-muted">
          Reading all invoices from Xero… <RefreshItself seconds={3} />
        </p>
      ) : null}
      <UnmatchedList invoices={unmatched} oneTimeKey={oneTimeKey} />
      {organisations.length === 0 ? (
        <div className="card">
          <EmptyState title="Nothing to compare">
            No invoices were created from here yet.
          </EmptyState>
        </div>
      ) : (
        organisations.map((one) => <Organisation key={one.id} organisation={one} />)
      )}
    </div>
  );
}

function Organisation({ organisation }: { organisation: OrganisationView }) {
  const { name, isConnected, compared, checkedAt, message, differences, more } = organisation;
  const invoices = compared === 1 ? '1 invoice' : `${compared} invoices`;
  return (
    <Card
      title={name}
      subtitle={checkedAt ? `${invoices}, checked ${checkedAt}` : 'Not checked yet'}
    >
      <div className="grid gap-4">
        {isConnected ? null : (
          <Alert title="Not connected">
            Connect this organisation in Settings to compare its invoices.
          </Alert>
        )}
        {message ? (
          <Alert variant="destructive" title="Xero could not be reached">
            {message}
          </Alert>
        ) : null}
        {checkedAt !== null && differences.length === 0 ? (
          <p className="rounded-lg bg-success-tint px-4 py-3 text-sm font-medium text-success">
            ✓ Everything matches: {invoices}, to the penny, checked {checkedAt}.
          </p>
        ) : null}
        {differences.length > 0 ? <Differences differences={differences} /> : null}
        {more > 0 ? (
          <p className="text-sm text-muted">
            Not listed here: {more} more. Deal with these first, then check again.
          </p>
        ) : null}
      </div>
    </Card>
  );
}

const TONES: Partial<Record<DifferenceKind, 'success' | 'neutral'>> = {
  paid: 'success',
  credited: 'neutral',
  'not ours': 'neutral',
};

function Differences({ differences }: Pick<OrganisationView, 'differences'>) {
  return (
    <table className="data-table">
      <caption className="sr-only">Differences</caption>
      <Heads names={['Invoice', 'Client', 'Difference', 'What it means', 'What can be done']} />
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.key}>
            <td className="whitespace-nowrap tabular-nums">
              {difference.invoiceId === null ? (
                <a href={difference.url} target="_blank" rel="noreferrer" className="link">
                  {difference.number}
                </a>
              ) : (
                <a href={`/invoices/${difference.invoiceId}`} className="link">
                  {difference.number}
                </a>
              )}
            </td>
            <td className="leading name font-medium">{difference.client}</td>
            <td>
              {difference.kind === 'voided' || difference.kind === 'deleted' ? (
                <span className="whitespace-nowrap text-muted">
                  <span aria-hidden="true">⊘ </span>
                  {STATUS_LABELS[difference.kind]}
                </span>
              ) : (
                <Badge tone={TONES[difference.kind] ?? 'warning'}>{difference.kind}</Badge>
              )}
            </td>
            <td className="col-span-full wrap-anywhere">{difference.meaning}</td>
            <td className="col-span-full wrap-anywhere">{difference.remedy}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type UnmatchedProps = { invoices: Reconciliation['unmatched']; oneTimeKey: string };

/** What Xero has with our mark and this database does not know; nothing where there is none. */
function UnmatchedList({ invoices: { rows, more }, oneTimeKey }: UnmatchedProps) {
  if (rows.length === 0) return null;
  const exact = rows.filter(({ isExact }) => isExact).length;
  return (
    <Card
      title="Only in Xero"
      subtitle="Created from here but missing in this database, usually after a backup was restored. Match or set aside each one before you invoice these clients again."
    >
      <div className="grid gap-4">
        {exact > 0 ? (
          <PostForm form={{ id: 'take-up' }} oneTimeKey={oneTimeKey}>
            <Button name="press" value="take-up">
              {exact === 1 ? 'Match the one found' : `Match the ${exact} found`}
            </Button>
          </PostForm>
        ) : null}
        <table className="data-table">
          <caption className="sr-only">Only in Xero</caption>
          <Heads names={['Invoice', 'Client', 'Date', 'Total', 'Work']} />
          <tbody>
            {rows.map((invoice) => (
              <tr key={invoice.id}>
                <td className="whitespace-nowrap tabular-nums">
                  <a href={`/reconciliation/${invoice.id}`} className="link">
                    {invoice.number}
                  </a>
                </td>
                <td className="leading name font-medium">{invoice.contact}</td>
                <td className="whitespace-nowrap">{invoice.day}</td>
                <td className="numeric">{invoice.total}</td>
                <td className="col-span-full wrap-anywhere">{invoice.says}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 ? (
          <p className="text-sm text-muted">
            Not listed yet: {more} more. Match these or set them aside first.
          </p>
        ) : null}
      </div>
    </Card>
  );
}
