import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { showOf } from '../../auth/press.server.ts';
import { EditDialog } from '../../history/edit-dialog.tsx';
import { loadEdited } from '../../history/edited-record.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { keepFormOnRefusal } from '../../http/form/kept-form.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RuleForm } from './rule-form.tsx';
import { findRule, getRule, ruleFormValues, saveEditedRule } from './rules.server.ts';
import { RuleForm as RuleFormSchema } from './rules.ts';
import { answerTry, loadRuleForm } from './try-rule.server.ts';

export const meta = pageTitle('Edit Rule');

export const shouldRevalidate = keepFormOnRefusal;

const RULE = { find: findRule, get: getRule, valuesOf: ruleFormValues };

export const loader = showOf('rule', (visit) => {
  const { options, tried } = loadRuleForm(visit.context, findRule(visit.context, visit.id));
  return { edited: loadEdited(visit, 'rule', RULE), options, tried };
});

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'rule', params.id));
  const form = await parseForm(request, RuleFormSchema, { checkboxes: ['archive'] });
  return (
    answerTry(context, form) ??
    submit(context, form, {
      run: ({ rule }, form) => saveEditedRule(context, id, form, rule),
      version: () => findRule(context, id)?.version,
      goTo: '/settings/rules',
      success: 'Rule updated',
      failure: 'Failed to update rule',
    })
  );
}

export default function EditRule() {
  const { edited, ...shown } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const deletePath = `/settings/rules/${edited.id}/delete`;
  return (
    <EditDialog title="Edit Rule" backTo="/settings/rules" edited={edited} reply={reply}>
      {(form) => <RuleForm {...form} {...shown} submitLabel="Update" deletePath={deletePath} />}
    </EditDialog>
  );
}
