import { askAbout, pressOn } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { deleteWebhook, getWebhook } from './webhooks.server.ts';

export { QuestionScreen as default } from '../ui/dialog/question.tsx';

export const meta = pageTitle('Delete Webhook');

export const loader = askAbout('webhook', ({ context, id }) => ({
  title: 'Delete webhook?',
  text: `“${getWebhook(context, id).name}” is told of nothing any more, and its log goes too.`,
  backTo: `/settings/webhooks/${id}`,
  confirmLabel: 'Delete',
}));

export const action = pressOn('webhook', ({ context, id }) => ({
  run: () => {
    deleteWebhook(context, id);
  },
  goTo: '/settings/webhooks',
  success: 'Webhook deleted',
  failure: 'Failed to delete webhook',
}));
