import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { toIdOnceGiven } from '../lib/once-given.server.ts';
import { parseForm } from '../lib/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../lib/kept-form.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { WorkTypeForm } from './work-type-form.tsx';
import { toWorkTypeView, WorkTypeInput } from './work-types.ts';
import { findWorkType, getWorkType, updateWorkType } from './work-types.server.ts';

export const meta: MetaFunction = () => pageTitle('Edit Work Type');

export const shouldRevalidate = keepFormOnRefusal;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The work type');
    const workType = isAnswerToForm(request) ? findWorkType(context, id) : getWorkType(context, id);
    return { id, workType: workType && toWorkTypeView(workType) };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const workType = { id: params.id, what: 'The work type' };
  const id = orPage(() => toIdOnceGiven(context, 'work_types', workType));
  return submit(context, {
    user,
    form: await parseForm(request, WorkTypeInput, { checkboxes: ['isHardware'] }),
    run: (input) => updateWorkType(context, id, input),
    goTo: '/settings',
    success: 'Work type updated successfully',
    failure: 'Failed to update work type',
  });
}

export default function EditWorkType() {
  const { id, workType } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit Work Type" backTo="/settings">
      <WorkTypeForm
        values={{ ...workType, isHardware: workType?.isHardware ? 'on' : 'off' }}
        reply={useActionData<typeof action>()}
        submitLabel="Update"
        deletePath={`/settings/work-types/${id}/delete`}
      />
    </RouteDialog>
  );
}
