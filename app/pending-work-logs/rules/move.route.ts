import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { sendOn } from '../../auth/press.server.ts';
import { idField } from '../../lib/fields.ts';
import { moveRule } from './rules.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

const MoveForm = z.object({ place: idField('The first position is 1.') });

/** This address has no page of its own: the buttons are in the list of rules. */
export const loader = () => redirect('/settings/rules');

export const action = sendOn('rule', { schema: MoveForm }, ({ context, id }) => ({
  button: true,
  run: ({ place }) => moveRule(context, id, place),
  goTo: '/settings/rules',
  success: ({ place }) => ({ text: `Rule moved to position ${place}` }),
  failure: 'Failed to move rule',
}));
