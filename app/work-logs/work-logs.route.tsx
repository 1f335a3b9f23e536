import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { pageTitle } from '../lib/product.ts';
import { loadWorkLogsScreen } from './screen.server.ts';
import { WorkLogsScreen } from './work-logs-screen.tsx';

export const meta: MetaFunction = () => pageTitle('Work Logs');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return loadWorkLogsScreen(context, new URL(request.url));
}

export default function WorkLogs() {
  return (
    <>
      <Outlet />
      <WorkLogsScreen {...useLoaderData<typeof loader>()} />
    </>
  );
}
