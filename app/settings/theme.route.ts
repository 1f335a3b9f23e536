import type { ActionFunctionArgs } from '@remix-run/node';
import { keepDeviceChoice } from './device-choices.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** The screen around it is account.route.tsx, behind its dialogs too. */
export const action = (args: ActionFunctionArgs) => keepDeviceChoice(args);
