import { askAbout, pressOn } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { findClient, getClient, setClientActive } from './clients.server.ts';

export { QuestionScreen as default } from '../ui/dialog/question.tsx';

export const meta = pageTitle('Remove Client');

export const loader = askAbout('client', ({ context, id }) => ({
  title: 'Remove client?',
  text: `${getClient(context, id).name} will no longer be offered when you log work. Its work logs are kept, and you can reactivate it at any time.`,
  backTo: '/clients',
  confirmLabel: 'Remove',
}));

export const action = pressOn('client', ({ context, id }) => ({
  run: () => setClientActive(context, id, false),
  again: { isUndone: () => findClient(context, id)?.isActive === true },
  goTo: '/clients',
  success: 'Client deactivated successfully',
  failure: 'Failed to deactivate client',
}));
