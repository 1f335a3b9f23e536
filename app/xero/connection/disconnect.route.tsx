import { ask, press } from '../../auth/press.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { findConnection } from './tokens.server.ts';
import {
  countOpenInvoices,
  disconnectOnce,
  STILL_IN_XERO,
  versionOf,
} from './disconnect.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('Disconnect from Xero');

export const loader = ask(({ context }) => {
  const question = { title: 'Disconnect from Xero?', backTo: '/settings' };
  const connection = findConnection(context);
  if (connection === null) {
    return { ...question, text: 'Xero is not connected.', confirmLabel: null };
  }
  return {
    ...question,
    text: `No invoices can be created until you connect again. Invoices that were created stay in Xero and here, and clients stay linked to their Xero contacts.${sayOpen(countOpenInvoices(context))}`,
    confirmLabel: 'Disconnect from Xero',
    version: versionOf(connection),
  };
});

function sayOpen(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' One invoice is still under way: what became of it cannot be looked up without the connection.'
    : ` ${count} invoices are still under way: what became of them cannot be looked up without the connection.`;
}

export const action = press(({ context, form }) => ({
  wait: (_, key) =>
    disconnectOnce(context, key, (connection) => {
      requireAsShown(form, connection);
    }),
  goTo: '/settings',
  success: ({ isEndedInXero }) =>
    isEndedInXero
      ? { text: 'Disconnected from Xero successfully' }
      : { text: STILL_IN_XERO, variant: 'destructive' },
  failure: 'Failed to disconnect from Xero',
}));
