import { useForm, type SubmissionResult } from '@conform-to/react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/route-dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { EnterButton, PostForm } from '../../../ui/form.tsx';
import { DurationField, TextAreaField } from '../../../ui/more-fields.tsx';
import { DURATION_EXAMPLES } from '../../../work-logs/rates/read-back.ts';
import type { loadGroup } from './edited-group.server.ts';

type Group = ReturnType<typeof loadGroup>;

/** The edit form of a group of twins: what is changed in it is set for all of them. */
export function GroupForm({
  count,
  mixed,
  taskName,
  options,
  madeFrom,
  oneTimeKey,
  backTo,
  lastResult,
}: Group & {
  /** The list that it was opened from. */
  backTo: string;
  lastResult: SubmissionResult | undefined;
}) {
  const [form, fields] = useForm<Group['madeFrom']['values']>({
    id: 'pending-logs',
    lastResult,
    defaultValue: madeFrom.values,
  });
  /** What the empty choice of a field stands for. */
  const none = (name: Group['mixed'][number], empty: string) =>
    mixed.includes(name) ? 'Several: leave as they are' : empty;
  return (
    <PostForm
      form={form}
      madeFrom={madeFrom}
      oneTimeKey={oneTimeKey}
      className="grid gap-4"
      preventScrollReset
    >
      <EnterButton />
      <p className="text-sm wrap-anywhere text-muted">
        What you change is set for all {count} of “{taskName}”. The rest stays as it is.
      </p>
      <TextAreaField
        field={fields.description}
        label="Description"
        hint={none('description', "Left empty, each work log gets the task's name.")}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField field={fields.clientId} label="Client">
          <option value="">{none('clientId', 'Not assigned')}</option>
          {options.clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField field={fields.workTypeId} label="Work Type">
          <option value="">{none('workTypeId', 'Not set')}</option>
          {options.workTypes.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <DurationField
          field={fields.duration}
          label="Duration (hours)"
          hint={none('duration', `Each, such as ${DURATION_EXAMPLES}`)}
        />
        <SelectField field={fields.billable} label="Billing">
          {mixed.includes('billable') ? <option value="">{none('billable', '')}</option> : null}
          <option value="on">Billable</option>
          <option value="off">Not billable</option>
        </SelectField>
      </div>
      <DialogActions>
        <ButtonLink to={backTo} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
        <Button>Update all {count}</Button>
      </DialogActions>
    </PostForm>
  );
}
