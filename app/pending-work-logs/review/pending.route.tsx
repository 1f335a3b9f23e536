import { json } from '@remix-run/node';
import { useLoaderData, useOutlet } from '@remix-run/react';
import { useRef, useState } from 'react';
import { show } from '../../auth/press.server.ts';
import { seenRows } from '../../http/seen-behind.server.ts';
import { endWithToast } from '../../http/toast.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { Alert } from '../../ui/alert.tsx';
import { ListTools } from '../../ui/filter-form.tsx';
import { ListLinks, searchOf } from '../../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { ProgressPanel } from '../../ui/progress/progress-panel.tsx';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { AS_IT_IS, usePageOnly } from '../../ui/scripts/page-only.tsx';
import { StylesFirst } from '../../ui/scripts/styles-first.tsx';
import { useWholeList } from '../../ui/scripts/line-notice.tsx';
import { findImport } from '../import/import.server.ts';
import { NotConnected, SyncForm } from '../import/sync-form.tsx';
import { syncToast } from '../import/sync.server.ts';
import { refusedIn } from './pressed/refused-rows.server.ts';
import type { RefusedRows } from './presses.ts';
import { PendingFiltersForm } from './screen/review-filters-form.tsx';
import {
  loadPendingScreen,
  type PendingScreenData,
  type ReviewParts,
} from './screen/review-screen.server.ts';
import { ReviewTable } from './screen/review-table.tsx';
import { printSelection } from './selection.ts';

export const meta = pageTitle('Todoist Import');

/** How many groups of tasks are seen behind a dialog: fewer than of others, since a group has its tasks as rows. */
const GROUPS_BEHIND = 4;

const DIALOGS = /\/(?:sync|edit|bring-back)$/;

export const loader = show(async ({ request, context, url }) => {
  const awaited = findImport(context, Number(url.searchParams.get('import')));
  if (awaited && awaited.status !== 'running') {
    url.searchParams.delete('import');
    throw await endWithToast(context, `${url.pathname}${url.search}`, syncToast(awaited));
  }
  const screen = loadPendingScreen(context, url);
  const { parts: whole, ...rest } = screen;
  const { rows: groups, isBrief } = seenRows(context, request, {
    rows: whole.groups,
    isBehind: DIALOGS.test(url.pathname),
    most: GROUPS_BEHIND,
  });
  const parts = { ...whole, groups };
  // The rows and the lists are most of the page; its scripts take them from there.
  if (!context.isDataRequest) context.pageOnly = { review: parts };
  const data = { ...rest, isBrief, parts: context.isDataRequest ? parts : null };
  return json({ ...data, refused: refusedIn(context) }, { status: screen.isValid ? 200 : 400 });
});

export default function PendingWorkLogs() {
  const { refused, isBrief, ...screen } = useLoaderData<typeof loader>();
  const [reply, setReply] = useState<RefusedRows | null>(null);
  const dialog = useOutlet(setReply);
  useWholeList(isBrief && dialog === null);
  return (
    <>
      {dialog}
      <PendingScreen {...screen} refused={reply ?? refused} />
    </>
  );
}

function PendingScreen(
  data: Omit<PendingScreenData, 'parts'> & {
    /** Null: they are in the page already. */
    parts: ReviewParts | null;
    refused: RefusedRows | null;
  },
) {
  const { isEmpty, links, filters, selection, sync } = data;
  const parts = usePageOnly('review', data.parts);
  const { lastSync, trouble } = sync;
  return (
    <div className="behind-dialog parts" data-steps="9">
      <StylesFirst />
      <PageHeader title="Todoist Import">
        {sync.isConnected ? <SyncForm id="sync" range={sync.range} isLine /> : null}
      </PageHeader>
      {sync.isConnected ? null : <NotConnected />}
      {trouble ? (
        <Alert variant="destructive" title={trouble.title}>
          {trouble.text}
        </Alert>
      ) : null}
      {lastSync ? <LastSync lastSync={lastSync} /> : null}
      <ListTools
        filters={
          <PendingFiltersForm
            action="/pending-work-logs"
            filters={filters}
            clients={parts?.clients ?? null}
            periods={parts?.periods ?? null}
            selected={printSelection(selection)}
            hasStatus
          />
        }
        sums={
          filters.values.status === 'pending_review' ? (
            <LackLinks key={parts ? 1 : 0} lacks={parts?.lacks ?? null} />
          ) : null
        }
      />
      <div className="card">
        {isEmpty ? (
          <EmptyState title="No pending work logs found">
            {filters.isFiltered
              ? 'Try adjusting your filters'
              : 'New automation entries will appear here'}
          </EmptyState>
        ) : null}
        {isEmpty && selection.length === 0 ? null : <ReviewTable {...data} parts={parts} />}
      </div>
      <PageLinks links={links} />
      {/* Below the tasks, which would be further to scroll. */}
      {isEmpty ? null : (
        <ListLinks
          print="/pending-work-logs/print"
          csv={[['/pending-work-logs.csv', 'Download CSV']]}
          search={searchOf(filters.values)}
        />
      )}
    </div>
  );
}

function LackLinks({ lacks }: { lacks: ReviewParts['lacks'] | null }) {
  const ref = useRef<HTMLElement>(null);
  useInternalLinks(ref);
  const frame = {
    ref,
    'aria-label': 'What is missing',
    className: 'period-links scroll-line no-print empty:hidden',
  };
  if (lacks === null) return <nav {...frame} {...AS_IT_IS} />;
  return (
    <nav {...frame}>
      {lacks.map(({ label, count, search, isShown }) => (
        <a
          key={label}
          href={search ? `/pending-work-logs?${search}` : '/pending-work-logs'}
          aria-current={isShown ? 'true' : undefined}
          className="period-link"
        >
          {`${label} ${count}`}
        </a>
      ))}
    </nav>
  );
}

function LastSync({ lastSync }: { lastSync: NonNullable<PendingScreenData['sync']['lastSync']> }) {
  const { status, title, text, when, progress } = lastSync;
  switch (status) {
    case 'running':
      return <ProgressPanel title="Importing from Todoist…" progress={progress ?? ''} />;
    case 'failed':
      return (
        <Alert variant="destructive" title={`${title ?? ''} · ${when}`}>
          {text}
        </Alert>
      );
    case 'done':
      return <p className="text-xs text-muted max-lg:order-1">{`${when}. ${text}`}</p>;
  }
}
