import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { keepWrittenForm } from '../ai/field/rewrite-fields.ts';
import { show } from '../auth/press.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Sums } from '../ui/filter-form.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { UsualWork } from '../work-logs/again/repeat-form.tsx';
import { listUsualWork } from '../work-logs/again/repeat.server.ts';
import { InlineLine } from '../work-logs/line/line-form.tsx';
import { loadQuickEntry, submitQuickEntry } from '../work-logs/quick/quick-entry.server.ts';
import { QuickEntry } from '../work-logs/quick/quick-entry-form.tsx';
import { FirstSteps } from '../work-logs/start/first-steps.tsx';
import { loadFirstSteps } from '../work-logs/start/first-steps.server.ts';
import {
  InvoiceStatusCard,
  READY_ID,
  ReadyToInvoice,
  RecentActivity,
  RevenueByWeek,
  StatisticsGrid,
} from './dashboard-cards.tsx';
import { loadDashboard } from './dashboard-screen.server.ts';

export const meta = pageTitle('Dashboard');

export const shouldRevalidate = keepWrittenForm;

export const loader = show(({ context }) => ({
  steps: loadFirstSteps(context),
  quickEntry: loadQuickEntry(context),
  lineKey: newOneTimeKey(),
  dashboard: loadDashboard(context),
  again: { usual: listUsualWork(context), oneTimeKey: newOneTimeKey() },
}));

export function action({ request, context }: ActionFunctionArgs) {
  return submitQuickEntry(request, context, '/dashboard');
}

/** Who owes: the card below, and the invoices. */
const SUM_LINKS = {
  Unbilled: `#${READY_ID}`,
  Overdue: '/invoices?status=overdue',
  'This week': '/week',
};

export default function Dashboard() {
  const { steps, quickEntry, lineKey, dashboard, again } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Your work overview and recent activity">
        <ButtonLink to="/forgotten" variant="secondary">
          {dashboard.forgotten}
        </ButtonLink>
      </PageHeader>
      <FirstSteps steps={steps} />
      {dashboard.sums ? <Sums figures={dashboard.sums} links={SUM_LINKS} /> : null}
      <StatisticsGrid cards={dashboard.cards} />
      {/* First what the Dashboard is for (docs/specification.md), then what was added. */}
      <div className="grid gap-5 xl:grid-cols-[11fr_9fr] [&>*]:min-w-0">
        <div className="no-print xl:row-span-2">
          <QuickEntry
            {...quickEntry}
            reply={useActionData<typeof action>()}
            line={<InlineLine oneTimeKey={lineKey} example={dashboard.lineExample} />}
            usual={<UsualWork id="usual-work" {...again} />}
          />
        </div>
        <RecentActivity activity={dashboard.activity} oneTimeKey={again.oneTimeKey} />
        <InvoiceStatusCard invoices={dashboard.invoices} />
        <RevenueByWeek revenue={dashboard.revenue} />
        <ReadyToInvoice ready={dashboard.ready} />
      </div>
    </>
  );
}
