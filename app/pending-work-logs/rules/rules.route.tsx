import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { loadRules } from './rules-screen.server.ts';
import { RulesScreen } from './rules-screen.tsx';

export const meta = pageTitle('Rules');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { rules: loadRules(context) };
}

export default function RulesPage() {
  return (
    <>
      <Outlet />
      <RulesScreen {...useLoaderData<typeof loader>()} />
    </>
  );
}
