import { askAbout, pressOn } from '../auth/press.server.ts';
import { requireAsShown } from '../http/form/made-from.server.ts';
import { pageTitle } from '../lib/product.ts';
import { deleteWorkType, findWorkType, getWorkType } from './work-types.server.ts';

export { QuestionScreen as default } from '../ui/dialog/question.tsx';

export const meta = pageTitle('Delete Work Type');

export const loader = askAbout('work-type', ({ context, id }) => {
  const { name, version } = getWorkType(context, id);
  return {
    title: 'Delete work type?',
    text: `Are you sure you want to delete "${name}"? This action cannot be undone.`,
    backTo: '/settings',
    confirmLabel: 'Delete',
    version,
  };
});

export const action = pressOn('work-type', ({ context, form, id }) => ({
  run: () => {
    const workType = getWorkType(context, id);
    // One that is deleted already is said to be gone.
    if (workType.isActive) requireAsShown(form, workType);
    deleteWorkType(context, id);
  },
  again: { isUndone: () => findWorkType(context, id)?.isActive === true },
  goTo: '/settings',
  success: 'Work type deleted successfully',
  failure: 'Failed to delete work type',
}));
