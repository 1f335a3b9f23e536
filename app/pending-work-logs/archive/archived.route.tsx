import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ArchivedScreen } from './archived-screen.tsx';
import { loadPendingList } from '../review/screen/review-screen.server.ts';

export const meta = pageTitle('Archived');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const screen = loadPendingList(context, new URL(request.url), 'archived');
  return json(screen, { status: screen.isValid ? 200 : 400 });
}

export default function ArchivedWorkLogs() {
  return (
    <>
      <Outlet />
      <ArchivedScreen {...useLoaderData<typeof loader>()} />
    </>
  );
}
