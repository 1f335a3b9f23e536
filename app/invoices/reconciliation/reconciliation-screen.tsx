import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostForm } from '../../ui/form.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { RefreshItself, useProgress } from '../../ui/progress/progress-panel.tsx';
import { UnmatchedList } from '../unmatched/unmatched-list.tsx';
import type { DifferenceKind } from './differences.ts';
import type { Reconciliation } from './reconciliation.server.ts';

type OrganisationView = Reconciliation['organisations'][number];

/** What was invoiced here beside what Xero has: every difference, or that there is none. */
export function ReconciliationScreen({
  organisations,
  unmatched,
  isComparing,
  oneTimeKey,
}: Reconciliation & { oneTimeKey: string }) {
  useProgress(isComparing, '');
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Compare with Xero"
        subtitle="What was invoiced here beside what Xero has, line by line and penny by penny"
      >
        <ButtonLink to="/invoices" variant="secondary">
          All Invoices
        </ButtonLink>
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
            No invoice was made in Xero from here yet.
          </EmptyState>
        </div>
      ) : (
        organisations.map((one) => <Organisation key={one.id} organisation={one} />)
      )}
    </div>
  );
}

function Organisation({ organisation }: { organisation: OrganisationView }) {
  const { name, isConnected, compared, checkedAt, message, differences } = organisation;
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
          <Alert variant="destructive" title="Xero could not be asked">
            {message}
          </Alert>
        ) : null}
        {checkedAt !== null && differences.length === 0 ? (
          <p className="rounded-lg bg-success-tint px-4 py-3 text-sm font-medium text-success">
            ✓ Everything agrees: {invoices}, to the penny, checked {checkedAt}.
          </p>
        ) : null}
        {differences.length > 0 ? <Differences differences={differences} /> : null}
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
    <table className="data-table data-table-flush">
      <caption className="sr-only">Differences</caption>
      <thead>
        <tr>
          <th scope="col">Invoice</th>
          <th scope="col">Client</th>
          <th scope="col">Difference</th>
          <th scope="col">What it means</th>
          <th scope="col">What can be done</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.key}>
            <td data-label="Invoice" className="whitespace-nowrap tabular-nums">
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
            <td data-label="Client" className="leading name font-medium">
              {difference.client}
            </td>
            <td data-label="Difference">
              <Badge tone={TONES[difference.kind] ?? 'warning'}>{difference.kind}</Badge>
            </td>
            <td data-label="What it means" className="col-span-full wrap-anywhere">
              {difference.meaning}
            </td>
            <td data-label="What can be done" className="col-span-full wrap-anywhere">
              {difference.remedy}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
