import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { requireAsShown } from '../http/form/made-from.server.ts';
import { toId } from '../http/json-api.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { deleteWorkType, findWorkType, getWorkType } from './work-types.server.ts';

export const meta = pageTitle('Delete Work Type');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const { name, version } = orPage(() => getWorkType(context, toId(params.id, 'The work type')));
  return { name, version, oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'work_types', { id: params.id, what: 'The work type' }),
  );
  const form = await parseForm(request, Nothing);
  return submit(context, form, {
    button: true,
    run: () => {
      const workType = getWorkType(context, id);
      // One that is deleted already is said to be gone.
      if (workType.isActive) requireAsShown(form, workType);
      deleteWorkType(context, id);
    },
    again: { isUndone: () => findWorkType(context, id)?.isActive === true },
    goTo: '/settings',
    success: 'Work type deleted successfully',
    failure: 'Failed to delete work type',
  });
}

export default function DeleteWorkType() {
  const { name, version, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Delete work type?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      version={version}
      confirmLabel="Delete"
    >
      Are you sure you want to delete &quot;{name}&quot;? This action cannot be undone.
    </ConfirmDialog>
  );
}
