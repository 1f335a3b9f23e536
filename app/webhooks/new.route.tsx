import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { show } from '../auth/press.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { submit } from '../http/form/submit.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { checkAddress } from './checked-address.server.ts';
import { WebhookForm } from './webhook-form.tsx';
import { webhookFormValues } from './webhooks-screen.server.ts';
import { createWebhook, findWebhook, WebhookForm as Schema } from './webhooks.server.ts';

export const meta = pageTitle('Add Webhook');

export const loader = show(() => ({
  values: webhookFormValues(null),
  oneTimeKey: newOneTimeKey(),
}));

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, Schema, { secrets: ['authorization'] });
  const requireOutside = await checkAddress(context, form);
  return submit(context, form, {
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
  });
}

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
