import { useForm } from '@conform-to/react';
import type { FormReply } from '../http/form/form.server.ts';
import { Button } from '../ui/button.tsx';
import { DeleteLink, DialogActions } from '../ui/dialog/route-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { PostForm, type MadeFrom } from '../ui/form.tsx';
import { CheckboxField, DurationField, PoundsField } from '../ui/more-fields.tsx';
import type { jobFormValues } from './jobs.server.ts';

type JobFormValues = Partial<ReturnType<typeof jobFormValues>>;

type JobFormProps = {
  values: JobFormValues;
  reply: FormReply | undefined;
  submitLabel: string;
  /** Where the link Delete leads. A new job has none, and is open. */
  deletePath?: string;
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
};

/** The fields of a job, for Add Job and Edit Job. */
export function JobForm(props: JobFormProps) {
  const { values, reply, submitLabel, deletePath, oneTimeKey, madeFrom } = props;
  const [form, fields] = useForm<JobFormValues>({
    id: 'job',
    lastResult: reply?.result,
    defaultValue: values,
  });
  return (
    <PostForm form={form} oneTimeKey={oneTimeKey} madeFrom={madeFrom} className="grid gap-4">
      <TextField
        field={fields.name}
        label="Job Name"
        hint="A project, a site or a ticket"
        isRequired
        autoFocus
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <PoundsField
          field={fields.hourlyRate}
          label="Hourly Rate (£)"
          hint="Left empty, the client's or the work type's"
        />
        <DurationField field={fields.budgetHours} label="Budget (hours)" />
        <TextField field={fields.poNumber} label="PO number" />
      </div>
      {deletePath === undefined ? null : (
        <CheckboxField
          field={fields.isOpen}
          label="Open"
          hint="A job that is done keeps its work, and is no longer offered."
        />
      )}
      <DialogActions>
        <Button>{submitLabel}</Button>
        {deletePath === undefined ? null : <DeleteLink to={deletePath} />}
      </DialogActions>
    </PostForm>
  );
}
