import type { ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { ask } from '../../auth/press.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import {
  inTurnOfToken,
  removeToken,
  SAVE_FAILED,
  tokenVersion,
} from './todoist-settings.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('Remove Todoist token');

export const loader = ask(({ context }) => ({
  title: 'Remove the Todoist token?',
  text: 'Imports stop until you save a token again. Imported tasks are kept.',
  backTo: '/settings',
  confirmLabel: 'Remove Token',
  version: tokenVersion(context),
}));

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, Nothing);
  // Waits for a token that is still being checked: it was sent before, and is not the one that the question
  // was about.
  return inTurnOfToken(context, () =>
    submit(context, form, {
      button: true,
      run: () => {
        requireAsShown(form, { version: tokenVersion(context) });
        removeToken(context);
      },
      goTo: '/settings',
      success: 'Todoist token removed',
      failure: SAVE_FAILED,
    }),
  );
}
