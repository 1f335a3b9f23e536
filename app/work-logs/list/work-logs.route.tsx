import { json, redirect } from '@remix-run/node';
import { useLoaderData, useOutlet } from '@remix-run/react';
import { useContext } from 'react';
import { show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { LiteContext } from '../../ui/progress/progress-panel.tsx';
import { useWholeList } from '../../ui/scripts/line-notice.tsx';
import { createInvoicesAddress } from './address.ts';
import { loadWorkLogsPage } from './work-logs-screen.server.ts';
import { WorkLogsScreen } from './work-logs-screen.tsx';

export const meta = pageTitle('Work Logs');

export const loader = show(({ request, context, url }) => {
  const screen = loadWorkLogsPage(context, request);
  const goTo = createInvoicesAddress(url.searchParams);
  // A filter that cannot be read is shown first, with its error.
  if (goTo !== null && screen.summary !== null) throw redirect(goTo);
  return json(screen, { status: screen.summary === null ? 400 : 200 });
});

export default function WorkLogs() {
  const dialog = useOutlet();
  const { isBrief, ...data } = useLoaderData<typeof loader>();
  useWholeList(isBrief && dialog === null);
  // Without scripts a dialog is a page, and nobody ever sees its screen behind it.
  const isHidden = useContext(LiteContext) && dialog !== null;
  return (
    <>
      {dialog}
      {isHidden ? null : <WorkLogsScreen {...data} />}
    </>
  );
}
