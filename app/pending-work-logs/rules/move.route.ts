import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { idField } from '../../lib/fields.ts';
import { moveRule } from './rules.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

const MoveForm = z.object({ place: idField('The first place is 1.') });

/** This address has no page of its own: the buttons are in the list of rules. */
export function loader() {
  return redirect('/settings/rules');
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  return submit(context, {
    user,
    isButton: true,
    form: await parseForm(request, MoveForm),
    run: ({ place }) => moveRule(context, toId(params.id, 'The rule'), place),
    goTo: '/settings/rules',
    success: ({ place }) => ({ text: `The rule is in place ${place} now` }),
    failure: 'Failed to move rule',
  });
}
