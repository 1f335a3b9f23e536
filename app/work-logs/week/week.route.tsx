import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { oncePerButton, parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { invalid } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { repeatWorkLog } from '../again/repeat.server.ts';
import { loggedWithUndo } from '../logged.server.ts';
import { moveWorkLog } from './move.server.ts';
import { WeekScreen } from './week-screen.tsx';
import { loadWeek } from './week-screen.server.ts';
import { weekAddress, WeekForm } from './week.ts';

export const meta = pageTitle('Week');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return loadWeek(context, new URL(request.url).searchParams.get('of'));
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const of = new URL(request.url).searchParams.get('of');
  return submit(context, oncePerButton(await parseForm(request, WeekForm)), {
    button: true,
    run: ({ repeat, earlier, later }) => {
      if (repeat !== undefined) return loggedWithUndo(repeatWorkLog(context, repeat));
      const log = earlier ?? later;
      if (log === undefined) throw invalid('earlier', 'Choose the work log.');
      const days = earlier === undefined ? 1 : -1;
      return moveWorkLog(context, log, days);
    },
    goTo: of === null ? '/week' : weekAddress(of),
    success: (toast) => toast,
    failure: 'Failed to update work log',
    again: { isOnScreen: true },
  });
}

export default function Week() {
  return <WeekScreen week={useLoaderData<typeof loader>()} />;
}
