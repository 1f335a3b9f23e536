import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { RuleForm } from './rule-form.tsx';
import { createRule, findRule, ruleFromEntry } from './rules.server.ts';
import { RuleForm as RuleFormSchema } from './rules.ts';
import { answerTry, loadRuleForm } from './try-rule.server.ts';

export const meta = pageTitle('Add Rule');

export const loader = show(({ context, url }) => {
  const from = url.searchParams.get('from');
  const rule = from === null ? null : ruleFromEntry(context, toId(from, 'The pending work log'));
  return loadRuleForm(context, rule);
});

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, RuleFormSchema, { checkboxes: ['archive'] });
  return (
    answerTry(context, form) ??
    submit(context, form, {
      run: ({ rule }) => createRule(context, rule),
      again: {
        leaves: {
          ids: ({ id }) => [id],
          isThere: (id) => findRule(context, id) !== null,
        },
        isOnScreen: true,
      },
      goTo: '/settings/rules',
      success: 'Rule added',
      failure: 'Failed to add rule',
    })
  );
}

export default function NewRule() {
  const form = useLoaderData<typeof loader>();
  const backTo = useSearchParams()[0].has('from') ? '/pending-work-logs' : '/settings/rules';
  return (
    <RouteDialog title="Add Rule" backTo={backTo}>
      <RuleForm {...form} reply={useActionData<typeof action>()} submitLabel="Add Rule" />
    </RouteDialog>
  );
}
