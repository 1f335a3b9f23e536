import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { pageTitle } from '../lib/product.ts';
import { loadHistoryScreen } from './history-screen.server.ts';
import { HistoryScreen } from './history-screen.tsx';

export const meta = pageTitle('History');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const screen = loadHistoryScreen(context, new URL(request.url));
  return json(screen, { status: screen.isWrong ? 400 : 200 });
}

export default function History() {
  return <HistoryScreen {...useLoaderData<typeof loader>()} />;
}
