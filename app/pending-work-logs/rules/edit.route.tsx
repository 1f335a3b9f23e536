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
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { notFound } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { whenLoaded } from '../../ui/form.tsx';
import { RuleForm } from './rule-form.tsx';
import { listRules, ruleFormValues, ruleOptions, saveEditedRule } from './rules.server.ts';
import { RuleForm as RuleFormSchema } from './rules.ts';
import { answerTry, tryCondition } from './try-rule.server.ts';

export const meta = pageTitle('Edit Rule');

export const shouldRevalidate = keepFormOnRefusal;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The rule');
    const rule = listRules(context).find((one) => one.id === id) ?? null;
    // A refused form is shown again even if its rule was deleted meanwhile.
    if (rule === null && !isAnswerToForm(request)) throw notFound('The rule');
    return {
      id,
      options: ruleOptions(context, rule),
      madeFrom: rule && { version: rule.version, values: ruleFormValues(rule) },
      tried: rule && tryCondition(context, rule),
      history: recordHistory(context, { kind: 'rule', id }),
      oneTimeKey: newOneTimeKey(),
    };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'rules', { id: params.id, what: 'The rule' }));
  const form = await parseForm(request, RuleFormSchema, { checkboxes: ['archive'] });
  return (
    answerTry(context, form) ??
    submit(context, form, {
      run: ({ rule }, form) => saveEditedRule(context, id, form, rule),
      version: () => listRules(context).find((one) => one.id === id)?.version,
      goTo: '/settings/rules',
      success: 'Rule updated',
      failure: 'Failed to update rule',
    })
  );
}

export default function EditRule() {
  const { id, options, madeFrom, tried, history, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  return (
    <RouteDialog title="Edit Rule" backTo="/settings/rules">
      <RuleForm
        key={reply?.remade}
        values={madeFrom?.values ?? {}}
        madeFrom={madeFrom ?? undefined}
        oneTimeKey={oneTimeKey}
        tried={tried}
        options={options}
        reply={reply}
        submitLabel="Update"
        deletePath={`/settings/rules/${id}/delete`}
      />
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
