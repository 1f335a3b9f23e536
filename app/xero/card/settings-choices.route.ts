import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { ChoicesInput } from '../connection/inputs.ts';
import { saveChoices } from '../connection/organisations.server.ts';

export function loader() {
  return redirect('/settings');
}

/** Saves the account of invoice lines and the VAT rate for time. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submit(context, {
    user: await requireUser(request, context),
    isButton: true,
    form: await parseForm(request, ChoicesInput),
    run: (choices) => {
      saveChoices(context, choices);
    },
    goTo: '/settings',
    success: 'Xero settings saved successfully',
    failure: 'Failed to save Xero settings',
  });
}
