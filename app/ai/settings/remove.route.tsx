import { ask, press } from '../../auth/press.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { aiKeyVersion, inTurnOfKey, removeAiKey } from './ai-settings.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('Remove OpenAI API key');

export const loader = ask(({ context }) => ({
  title: 'Remove the OpenAI API key?',
  text: 'You cannot regenerate descriptions until you save a key again. Your prompt is kept.',
  backTo: '/settings',
  confirmLabel: 'Remove Key',
  version: aiKeyVersion(context),
}));

// Waits for a key that is still being checked: it was sent before, and is not the one that the question was about.
export const action = press(
  ({ context, form }) => ({
    run: () => {
      requireAsShown(form, { version: aiKeyVersion(context) });
      removeAiKey(context);
    },
    goTo: '/settings',
    success: 'OpenAI API key removed',
    failure: 'Failed to save AI settings',
  }),
  inTurnOfKey,
);
