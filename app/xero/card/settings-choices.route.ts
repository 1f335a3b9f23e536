import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../lib/form.server.ts';
import { ChoicesInput } from '../connection/inputs.ts';
import { saveChoices } from '../connection/organisations.server.ts';
import { saveInSettings } from './settings-form.server.ts';

export function loader() {
  return redirect('/settings');
}

/** The account of invoice lines, and the VAT of time. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return saveInSettings(context, {
    submission: (await parseForm(request, ChoicesInput)).submission,
    run: (choices) => {
      saveChoices(context, choices);
      return undefined;
    },
    success: 'Xero settings saved successfully',
    failure: 'Failed to save Xero settings',
  });
}
