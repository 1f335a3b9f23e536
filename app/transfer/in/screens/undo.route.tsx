import { askAbout, pressOn } from '../../../auth/press.server.ts';
import { conflict } from '../../../lib/errors.ts';
import { oneOrSeveral } from '../../../lib/count.ts';
import { pageTitle } from '../../../lib/product.ts';
import { apart } from '../../../lib/text.ts';
import { undoInTurn } from '../carry-out.server.ts';
import { getBegunImport } from '../import-row.server.ts';
import { sayUndone } from '../undo.server.ts';

export { QuestionScreen as default } from '../../../ui/dialog/question.tsx';

export const meta = pageTitle('Undo import');

export const loader = askAbout('import', ({ context, id }) => {
  const row = getBegunImport(context, id);
  if (row.status === 'undone') throw conflict('This import was already undone.');
  const count = oneOrSeveral(row.newCount, '1 record', '# records');
  const changes = row.choices.edits !== null && row.changedCount > 0;
  return {
    title: 'Undo this import?',
    text: `Everything imported from ${apart(row.fileName)} (${count}) is deleted, even if changed since. Clients and work types that other work uses are kept${changes ? ', and logs that it changed stay changed' : ''}.`,
    backTo: '/import',
    confirmLabel: 'Undo import',
  };
});

export const action = pressOn('import', ({ context, id }) => ({
  wait: (_, key) => undoInTurn(context, id, key),
  goTo: '/import',
  success: (undone) => ({ text: sayUndone(undone) }),
  failure: 'Failed to undo the import',
}));
