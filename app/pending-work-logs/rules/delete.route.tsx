import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { sayCondition } from './match-rule.ts';
import { deleteRule, getRule } from './rules.server.ts';

export const meta = pageTitle('Delete Rule');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const rule = orPage(() => getRule(context, toId(params.id, 'The rule')));
  return { condition: sayCondition(rule), oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  return submit(context, {
    user,
    isButton: true,
    form: await parseForm(request, Nothing),
    run: () => {
      deleteRule(context, toId(params.id, 'The rule'));
    },
    goTo: '/settings/rules',
    success: 'Rule deleted',
    failure: 'Failed to delete rule',
  });
}

export default function DeleteRule() {
  const { condition, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Delete rule?"
      backTo="/settings/rules"
      oneTimeKey={oneTimeKey}
      confirmLabel="Delete"
    >
      The rule for {condition} no longer fills in waiting tasks. What a person set or confirmed
      stays as it is.
    </ConfirmDialog>
  );
}
