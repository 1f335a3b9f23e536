import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../../http/form/form.server.ts';
import { toId } from '../../../http/json-api.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../../../http/once/once-given.server.ts';
import { orPage, submit } from '../../../http/form/submit.server.ts';
import { conflict } from '../../../lib/errors.ts';
import { oneOrSeveral } from '../../../lib/count.ts';
import { pageTitle } from '../../../lib/product.ts';
import { apart } from '../../../lib/text.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { undoInTurn } from '../carry-out.server.ts';
import { getBegunImport } from '../import-row.server.ts';
import { sayUndone } from '../undo.server.ts';

export const meta = pageTitle('Undo import');

const WHAT = 'The import';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const row = orPage(() => {
    const begun = getBegunImport(context, toId(params.id, WHAT));
    if (begun.status === 'undone') throw conflict('This import was already undone.');
    return begun;
  });
  return {
    name: apart(row.fileName),
    count: oneOrSeveral(row.newCount, '1 record', '# records'),
    changes: row.choices.edits !== null && row.changedCount > 0,
    oneTimeKey: newOneTimeKey(),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'import', params.id));
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    wait: (_, key) => undoInTurn(context, id, key),
    goTo: '/import',
    success: (undone) => ({ text: sayUndone(undone) }),
    failure: 'Failed to undo the import',
  });
}

export default function UndoImport() {
  const { name, count, changes, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Undo this import?"
      backTo="/import"
      oneTimeKey={oneTimeKey}
      confirmLabel="Undo import"
    >
      Everything imported from {name} ({count}) is deleted, even if changed since. Clients and work
      types that other work uses are kept{changes ? ', and logs that it changed stay changed' : ''}.
    </ConfirmDialog>
  );
}
