import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { createInvoicesAddress } from './address.ts';
import { loadWorkLogsScreen } from './work-logs-screen.server.ts';
import { WorkLogsScreen } from './work-logs-screen.tsx';

export const meta = pageTitle('Work Logs');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const url = new URL(request.url);
  const screen = loadWorkLogsScreen(context, url);
  const goTo = createInvoicesAddress(url.searchParams);
  // A filter that cannot be read is shown first, with its error.
  if (goTo !== null && screen.summary !== null) throw redirect(goTo);
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
