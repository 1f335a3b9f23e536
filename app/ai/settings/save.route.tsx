import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { formAgain, formRefused, parseForm } from '../../lib/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { errorToast } from '../../lib/submit.server.ts';
import { redirectWithToast, toastHeaders } from '../../lib/toast.server.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { AiSettings } from './ai-card.tsx';
import { AiSettingsForm } from './ai-settings.ts';
import { readAiCard, saveAiConfig } from './ai-settings.server.ts';

const SECRETS = ['openaiApiKey'];
const FAILED = errorToast('Failed to save AI settings');

export const meta: MetaFunction = () => pageTitle('AI Configuration');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return readAiCard(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { submission } = await parseForm(request, AiSettingsForm);
  if (submission.status !== 'success') {
    return formAgain(submission, await toastHeaders(context, FAILED), SECRETS);
  }
  const { openaiApiKey, aiInvoiceSummaryPrompt } = submission.value;
  try {
    // In the form an empty key leaves the key as it is.
    await saveAiConfig(context, { openaiApiKey: openaiApiKey ?? '', aiInvoiceSummaryPrompt });
    return await redirectWithToast(context, '/settings', { text: 'AI prompt saved successfully' });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const { status, message, issues } = error;
    const headers = await toastHeaders(context, FAILED);
    return formRefused(submission, { status, message, issues, headers, secrets: SECRETS });
  }
}

/** Without scripts, settings that cannot be saved come back here. */
export default function SaveAiSettings() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="AI Configuration" backTo="/settings">
      <AiSettings id="ai-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
