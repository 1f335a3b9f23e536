import { useForm } from '@conform-to/react';
import type { RecordFormProps } from '../history/edit-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { DeleteLink, DialogActions } from '../ui/dialog/route-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { PostForm } from '../ui/form.tsx';
import { CheckboxField, DurationField, PoundsField } from '../ui/more-fields.tsx';
import type { jobFormValues } from './jobs.server.ts';

type JobFormValues = ReturnType<typeof jobFormValues>;

/** The fields of a job, for Add Job and Edit Job. A new job is open. */
export function JobForm(props: RecordFormProps<JobFormValues>) {
  const { values, reply, submitLabel, deletePath, ...ofForm } = props;
  const [form, fields] = useForm<Partial<JobFormValues>>({
    id: 'job',
    lastResult: reply?.result,
    defaultValue: values,
  });
  return (
    <PostForm form={form} {...ofForm} className="grid gap-4">
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
