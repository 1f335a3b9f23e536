import { askAbout, pressOn } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { getWebhook, renewKey } from './webhooks.server.ts';

export { QuestionScreen as default } from '../ui/dialog/question.tsx';

export const meta = pageTitle('New Signing Key');

export const loader = askAbout('webhook', ({ context, id }) => ({
  title: 'Make a new signing key?',
  text: `What “${getWebhook(context, id).name}” is sent from then on is signed with the new key. Its receiver needs it, and the present one ends.`,
  backTo: `/settings/webhooks/${id}`,
  confirmLabel: 'New Key',
}));

export const action = pressOn('webhook', ({ context, id }) => ({
  run: () => ({ id: renewKey(context, id).id }),
  goTo: `/settings/webhooks/${id}`,
  success: 'New signing key made',
  failure: 'Failed to make a signing key',
}));
