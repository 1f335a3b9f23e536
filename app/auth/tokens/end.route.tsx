import { errorToast } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { askAbout, pressOn } from '../press.server.ts';
import { endToken, getToken } from './tokens.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('End Token');

export const loader = askAbout('token', ({ context, user, id }) => ({
  title: 'End token?',
  text: `“${getToken(context, user.id, id).name}” opens nothing from then on, for whichever program has it. What it wrote stays.`,
  backTo: '/settings/tokens',
  confirmLabel: 'End',
}));

export const action = pressOn('token', ({ context, user, id }) => ({
  run: () => {
    endToken(context, user.id, id);
  },
  goTo: '/settings/tokens',
  success: 'Token ended',
  failure: 'Failed to end the token',
  toastFor: ({ message }) => errorToast(message),
}));
