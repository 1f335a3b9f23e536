import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../auth/guard.server.ts';
import { ProductError } from '../lib/errors.ts';
import { idList, optionalId } from '../lib/fields.ts';
import { parseForm } from '../lib/form.server.ts';
import { submit } from '../lib/submit.server.ts';
import type { ToastMessage } from '../ui/toast.ts';
import { screenAddress } from './address.ts';
import { assignAll, confirmAll, describeBulk, rejectAll, type BulkResult } from './bulk.server.ts';

const BulkForm = z.object({
  intent: z.enum(['confirm', 'reject', 'assign']),
  ids: idList(200),
  clientId: optionalId,
  workTypeId: optionalId,
});

const FAILURES = {
  confirm: 'Failed to confirm pending work logs',
  reject: 'Failed to delete pending work logs',
  assign: 'Failed to update pending work logs',
};

const SELECT_FIRST = 'Select at least one task first. Nothing was changed.';
const CHOOSE_FIRST = 'Choose a client or a work type to assign. Nothing was changed.';

/** Reached by hand, there is nothing to see: the buttons are above the list. */
export function loader() {
  return redirect('/pending-work-logs');
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await parseForm(request, BulkForm);
  const { submission } = form;
  if (submission.status !== 'success') {
    throw new Response('The form could not be read. Nothing was changed.', { status: 400 });
  }
  const { intent, ids, clientId, workTypeId } = submission.value;
  const change = {
    ...(clientId === null ? {} : { clientId }),
    ...(workTypeId === null ? {} : { workTypeId }),
  };
  const run = (): BulkResult => {
    if (ids.length === 0) throw new ProductError(400, SELECT_FIRST);
    switch (intent) {
      case 'confirm':
        return confirmAll(context, ids);
      case 'reject':
        return rejectAll(context, ids);
      case 'assign':
        if (Object.keys(change).length === 0) throw new ProductError(400, CHOOSE_FIRST);
        return assignAll(context, ids, change);
    }
  };
  return submit(context, {
    user,
    isButton: true,
    form,
    run,
    goTo: screenAddress(new URL(request.url).search),
    success: (result) => toastFor(intent, result),
    failure: FAILURES[intent],
  });
}

function toastFor(intent: z.output<typeof BulkForm>['intent'], result: BulkResult): ToastMessage {
  const verb = { confirm: 'confirmed', reject: 'rejected and deleted', assign: 'changed' }[intent];
  const isWhole = result.refused.length === 0;
  const logs = result.done === 1 ? 'work log' : 'work logs';
  if (isWhole && intent === 'confirm') return { text: `${result.done} ${logs} confirmed` };
  if (isWhole) return { text: `${result.done} pending ${logs} ${verb}` };
  return {
    text: describeBulk(result, verb),
    variant: result.done === 0 ? 'destructive' : 'default',
  };
}
