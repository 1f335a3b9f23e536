import { askAbout, pressOn } from '../auth/press.server.ts';
import { errorToast } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { getRemovableEmail, removeApprovedEmail } from '../users/approved-emails.server.ts';

export { QuestionScreen as default } from '../ui/dialog/question.tsx';

export const meta = pageTitle('Remove Approved Email');

export const loader = askAbout('approved-email', ({ context, user, id }) => {
  const { email, hasUser } = getRemovableEmail(context, user, id);
  const whatFollows = hasUser
    ? 'Whoever is signed in with it is signed out at once, and cannot sign in until it is approved again. The user stays in the list.'
    : 'Nobody has signed in with it yet; nobody can until it is approved again.';
  return {
    title: 'Remove approved email?',
    text: `Are you sure you want to remove ${email} from the approved list? ${whatFollows}`,
    backTo: '/settings',
    confirmLabel: 'Remove',
  };
});

export const action = pressOn('approved-email', ({ context, user, id }) => ({
  run: () => {
    removeApprovedEmail(context, user, id);
  },
  goTo: '/settings',
  success: 'Email removed from approved list',
  failure: 'Failed to remove approved email',
  toastFor: ({ message }) => errorToast(message),
}));
