import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { keepFormOnRewrite } from '../ai/field/rewrite-address.ts';
import { requireUser } from '../auth/guard.server.ts';
import { pageTitle } from '../lib/product.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { loadQuickEntry, submitQuickEntry } from '../work-logs/quick/quick-entry.server.ts';
import { QuickEntry } from '../work-logs/quick/quick-entry-form.tsx';
import { InvoiceStatusCard } from './invoice-status.tsx';
import { ReadyToInvoice } from './ready-card.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RevenueByWeek } from './statistics/revenue-by-week.tsx';
import { loadDashboard } from './dashboard-screen.server.ts';
import { StatisticsGrid } from './statistics/statistics-grid.tsx';

export const meta: MetaFunction = () => pageTitle('Dashboard');

export const shouldRevalidate = keepFormOnRewrite;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { quickEntry: loadQuickEntry(context), dashboard: loadDashboard(context) };
}

export function action({ request, context }: ActionFunctionArgs) {
  return submitQuickEntry(request, context, '/dashboard');
}

export default function Dashboard() {
  const { quickEntry, dashboard } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Your work overview and recent activity" />
      <StatisticsGrid cards={dashboard.cards} />
      <div className="grid gap-5 xl:grid-cols-[11fr_9fr] [&>*]:min-w-0">
        <div className="no-print grid">
          <QuickEntry {...quickEntry} reply={useActionData<typeof action>()} />
        </div>
        <RecentActivity activity={dashboard.activity} />
        <RevenueByWeek revenue={dashboard.revenue} />
        <ReadyToInvoice ready={dashboard.ready} />
        <div className="xl:col-span-2">
          <InvoiceStatusCard invoices={dashboard.invoices} />
        </div>
      </div>
    </>
  );
}
