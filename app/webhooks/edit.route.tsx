import { useActionData, useLoaderData } from '@remix-run/react';
import { sendOn, showOf } from '../auth/press.server.ts';
import { requireAsShown } from '../http/form/made-from.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookFormValues } from './webhooks-screen.server.ts';
import { FIELDS, findWebhook, getWebhook, judgeAddress, updateWebhook } from './webhooks.server.ts';

export const meta = pageTitle('Edit Webhook');

export const loader = showOf('webhook', ({ context, id }) => {
  const webhook = getWebhook(context, id);
  return {
    id,
    values: webhookFormValues(webhook),
    hasAuthorization: webhook.authorization !== null,
    madeFrom: { version: webhook.version, values: {} },
    oneTimeKey: newOneTimeKey(),
  };
});

export const action = sendOn('webhook', FIELDS, async ({ context, id, form }) => {
  const requireOutside = await judgeAddress(context, form);
  return {
    run: (input, own) => {
      requireOutside();
      requireAsShown(own, getWebhook(context, id));
      return updateWebhook(context, id, input);
    },
    version: () => findWebhook(context, id)?.version,
    goTo: `/settings/webhooks/${id}`,
    success: 'Webhook updated',
    failure: 'Failed to update webhook',
  };
});

export default function EditWebhook() {
  const { id, ...form } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit Webhook" backTo={`/settings/webhooks/${id}`}>
      <WebhookForm {...form} reply={useActionData<typeof action>()} submitLabel="Update" />
    </RouteDialog>
  );
}
