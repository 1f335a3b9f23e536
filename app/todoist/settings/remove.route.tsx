import { ask, press } from '../../auth/press.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
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

// Waits for a token that is still being checked: it was sent before, and is not the one that the question was about.
export const action = press(
  ({ context, form }) => ({
    run: () => {
      requireAsShown(form, { version: tokenVersion(context) });
      removeToken(context);
    },
    goTo: '/settings',
    success: 'Todoist token removed',
    failure: SAVE_FAILED,
  }),
  inTurnOfToken,
);
