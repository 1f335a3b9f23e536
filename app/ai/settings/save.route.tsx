import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { AiSettings } from './ai-card.tsx';
import {
  AiSettingsForm,
  promptMadeFrom,
  readAiCard,
  saveEditedAiConfig,
} from './ai-settings.server.ts';

const FAILED = 'Failed to save AI settings';

export const meta = pageTitle('AI Configuration');

export const loader = show(({ context }) => readAiCard(context));

export const action = send(
  { schema: AiSettingsForm, secrets: ['openaiApiKey'] },
  ({ context, form }) => ({
    wait: (input, key) => saveEditedAiConfig(context, form, input, key),
    version: () => promptMadeFrom(context).version,
    goTo: '/settings',
    success: 'AI prompt saved successfully',
    failure: FAILED,
    toastFor: () => errorToast(FAILED),
  }),
);

/** Without scripts, settings that cannot be saved come back here. */
export default function SaveAiSettings() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="AI Configuration" backTo="/settings">
      <AiSettings id="ai-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
