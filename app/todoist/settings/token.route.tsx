import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { formAgain, formRefused, parseForm } from '../../lib/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { redirectWithToast, toastHeaders } from '../../lib/toast.server.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { TokenForm } from './todoist-card.tsx';
import { hasToken, saveToken } from './todoist-settings.server.ts';
import { TokenInput } from './todoist-settings.ts';

const FAILED = {
  title: 'Error',
  text: 'Failed to save Todoist settings',
  variant: 'destructive',
} as const;

const SECRETS = ['apiToken'];

export const meta: MetaFunction = () => pageTitle('Todoist API token');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { hasToken: hasToken(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { submission } = await parseForm(request, TokenInput);
  if (submission.status !== 'success') {
    return formAgain(submission, await toastHeaders(context, FAILED), SECRETS);
  }
  try {
    await saveToken(context, submission.value.apiToken);
    return await redirectWithToast(context, '/settings', { text: 'Todoist settings saved' });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const { status, message, issues } = error;
    const headers = await toastHeaders(context, FAILED);
    return formRefused(submission, { status, message, issues, headers, secrets: SECRETS });
  }
}

export default function TodoistToken() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Todoist API token" backTo="/settings">
      <TokenForm id="token-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
