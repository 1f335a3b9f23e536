import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { pageTitle } from '../lib/product.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { loadQuickEntry, submitQuickEntry } from '../work-logs/quick-entry.server.ts';
import { QuickEntry } from '../work-logs/quick-entry.tsx';

export const meta: MetaFunction = () => pageTitle('Dashboard');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { quickEntry: loadQuickEntry(context) };
}

export function action({ request, context }: ActionFunctionArgs) {
  return submitQuickEntry(request, context, '/dashboard');
}

export default function Dashboard() {
  const { quickEntry } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Your work overview and recent activity" />
      <QuickEntry {...quickEntry} reply={useActionData<typeof action>()} />
    </>
  );
}
