import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { withNewKey } from '../../http/once/one-time-keys.server.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TemplateForm } from './template-form.tsx';
import { TemplateInput } from './template.ts';
import { saveEditedTemplate, templateMadeFrom } from './template.server.ts';

const FAILED = 'Failed to save Xero settings';

export const meta = pageTitle('Invoice Description Template');

export const loader = show(({ context }) => ({ madeFrom: withNewKey(templateMadeFrom(context)) }));

export const action = send({ schema: TemplateInput }, ({ context }) => ({
  run: ({ template }, form) => {
    saveEditedTemplate(context, form, template);
  },
  version: () => templateMadeFrom(context).version,
  goTo: '/settings',
  success: 'Xero settings saved successfully',
  failure: FAILED,
  toastFor: () => errorToast(FAILED),
}));

/** Without scripts, a template that cannot be saved comes back here. */
export default function Template() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Invoice Description Template" backTo="/settings">
      <TemplateForm id="template-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
