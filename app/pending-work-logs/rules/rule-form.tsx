import { useForm } from '@conform-to/react';
import type { RecordFormProps } from '../../history/edit-dialog.tsx';
import { formatCount } from '../../lib/count.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteLink, DialogActions } from '../../ui/dialog/route-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { NamedOptions } from '../../ui/filter-form.tsx';
import { EnterButton, PostForm } from '../../ui/form.tsx';
import { CheckboxField, DurationField, TextAreaField } from '../../ui/more-fields.tsx';
import { useLiveText } from '../../work-logs/form/live-form.ts';
import { JobPicker } from '../../work-logs/form/pickers.tsx';
import type { ruleFormValues } from './rules.server.ts';
import type { loadRuleForm, RuleReply, Tried } from './try-rule.server.ts';

type Values = ReturnType<typeof ruleFormValues>;

type RuleFormProps = RecordFormProps<Values, RuleReply> &
  Pick<ReturnType<typeof loadRuleForm>, 'options' | 'tried'>;

/** The fields of a rule, for Add Rule and Edit Rule, and what it would match. */
export function RuleForm(props: RuleFormProps) {
  const { values, reply, tried, options, submitLabel, deletePath, ...ofForm } = props;
  const [form, fields] = useForm<Partial<Values>>({
    id: 'rule',
    lastResult: reply?.result,
    defaultValue: values,
  });
  const live = useLiveText('rule', '');
  const shown = reply === undefined ? tried : (reply.tried ?? null);
  return (
    <PostForm form={form} {...ofForm} className="parts" onInput={live.onInput}>
      <EnterButton />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">Which tasks</legend>
        <p className="text-sm text-muted">
          A task must match every field you fill in. Capitals and punctuation are ignored.
        </p>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <TextField field={fields.project} label="Project" autoFocus />
          <TextField field={fields.label} label="Label" />
        </div>
        <TextField
          field={fields.words}
          label="Task name contains"
          hint="All of these words, in any order"
        />
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">Then fill in</legend>
        <p className="text-sm text-muted">Leave empty to keep the usual suggestion</p>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <SelectField field={fields.clientId} label="Client">
            <option value="">Don’t change</option>
            <NamedOptions named={options.clients} />
          </SelectField>
          <SelectField field={fields.workTypeId} label="Work Type">
            <option value="">Don’t change</option>
            <NamedOptions named={options.workTypes} />
          </SelectField>
          <DurationField field={fields.duration} label="Duration (hours)" />
          <SelectField field={fields.billable} label="Billable">
            <option value="">Don’t change</option>
            <option value="true">Billable</option>
            <option value="false">Not billable</option>
          </SelectField>
          <JobPicker field={fields.jobId} options={options} live={live.text} none="Don’t change" />
        </div>
        <TextAreaField field={fields.description} label="Description" />
        <CheckboxField
          field={fields.archive}
          label="Archive"
          hint="Tasks go to Archived, not billable. You can move them back to review."
        />
      </fieldset>
      <div>
        <Button variant="secondary" name="then" value="try">
          Preview matches
        </Button>
      </div>
      {shown ? <TriedTasks tried={shown} /> : null}
      <DialogActions>
        <Button>{submitLabel}</Button>
        {deletePath ? <DeleteLink to={deletePath} /> : null}
      </DialogActions>
    </PostForm>
  );
}

function TriedTasks({ tried: { count, shown } }: { tried: Tried }) {
  const tasks = count === 1 ? '1 task' : `${formatCount(count)} tasks`;
  return (
    <section aria-label="Matching tasks" className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <p role="status" className="font-medium">
        {count === 0
          ? 'Matches no task in the last 90 days.'
          : `Matches ${tasks} in the last 90 days${count > shown.length ? `; the newest ${shown.length}:` : ':'}`}
      </p>
      {shown.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {shown.map(({ id, taskName, projectName, when, status }) => (
            <li key={id} className="py-1.5 wrap-anywhere">
              <span className="font-medium">{taskName}</span>{' '}
              <span className="text-muted">
                {[projectName, when, status].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
