import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { idField } from '../../lib/fields.ts';
import { moveRule } from './rules.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

const MoveForm = z.object({ place: idField('The first position is 1.') });

/** This address has no page of its own: the buttons are in the list of rules. */
export function loader() {
  return redirect('/settings/rules');
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'rules', { id: params.id, what: 'The rule' }));
  return submit(context, await parseForm(request, MoveForm), {
    button: true,
    run: ({ place }) => moveRule(context, id, place),
    goTo: '/settings/rules',
    success: ({ place }) => ({ text: `Rule moved to position ${place}` }),
    failure: 'Failed to move rule',
  });
}
