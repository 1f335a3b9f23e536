import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { showOf } from '../auth/press.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { requireAsShown } from '../http/form/made-from.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { checkAddress } from './checked-address.server.ts';
import { WebhookForm } from './webhook-form.tsx';
import { webhookFormValues } from './webhooks-screen.server.ts';
import {
  findWebhook,
  getWebhook,
  updateWebhook,
  WebhookForm as Schema,
} from './webhooks.server.ts';

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

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'webhook', params.id));
  const form = await parseForm(request, Schema, { secrets: ['authorization'] });
  const requireOutside = await checkAddress(context, form);
  return submit(context, form, {
    run: (input, own) => {
      requireOutside();
      requireAsShown(own, getWebhook(context, id));
      return updateWebhook(context, id, input);
    },
    version: () => findWebhook(context, id)?.version,
    goTo: `/settings/webhooks/${id}`,
    success: 'Webhook updated',
    failure: 'Failed to update webhook',
  });
}

export default function EditWebhook() {
  const { id, ...form } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit Webhook" backTo={`/settings/webhooks/${id}`}>
      <WebhookForm {...form} reply={useActionData<typeof action>()} submitLabel="Update" />
    </RouteDialog>
  );
}
