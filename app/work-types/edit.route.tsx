import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { recordHistory } from '../history/record-history.server.ts';
import { RecordHistorySection } from '../history/record-history.tsx';
import { toId } from '../http/json-api.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../http/form/kept-form.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { whenLoaded } from '../ui/form.tsx';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { WorkTypeForm } from './work-type-form.tsx';
import { saveEditedType, typeFormValues, findWorkType, getWorkType } from './work-types.server.ts';
import { WorkTypeFormInput } from './work-types.ts';

export const meta = pageTitle('Edit Work Type');

export const shouldRevalidate = keepFormOnRefusal;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The work type');
    const workType = isAnswerToForm(request) ? findWorkType(context, id) : getWorkType(context, id);
    const madeFrom = workType && { version: workType.version, values: typeFormValues(workType) };
    const history = recordHistory(context, { kind: 'work-type', id });
    return { id, madeFrom, history, oneTimeKey: newOneTimeKey() };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'work-type', params.id));
  const form = await parseForm(request, WorkTypeFormInput, { checkboxes: ['isHardware'] });
  return submit(context, form, {
    run: (input, form) => saveEditedType(context, id, form, input),
    version: () => findWorkType(context, id)?.version,
    goTo: '/settings',
    success: 'Work type updated successfully',
    failure: 'Failed to update work type',
  });
}

export default function EditWorkType() {
  const { id, madeFrom, history, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  return (
    <RouteDialog title="Edit Work Type" backTo="/settings">
      <WorkTypeForm
        key={reply?.remade}
        values={madeFrom?.values ?? {}}
        madeFrom={madeFrom ?? undefined}
        oneTimeKey={oneTimeKey}
        reply={reply}
        submitLabel="Update"
        deletePath={`/settings/work-types/${id}/delete`}
      />
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
