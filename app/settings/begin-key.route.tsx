import { ask, press } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { beginWithNewKey } from './roll-key.server.ts';

export { QuestionScreen as default } from '../ui/dialog/question.tsx';

export const meta = pageTitle('Begin with the new key');

export const loader = ask(() => ({
  title: 'Begin with the new key?',
  text: 'The Todoist token, the AI key and the connection to Xero are deleted for good, and you have to connect them again. Work logs, clients and invoices are kept.',
  backTo: '/settings',
  confirmLabel: 'Delete and Begin',
}));

export const action = press(({ context }) => ({
  run: () => {
    beginWithNewKey(context);
  },
  goTo: '/settings',
  success: 'The new key is in use. Connect again what you need.',
  failure: 'Failed to begin with the new key',
}));
