import { askAbout, pressOn } from '../../auth/press.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { sayCondition } from './match-rule.ts';
import { deleteRule, getRule } from './rules.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

export const meta = pageTitle('Delete Rule');

export const loader = askAbout('rule', ({ context, id }) => {
  const rule = getRule(context, id);
  return {
    title: 'Delete rule?',
    text: `The rule for ${sayCondition(rule)} no longer fills in waiting tasks. What people set or confirmed is kept.`,
    backTo: '/settings/rules',
    confirmLabel: 'Delete',
    version: rule.version,
  };
});

export const action = pressOn('rule', ({ context, form, id }) => ({
  run: () => {
    requireAsShown(form, getRule(context, id));
    deleteRule(context, id);
  },
  goTo: '/settings/rules',
  success: 'Rule deleted',
  failure: 'Failed to delete rule',
}));
