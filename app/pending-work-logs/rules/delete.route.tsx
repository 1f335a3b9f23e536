import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { sayCondition } from './match-rule.ts';
import { deleteRule, getRule } from './rules.server.ts';

export const meta = pageTitle('Delete Rule');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const rule = orPage(() => getRule(context, toId(params.id, 'The rule')));
  return {
    condition: sayCondition(rule),
    version: rule.version,
    oneTimeKey: newOneTimeKey(),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'rules', { id: params.id, what: 'The rule' }));
  const form = await parseForm(request, Nothing);
  return submit(context, form, {
    button: true,
    run: () => {
      requireAsShown(form, getRule(context, id));
      deleteRule(context, id);
    },
    goTo: '/settings/rules',
    success: 'Rule deleted',
    failure: 'Failed to delete rule',
  });
}

export default function DeleteRule() {
  const { condition, version, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Delete rule?"
      backTo="/settings/rules"
      oneTimeKey={oneTimeKey}
      version={version}
      confirmLabel="Delete"
    >
      The rule for {condition} no longer fills in waiting tasks. What people set or confirmed is
      kept.
    </ConfirmDialog>
  );
}
