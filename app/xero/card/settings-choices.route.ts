import { redirect } from '@remix-run/node';
import { send } from '../../auth/press.server.ts';
import { EditConflict } from '../../http/form/made-from.server.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { ChoicesInput } from '../connection/choices.ts';
import { activeOrganisation } from '../connection/organisation.server.ts';
import { choicesMadeFrom, saveChoices, sayChoice } from '../connection/organisations.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

const FAILED = 'Failed to save Xero settings';

export function loader() {
  return redirect('/settings');
}

/** Saves the account of invoice lines and the VAT rate for time. */
export const action = send({ schema: ChoicesInput }, ({ context }) => ({
  button: true,
  run: (choices, form) => {
    saveChoices(context, form, choices);
  },
  version: () => {
    const organisation = activeOrganisation(context);
    return organisation === null ? undefined : choicesMadeFrom(organisation).version;
  },
  goTo: '/settings',
  success: 'Xero settings saved successfully',
  failure: FAILED,
  toastFor: (refusal, typed) => {
    if (!(refusal instanceof EditConflict)) return undefined;
    const organisation = activeOrganisation(context);
    const said = refusal.issues.map(({ path, message }) => {
      const code = typed[path];
      return organisation && typeof code === 'string'
        ? `${message}. You chose ${sayChoice(organisation, code)}.`
        : `${message}.`;
    });
    return errorToast(
      `${FAILED}. ${said.join(' ')} Not saved: the card shows the current values. Choose again and save.`,
    );
  },
}));
