import { useForm, type SubmissionResult } from '@conform-to/react';
import { DescriptionField } from '../../../ai/field/description-field.tsx';
import type { RewriteReply } from '../../../ai/rewrite.server.ts';
import { minutesOf } from '../../../lib/duration.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/route-dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { NamedOptions } from '../../../ui/filter-form.tsx';
import { EnterButton, PostForm } from '../../../ui/form.tsx';
import { CheckboxField, DurationField, TextAreaField } from '../../../ui/more-fields.tsx';
import { useIsHydrated } from '../../../ui/scripts/hydration.ts';
import { textIn, useLiveText, type LiveText } from '../../../work-logs/form/live-form.ts';
import { JobPicker } from '../../../work-logs/form/pickers.tsx';
import { RateField, useLiveRate } from '../../../work-logs/rates/rate-field.tsx';
import { DURATION_EXAMPLES, readBack, readHourFields } from '../../../work-logs/rates/rates.ts';
import type { loadEntry, loadGroup } from './edited-entry.server.ts';

const FORM = 'pending-log';

type Entry = ReturnType<typeof loadEntry>;

/** The edit form of an entry in review; Update saves it, Confirm saves and confirms it. */
export function PendingForm({
  options,
  values,
  ownRate,
  madeFrom,
  oneTimeKey,
  suggested,
  reply,
}: Entry & { reply: RewriteReply | undefined }) {
  const [form, fields] = useForm<Entry['values']>({
    id: FORM,
    lastResult: reply?.result,
    defaultValue: values,
  });
  const live = useLiveRate(FORM, options, fields, fields.estimatedHourlyRate, ownRate);
  const time = readHourFields([live.textOf(fields.duration)]);
  const isBillable =
    live.text.clientId === undefined
      ? fields.billable.initialValue === 'on'
      : live.text.billable === 'on';
  const isHydrated = useIsHydrated();
  /** A field's suggestion with its reason, as long as the field holds it. */
  const suggestion = (
    name: 'clientId' | 'workTypeId' | 'jobId' | 'duration',
    field: { name: string; initialValue?: unknown },
  ) =>
    suggested[name] !== undefined && textIn(live.text, field) === textIn({}, field)
      ? `Suggested, ${suggested[name]}`
      : undefined;
  const suggestedTime = suggestion('duration', fields.duration);
  return (
    <PostForm
      form={form}
      madeFrom={madeFrom}
      oneTimeKey={oneTimeKey}
      className="grid gap-4"
      preventScrollReset
      onInput={live.onInput}
    >
      <EnterButton />
      <TextField field={fields.taskName} label="Task Name" isRequired />
      <DescriptionField
        field={fields.description}
        rewrite={reply?.rewrite}
        hint="Leave empty to use the task’s name."
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.clientId}
          label="Client"
          hint={suggestion('clientId', fields.clientId)}
        >
          <option value="">Not assigned</option>
          <NamedOptions named={options.clients} />
        </SelectField>
        <SelectField
          field={fields.workTypeId}
          label="Work Type"
          hint={suggestion('workTypeId', fields.workTypeId)}
        >
          <option value="">Not set</option>
          <NamedOptions named={options.workTypes.map(({ id, label }) => ({ id, name: label }))} />
        </SelectField>
        <DurationField
          field={fields.duration}
          label="Duration (hours)"
          hint={
            <>
              {suggestedTime === undefined ? null : <span>{suggestedTime}. </span>}
              <span aria-live="polite">{readBack(time, live.charged, { isBillable })}</span>
            </>
          }
        />
        <RateField {...live.rate} />
        <JobPicker
          field={fields.jobId}
          options={options}
          live={live.text}
          hint={suggestion('jobId', fields.jobId)}
        />
      </div>
      <CheckboxField field={fields.billable} label="Billable" />
      <DialogActions>
        <Button variant="secondary">Update</Button>
        <Button name="then" value="confirm" disabled={isHydrated && !isComplete(live.text)}>
          Confirm
        </Button>
      </DialogActions>
    </PostForm>
  );
}

function isComplete({ clientId, workTypeId, duration = '' }: LiveText): boolean {
  return Boolean(clientId) && Boolean(workTypeId) && minutesOf(duration) > 0;
}

type Group = ReturnType<typeof loadGroup>;

/** The edit form of a group of twins: what is changed in it is set for all of them. */
export function GroupForm({
  count,
  mixed,
  taskName,
  options,
  madeFrom,
  oneTimeKey,
  lastResult,
}: Group & { lastResult: SubmissionResult | undefined }) {
  const [form, fields] = useForm<Group['madeFrom']['values']>({
    id: 'pending-logs',
    lastResult,
    defaultValue: madeFrom.values,
  });
  const live = useLiveText('pending-logs', '');
  /** What the empty choice of a field stands for. */
  const none = (name: Group['mixed'][number], empty: string) =>
    mixed.includes(name) ? 'Several: don’t change' : empty;
  return (
    <PostForm
      form={form}
      madeFrom={madeFrom}
      oneTimeKey={oneTimeKey}
      className="grid gap-4"
      preventScrollReset
      onInput={live.onInput}
    >
      <EnterButton />
      <p className="text-sm wrap-anywhere text-muted">
        Your changes apply to all {count} of “{taskName}”. Fields you leave are not changed.
      </p>
      <TextAreaField
        field={fields.description}
        label="Description"
        hint={none('description', 'Leave empty to use each task’s name.')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField field={fields.clientId} label="Client">
          <option value="">{none('clientId', 'Not assigned')}</option>
          <NamedOptions named={options.clients} />
        </SelectField>
        <SelectField field={fields.workTypeId} label="Work Type">
          <option value="">{none('workTypeId', 'Not set')}</option>
          <NamedOptions named={options.workTypes.map(({ id, label }) => ({ id, name: label }))} />
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
        <JobPicker
          field={fields.jobId}
          options={options}
          live={live.text}
          none={none('jobId', 'No job')}
        />
      </div>
      <DialogActions>
        <Button>Update all {count}</Button>
      </DialogActions>
    </PostForm>
  );
}
