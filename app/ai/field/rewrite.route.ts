import { json, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { descriptionField } from '../../lib/fields.ts';
import { answerRewrite } from '../rewrite.server.ts';

const RewriteForm = z.object({ description: descriptionField });

/** This address has no page: scripts send descriptions here. */
export const loader = () => redirect('/');

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { submission } = await parseForm(request, RewriteForm);
  const text = submission.payload.description;
  const { status, headers, answer } = await answerRewrite(
    context,
    typeof text === 'string' ? text : '',
  );
  return json(answer, { status, headers });
}
