import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { parseForm } from '../lib/form.server.ts';
import { orPage, submitForm } from '../lib/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { WorkTypeForm } from './work-type-form.tsx';
import { toWorkTypeView, WorkTypeInput } from './work-types.ts';
import { getWorkType, updateWorkType } from './work-types.server.ts';

export const meta: MetaFunction = () => pageTitle('Edit Work Type');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toId(params.id, 'The work type'));
  return { workType: toWorkTypeView(orPage(() => getWorkType(context, id))) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const workType = orPage(() => getWorkType(context, toId(params.id, 'The work type')));
  return submitForm(context, {
    user,
    form: await parseForm(request, WorkTypeInput, { checkboxes: ['isHardware'] }),
    run: (input) => updateWorkType(context, workType.id, input),
    goTo: '/settings',
    success: 'Work type updated successfully',
    failure: 'Failed to update work type',
  });
}

export default function EditWorkType() {
  const { workType } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit Work Type" backTo="/settings">
      <WorkTypeForm
        values={{ ...workType, isHardware: workType.isHardware ? 'on' : 'off' }}
        reply={useActionData<typeof action>()}
        submitLabel="Update"
        deletePath={`/settings/work-types/${workType.id}/delete`}
      />
    </RouteDialog>
  );
}
