import { json, type AppLoadContext } from '@remix-run/node';
import type { PostedForm } from '../../http/form/form.server.ts';
import type { z } from 'zod';
import type { RuleReply } from './rule-form.tsx';
import type { RuleForm } from './rules.ts';
import { tryCondition } from './try-rule.server.ts';

/**
 * Answers Try: the form as it was typed, with the tasks that the rule fits. Null when another button
 * was pressed, or the rule cannot be tried.
 */
export function answerTry(
  context: AppLoadContext,
  { submission }: PostedForm<z.output<typeof RuleForm>>,
) {
  if (submission.status !== 'success' || submission.value.then !== 'try') return null;
  // The button is no field: shown again, it would be pressed.
  const typed = Object.fromEntries(
    Object.entries(submission.payload).filter(
      (field): field is [string, string] => field[0] !== 'then' && typeof field[1] === 'string',
    ),
  );
  const result: RuleReply['result'] = { initialValue: typed };
  return json<RuleReply>({ result, tried: tryCondition(context, submission.value.rule) });
}
