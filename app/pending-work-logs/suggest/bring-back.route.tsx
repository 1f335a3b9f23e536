import { askAbout, pressOn } from '../../auth/press.server.ts';
import { setClientActive } from '../../clients/clients.server.ts';
import { conflict } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { getPendingLog } from '../pending-list.server.ts';
import { reviewAddress } from '../review/selection.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('Reactivate Client');

export const loader = askAbout('pending-work-log', ({ context, id, search }) => {
  const { taskName, inactiveClientName: name } = getPendingLog(context, id);
  const backTo = reviewAddress(search);
  if (name === null) {
    const text = 'No inactive client matches this task any more.';
    return { title: 'Nothing to reactivate', text, backTo, confirmLabel: null };
  }
  const text = `${name} is inactive. Reactivate this client to suggest it for “${taskName}” and other matching tasks.`;
  return { title: 'Reactivate client?', text, backTo, confirmLabel: 'Reactivate' };
});

/** Reactivates the client that an entry would get, which is then suggested for it. */
export const action = pressOn('pending-work-log', ({ context, id, search }) => ({
  run: () => {
    const entry = getPendingLog(context, id);
    if (entry.inactiveClientId === null) throw conflict('No inactive client matches this task.');
    return setClientActive(context, entry.inactiveClientId, true);
  },
  goTo: reviewAddress(search),
  success: ({ name }: { name: string }) => ({ text: `${name} is active again` }),
  failure: 'Failed to update client',
}));
