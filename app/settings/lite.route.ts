import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { keepDeviceChoice } from './device-choices.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** There is no page here: the switch is in Settings. */
export function loader() {
  return redirect('/settings/account');
}

export const action = (args: ActionFunctionArgs) => keepDeviceChoice(args);
