import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { formAgain, parseForm } from '../../lib/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { errorToast } from '../../lib/submit.server.ts';
import { redirectWithToast, toastHeaders } from '../../lib/toast.server.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { TemplateForm } from './template-form.tsx';
import { readTemplate, saveTemplate } from './template.server.ts';
import { TemplateInput } from './template-input.ts';

export const meta: MetaFunction = () => pageTitle('Invoice Description Template');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { template: readTemplate(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { submission } = await parseForm(request, TemplateInput);
  if (submission.status !== 'success') {
    const failed = await toastHeaders(context, errorToast('Failed to save Xero settings'));
    return formAgain(submission, failed);
  }
  saveTemplate(context, submission.value.template);
  return redirectWithToast(context, '/settings', { text: 'Xero settings saved successfully' });
}

/** Without scripts, a template that cannot be saved comes back here. */
export default function Template() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Invoice Description Template" backTo="/settings">
      <TemplateForm id="template-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
