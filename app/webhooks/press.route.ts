import { redirect } from '@remix-run/node';
import { z } from 'zod';
import type { WebhookDelivery } from '#db/schema.ts';
import { sendOn } from '../auth/press.server.ts';
import { optionalId } from '../lib/fields.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { sendAgain, sendTest } from './deliver.server.ts';
import { hideKey, pauseWebhook, resumeWebhook } from './webhooks.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** The buttons are on the webhook's page. */
export const loader = () => redirect('/settings/webhooks');

const Press = z.object({
  press: z.enum(['pause', 'resume', 'noted', 'test', 'again']),
  delivery: optionalId,
});

const DONE = {
  pause: { text: 'Webhook paused' },
  resume: { text: 'Webhook active' },
  noted: null,
} as const;

function sayDelivery({ answered, message }: WebhookDelivery): ToastMessage {
  if (message === null) return { text: `Arrived (${answered})` };
  return { title: 'Not delivered', text: message, variant: 'destructive' };
}

/** Pause, resume, "I have noted it", "Send a test" and "Send again". */
export const action = sendOn('webhook', { schema: Press }, ({ context, id }) => ({
  button: true,
  wait: async ({ press, delivery }) => {
    if (press === 'test') return sayDelivery(await sendTest(context, id));
    if (press === 'again') return sayDelivery(await sendAgain(context, id, delivery ?? 0));
    const run = { pause: pauseWebhook, resume: resumeWebhook, noted: hideKey }[press];
    run(context, id);
    return DONE[press];
  },
  goTo: `/settings/webhooks/${id}`,
  success: (said) => said,
  failure: 'Failed to change webhook',
}));
