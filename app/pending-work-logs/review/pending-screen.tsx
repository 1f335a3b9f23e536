import { Link } from '@remix-run/react';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { PendingFiltersForm } from './review-filters-form.tsx';
import { PendingTable } from './pending-table.tsx';
import type { RefusedRows } from './presses.ts';
import type { PendingScreenData } from './review-screen.server.ts';
import { SyncForm } from '../import/sync-form.tsx';
import { SyncProgress } from '../import/sync-progress.tsx';

/** Todoist Import: completed tasks, to be reviewed and confirmed as work logs. */
export function PendingScreen(data: PendingScreenData & { refused: RefusedRows | null }) {
  const { rows, links, filters, clients, periods, sync } = data;
  const { lastSync, trouble } = sync;
  return (
    <div className="behind-dialog grid gap-5">
      <PageHeader title="Todoist Import" subtitle="Completed tasks, ready to become work logs" />
      <Card title="Sync completed tasks" subtitle="Both days are included">
        {sync.isConnected ? (
          <SyncForm id="sync" range={sync.range} />
        ) : (
          <Alert>
            Todoist is not connected.{' '}
            <Link to="/settings#todoist" className="link">
              Add your API token in Settings
            </Link>
            , then come back here.
          </Alert>
        )}
        {trouble ? (
          <div className="mt-4">
            <Alert variant="destructive" title={trouble.title}>
              {trouble.text}
            </Alert>
          </div>
        ) : null}
        {lastSync ? <LastSync lastSync={lastSync} /> : null}
      </Card>
      <PendingFiltersForm
        action="/pending-work-logs"
        filters={filters}
        clients={clients}
        periods={periods}
        hasStatus
      />
      <div className="card">
        {rows.length === 0 ? (
          <EmptyState title="No pending work logs found">
            {filters.isFiltered
              ? 'Try adjusting your filters'
              : 'New automation entries will appear here'}
          </EmptyState>
        ) : (
          <PendingTable {...data} />
        )}
      </div>
      <PageLinks links={links} />
    </div>
  );
}

function LastSync({ lastSync }: { lastSync: NonNullable<PendingScreenData['sync']['lastSync']> }) {
  const { status, title, text, when, progress } = lastSync;
  switch (status) {
    case 'running':
      return <SyncProgress progress={progress} />;
    case 'failed':
      return (
        <div className="mt-4">
          <Alert variant="destructive" title={`${title} · ${when}`}>
            {text}
          </Alert>
        </div>
      );
    case 'done':
      return (
        <p className="mt-3 text-sm text-muted">
          {when}. {text}
        </p>
      );
  }
}
