import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useOutlet } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { seenRows } from '../../http/seen-behind.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { endWithToast } from '../../http/toast.server.ts';
import { useWholeList } from '../../ui/scripts/whole-list.ts';
import { findImport } from '../import/import.server.ts';
import { useState } from 'react';
import { PendingScreen } from './screen/pending-screen.tsx';
import type { RefusedRows } from './presses.ts';
import { refusedIn } from './pressed/refused-rows.server.ts';
import { loadPendingScreen } from './screen/review-screen.server.ts';
import { syncToast } from '../import/sync.server.ts';

export const meta = pageTitle('Todoist Import');

/** How many groups of tasks are seen behind a dialog: fewer than of others, since a group has its tasks as rows. */
const GROUPS_BEHIND = 4;

/** The addresses that are dialogs over the screen. */
const DIALOGS = /\/(?:sync|edit|bring-back)$/;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const url = new URL(request.url);
  const awaited = findImport(context, Number(url.searchParams.get('import')));
  if (awaited && awaited.status !== 'running') {
    url.searchParams.delete('import');
    throw await endWithToast(context, `${url.pathname}${url.search}`, syncToast(awaited));
  }
  const screen = loadPendingScreen(context, url);
  const { parts: whole, periods, lacks, selectAllTo, ...rest } = screen;
  const { rows: groups, isBrief } = seenRows(context, request, {
    rows: whole.groups,
    isBehind: DIALOGS.test(url.pathname),
    most: GROUPS_BEHIND,
  });
  const parts = { ...whole, groups };
  // The rows and the lists are most of the page; its scripts take them from there.
  const ofPage = { review: parts, periods, lacks, selectAllTo };
  if (!context.isDataRequest) context.pageOnly = ofPage;
  const data = { ...rest, isBrief, ...(context.isDataRequest ? ofPage : {}) };
  return json({ ...data, refused: refusedIn(context) }, { status: screen.isValid ? 200 : 400 });
}

export default function PendingWorkLogs() {
  const { refused, isBrief, ...screen } = useLoaderData<typeof loader>();
  const [reply, setReply] = useState<RefusedRows | null>(null);
  const dialog = useOutlet(setReply);
  useWholeList(isBrief && dialog === null);
  return (
    <>
      {dialog}
      <PendingScreen {...screen} refused={reply ?? refused} />
    </>
  );
}
