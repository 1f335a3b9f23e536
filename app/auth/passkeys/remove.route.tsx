import { errorToast } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { askAbout, pressOn } from '../press.server.ts';
import { getOwnPasskey, removePasskey } from './own-passkeys.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('Remove Passkey');

export const loader = askAbout('passkey', ({ context, user, id }) => ({
  title: 'Remove passkey?',
  text: `“${getOwnPasskey(context, user.id, id).name}” can no longer be used to sign in. Devices signed in with it stay signed in until you sign them out under “Where You Are Signed In”. Delete the passkey on your device as well.`,
  backTo: '/settings/account',
  confirmLabel: 'Remove',
}));

export const action = pressOn('passkey', ({ context, user, id }) => ({
  run: () => {
    removePasskey(context, user.id, id);
  },
  goTo: '/settings/account',
  success: 'Passkey removed',
  failure: 'Failed to remove the passkey',
  toastFor: ({ message }) => errorToast(message),
}));
