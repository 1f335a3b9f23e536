import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../auth/press.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookFormValues } from './webhooks-screen.server.ts';
import { createWebhook, FIELDS, findWebhook, judgeAddress } from './webhooks.server.ts';

export const meta = pageTitle('Add Webhook');

export const loader = show(() => ({
  values: webhookFormValues(null),
  oneTimeKey: newOneTimeKey(),
}));

export const action = send(FIELDS, async ({ context, form }) => {
  const requireOutside = await judgeAddress(context, form);
  return {
    run: (input) => {
      requireOutside();
      return createWebhook(context, input);
    },
    again: {
      leaves: { ids: ({ id }) => [id], isThere: (id) => findWebhook(context, id) !== null },
      isOnScreen: true,
    },
    goTo: ({ id }) => `/settings/webhooks/${id}`,
    success: 'Webhook added',
    failure: 'Failed to add webhook',
  };
});

export default function NewWebhook() {
  return (
    <RouteDialog title="Add Webhook" backTo="/settings/webhooks">
      <WebhookForm
        {...useLoaderData<typeof loader>()}
        reply={useActionData<typeof action>()}
        submitLabel="Add Webhook"
      />
    </RouteDialog>
  );
}
