import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { recordHistory } from '../../history/record-history.server.ts';
import { RecordHistorySection } from '../../history/record-history.tsx';
import { parseForm } from '../../http/form/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../../http/form/kept-form.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { notFound } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { whenLoaded } from '../../ui/form.tsx';
import { RuleForm } from './rule-form.tsx';
import { findRule, saveEditedRule } from './rules.server.ts';
import { RuleForm as RuleFormSchema } from './rules.ts';
import { answerTry, loadRuleForm } from './try-rule.server.ts';

export const meta = pageTitle('Edit Rule');

export const shouldRevalidate = keepFormOnRefusal;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The rule');
    const rule = findRule(context, id);
    // A refused form is shown again even if its rule was deleted meanwhile.
    if (rule === null && !isAnswerToForm(request)) throw notFound('The rule');
    const form = loadRuleForm(context, rule);
    return {
      id,
      form: {
        ...form,
        madeFrom: rule ? { version: rule.version, values: form.values } : undefined,
      },
      history: recordHistory(context, { kind: 'rule', id }),
    };
  });
}

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
  const { id, form, history } = useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), form.madeFrom ?? null);
  return (
    <RouteDialog title="Edit Rule" backTo="/settings/rules">
      <RuleForm
        key={reply?.remade}
        {...form}
        reply={reply}
        submitLabel="Update"
        deletePath={`/settings/rules/${id}/delete`}
      />
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
