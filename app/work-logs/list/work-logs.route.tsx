import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { loadWorkLogsScreen } from './work-logs-screen.server.ts';
import { WorkLogsScreen } from './work-logs-screen.tsx';

export const meta: MetaFunction = () => pageTitle('Work Logs');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const screen = loadWorkLogsScreen(context, new URL(request.url));
  return json(screen, { status: screen.summary === null ? 400 : 200 });
}

export default function WorkLogs() {
  return (
    <>
      <Outlet />
      <WorkLogsScreen {...useLoaderData<typeof loader>()} />
    </>
  );
}
