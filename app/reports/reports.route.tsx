import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { pageTitle } from '../lib/product.ts';
import { loadReportsScreen } from './reports-screen.server.ts';
import { ReportsScreen } from './reports-screen.tsx';

export const meta = pageTitle('Reports');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const screen = loadReportsScreen(context, new URL(request.url));
  return json(screen, { status: screen.report === null ? 400 : 200 });
}

export default function Reports() {
  return <ReportsScreen {...useLoaderData<typeof loader>()} />;
}
