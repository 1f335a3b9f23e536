import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { parseForm } from '../lib/form.server.ts';
import { submitForm } from '../lib/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { WorkTypeForm } from './work-type-form.tsx';
import { WorkTypeInput } from './work-types.ts';
import { createWorkType } from './work-types.server.ts';

export const meta: MetaFunction = () => pageTitle('Add Work Type');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submitForm(context, {
    submission: await parseForm(request, WorkTypeInput, { checkboxes: ['isHardware'] }),
    run: (input) => createWorkType(context, input),
    goTo: '/settings',
    success: 'Work type created successfully',
    failure: 'Failed to create work type',
  });
}

export default function NewWorkType() {
  return (
    <RouteDialog title="Add Work Type" backTo="/settings">
      <WorkTypeForm
        values={{ hourlyRate: '60.00' }}
        reply={useActionData<typeof action>()}
        submitLabel="Add Type"
      />
    </RouteDialog>
  );
}
