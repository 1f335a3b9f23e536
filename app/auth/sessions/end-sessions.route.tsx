import type { ActionFunctionArgs } from '@remix-run/node';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { requireUser } from '../guard.server.ts';
import { ask } from '../press.server.ts';
import { endAllSessions } from './own-sessions.server.ts';
import { signedOut } from '../sign-in/sign-out.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('Sign out everywhere');

export const loader = ask(({ context }) => {
  const signIn =
    (context.identityProvider ?? context.namedByProxy)
      ? 'You can then sign in again as usual.'
      : 'To sign in again you need a passkey, or a new link from whoever runs this service.';
  return {
    title: 'Sign out everywhere?',
    text: `All your devices are signed out at once, this one too. ${signIn}`,
    backTo: '/settings/account',
    confirmLabel: 'Sign out everywhere',
  };
});

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const answer = await submit(context, await parseForm(request, Nothing), {
    button: { backTo: '/settings/account' },
    // Without the form's key, which cannot be written to a full disk: pressed twice it does the same.
    wait: () => {
      endAllSessions(context, user.id);
      return Promise.resolve();
    },
    goTo: '/',
    success: () => null,
    failure: 'Failed to sign out everywhere',
  });
  if (answer.headers.get('Location') !== '/') return answer;
  // Not the storage: nobody was asked about what waits on this device to be sent.
  return signedOut(context, request, ['cache']);
}
