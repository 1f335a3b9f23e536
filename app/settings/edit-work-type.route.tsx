import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { sendOn, showOf } from '../auth/press.server.ts';
import { EditDialog } from '../history/edit-dialog.tsx';
import { loadEdited } from '../history/edited-record.server.ts';
import { keepFormOnRefusal } from '../http/form/kept-form.ts';
import { pageTitle } from '../lib/product.ts';
import { WorkTypeForm } from '../work-types/work-type-form.tsx';
import {
  saveEditedType,
  typeFormValues,
  findWorkType,
  getWorkType,
} from '../work-types/work-types.server.ts';
import { WorkTypeFormInput } from '../work-types/work-types.ts';
import { offerRepricing } from '../work-logs/many/reprice.server.ts';

export const meta = pageTitle('Edit Work Type');

export const shouldRevalidate = keepFormOnRefusal;

const WORK_TYPE = { find: findWorkType, get: getWorkType, valuesOf: typeFormValues };

export const loader = showOf('work-type', (visit) => {
  const edited = loadEdited(visit, 'work-type', WORK_TYPE);
  const { madeFrom, id } = edited;
  return { ...edited, repricing: madeFrom && offerRepricing(visit.context, { workTypeId: id }) };
});

export const action = sendOn(
  'work-type',
  { schema: WorkTypeFormInput, checkboxes: ['isHardware'] },
  ({ context, id }) => ({
    run: (input, form) => saveEditedType(context, id, form, input),
    version: () => findWorkType(context, id)?.version,
    goTo: '/settings',
    success: () => ({
      text: 'Work type updated successfully',
      link: offerRepricing(context, { workTypeId: id }) ?? undefined,
    }),
    failure: 'Failed to update work type',
  }),
);

export default function EditWorkType() {
  const edited = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const deletePath = `/settings/work-types/${edited.id}/delete`;
  return (
    <EditDialog title="Edit Work Type" backTo="/settings" edited={edited} reply={reply}>
      {(form) => (
        <>
          <WorkTypeForm {...form} submitLabel="Update" deletePath={deletePath} />
          {edited.repricing ? (
            <Link to={edited.repricing.to} className="link">
              {edited.repricing.text}
            </Link>
          ) : null}
        </>
      )}
    </EditDialog>
  );
}
