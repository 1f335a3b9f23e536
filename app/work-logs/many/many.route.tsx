import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { parseFields, readForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { PRESS, SHOWN, workLogsAddress } from '../list/address.ts';
import { changeMany } from './many.server.ts';
import { ManyFormFields } from './many-form.tsx';
import { loadMany, ManyForm, pressMany, readVersions } from './many-screen.server.ts';
import { sayMany } from './many.ts';

export { keepFormOnRefusal as shouldRevalidate } from '../../http/form/kept-form.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(`${TITLES[data?.press ?? 'change']} Logs`)(page);

const TITLES = { change: 'Change', delete: 'Delete', duplicate: 'Duplicate' };

export const loader = show(loadMany);

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const sent = await readForm(request);
  if (sent.has(PRESS)) return pressMany({ request, context }, sent);
  const versions = readVersions(sent.get(SHOWN));
  return submit(context, parseFields(request, sent, ManyForm), {
    run: (change) => changeMany(context, { ids: [...versions.keys()] }, change, { versions }),
    goTo: workLogsAddress(new URL(request.url).search),
    success: sayMany,
    failure: 'Failed to change work logs',
  });
}

export default function ManyLogs() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const backTo = workLogsAddress(useLocation().search);
  const { press, sums, left } = data;
  const title = `${TITLES[press]} ${data.what}`;
  if (press === 'change') {
    return (
      <RouteDialog title={title} backTo={backTo}>
        <p className="mb-4 text-sm text-muted">
          {sums}. {left} Fields left empty change nothing.
        </p>
        <ManyFormFields {...data} reply={reply ?? undefined} />
      </RouteDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`${title}?`}
      backTo={backTo}
      oneTimeKey={data.oneTimeKey}
      confirmLabel={data.canPress ? TITLES[press] : null}
      details={
        <>
          <input type="hidden" name={PRESS} value={press} />
          <input type="hidden" name={SHOWN} value={data.shown} />
          <input type="hidden" name="confirm" value={data.confirm} />
        </>
      }
    >
      {sums}. {left} You can undo this for an hour.
    </ConfirmDialog>
  );
}
