import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { pageFor } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { printedPage } from './lists.server.ts';
import { PRINTED_GROUPS, PrintedList } from './printed-list.tsx';

/** The printed pages of all lists: one module under several addresses. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`${data?.printed.title ?? 'List'}, printed`)({ matches });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  try {
    const { printed, groups } = await printedPage(context, new URL(request.url));
    if (context.isDataRequest) return { printed, groups };
    context.pageOnly = { [PRINTED_GROUPS]: groups };
    return { printed, groups: null };
  } catch (error) {
    throw pageFor(error);
  }
}

export default function Print() {
  return <PrintedList {...useLoaderData<typeof loader>()} />;
}
