import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { send, show } from '../auth/press.server.ts';
import { backIn, backWith } from '../http/own-path.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { WorkTypeForm } from './work-type-form.tsx';
import { WorkTypeFormInput } from './work-types.ts';
import { createWorkType, findWorkType } from './work-types.server.ts';

export const meta = pageTitle('Add Work Type');

export const loader = show(() => ({ oneTimeKey: newOneTimeKey() }));

export const action = send(
  { schema: WorkTypeFormInput, checkboxes: ['isHardware'] },
  ({ context, search }) => ({
    run: (input) => createWorkType(context, input),
    again: {
      leaves: {
        ids: ({ id }) => [id],
        isThere: (id) => findWorkType(context, id)?.isActive === true,
      },
      isOnScreen: true,
    },
    goTo: ({ id }) => backWith(search, 'workType', id) ?? '/settings',
    success: 'Work type created successfully',
    failure: 'Failed to create work type',
  }),
);

export default function NewWorkType() {
  const { oneTimeKey } = useLoaderData<typeof loader>();
  const backTo = backIn(useLocation().search) ?? '/settings';
  return (
    <RouteDialog title="Add Work Type" backTo={backTo}>
      <WorkTypeForm
        oneTimeKey={oneTimeKey}
        values={{ hourlyRate: '60.00' }}
        reply={useActionData<typeof action>()}
        submitLabel="Add Type"
      />
    </RouteDialog>
  );
}
