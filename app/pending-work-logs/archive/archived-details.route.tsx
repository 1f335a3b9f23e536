import { Form, useLoaderData, useLocation } from '@remix-run/react';
import { show } from '../../auth/press.server.ts';
import { recordHistory } from '../../history/record-history.server.ts';
import { RecordHistorySection } from '../../history/record-history.tsx';
import { toId } from '../../http/json-api.server.ts';
import { notFound } from '../../lib/errors.ts';
import { formatPounds } from '../../lib/money.ts';
import { pageTitle } from '../../lib/product.ts';
import { Button } from '../../ui/button.tsx';
import { CancelLink, DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { FormToken } from '../../ui/form.tsx';
import { getPendingLog } from '../pending-list.server.ts';
import { toReviewRow } from '../review/screen/review-screen.server.ts';
import { pendingSearch } from '../review/selection.ts';
import { describeMetadata } from './metadata.ts';

export const meta = pageTitle('Archived task');

export const loader = show(({ context, params }) => {
  const entry = getPendingLog(context, toId(params.id, 'The archived work log'));
  if (entry.status !== 'archived') throw notFound('The archived work log');
  return {
    row: toReviewRow(entry, context.config.timeZone),
    rate: `${formatPounds(entry.estimatedHourlyRatePence)}/hr`,
    labels: entry.labels.join(', '),
    metadata: describeMetadata(entry.metadata, context.config.timeZone),
    history: recordHistory(context, { kind: 'pending-work-log', id: entry.id }),
  };
});

export default function ArchivedDetails() {
  const { row, rate, labels, metadata, history } = useLoaderData<typeof loader>();
  const search = pendingSearch(new URLSearchParams(useLocation().search)).toString();
  const backTo = search ? `/archived-work-logs?${search}` : '/archived-work-logs';
  const facts = [
    ...(row.source === undefined ? [] : [['Source', row.source] as const]),
    ['Project', row.projectName ?? 'Not set'],
    ['Completed At', row.completedAt],
    ['Duration', row.duration ?? 'Not set'],
    ['Client', row.clientName ?? 'Not assigned'],
    ['Work Type', row.workTypeName ?? 'Not set'],
    ...(row.job === undefined ? [] : [['Job', row.job] as const]),
    ['Hourly Rate', rate],
    ['Labels', labels || 'None'],
  ] as const;
  return (
    <RouteDialog title={row.taskName} backTo={backTo}>
      <div className="grid gap-4">
        {row.description ? (
          <p className="text-sm wrap-anywhere whitespace-pre-line">{row.description}</p>
        ) : null}
        <Facts facts={facts} />
        {metadata.length > 0 ? (
          <section>
            <h2 className="mb-1 text-sm font-medium">From {row.source ?? 'Todoist'}</h2>
            <Facts facts={metadata} />
          </section>
        ) : null}
        <DialogActions leave={null}>
          <Form method="post" action={`/pending-work-logs/${row.id}/put-back`} preventScrollReset>
            <FormToken />
            <Button variant="secondary">Move back to review</Button>
          </Form>
          <CancelLink variant="primary">Close</CancelLink>
        </DialogActions>
      </div>
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
