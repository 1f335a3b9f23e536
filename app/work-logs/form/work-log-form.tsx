import { useForm } from '@conform-to/react';
import { DescriptionField } from '../../ai/field/description-field.tsx';
import type { RewriteReply } from '../../ai/rewrite.server.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { CheckboxField, DurationField } from '../../ui/more-fields.tsx';
import type { MadeFrom } from '../../ui/form.tsx';
import { DeleteLink, DialogActions } from '../../ui/dialog/route-dialog.tsx';
import type { WorkLogOptions } from './log-form.server.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents, useCanSave, type WorkLogFormValues } from './live-form.ts';
import { ClientPicker, JobPicker, LogFormFrame, NewLinks, WorkTypePicker } from './pickers.tsx';
import type { OwnRate } from '../rates/rate-choice.ts';
import { RateField, useLiveRate } from '../rates/rate-field.tsx';
import { readBack, readHourFields } from '../rates/rates.ts';

type FormProps = {
  /** A new log's form suggests the rate for new logs; an edited log's shows its own. */
  kind: 'new' | 'edit';
  options: WorkLogOptions;
  values: WorkLogFormValues;
  ownRate?: OwnRate | null;
  reply: RewriteReply | undefined;
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
  /** The kind of the edited log, which cannot change. */
  logKind?: 'time' | 'hardware';
  /** Where the Delete button leads. A new log has none. */
  deletePath?: string;
};

/** The fields of a work log, time or hardware, for Add Log and Edit Log. */
export function WorkLogForm(props: FormProps) {
  const { kind, options, values, ownRate = null, reply, logKind, deletePath } = props;
  const [form, fields] = useForm<WorkLogFormValues>({
    id: 'work-log',
    lastResult: reply?.result,
    defaultValue: values,
    onValidate: handleIntents,
  });
  const isEdit = kind === 'edit';
  const live = useLiveRate('work-log', options, fields, fields.hourlyRate, ownRate);
  const canSave = useCanSave(options, live.text, live.itemCount);
  const time = readHourFields([live.textOf(fields.duration), live.textOf(fields.travelTime)]);
  const isBillable =
    live.text.clientId === undefined
      ? fields.billable.initialValue === 'on'
      : live.text.billable === 'on';

  return (
    <LogFormFrame
      form={form}
      oneTimeKey={props.oneTimeKey}
      madeFrom={props.madeFrom}
      canSave={canSave}
      onInput={live.onInput}
    >
      <NewLinks options={options} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ClientPicker field={fields.clientId} options={options} autoFocus />
        <WorkTypePicker field={fields.workTypeId} options={options} />
        <div className="time-field">
          <DurationField
            field={fields.duration}
            label="Duration (hours)"
            isRequired
            hint={<span aria-live="polite">{readBack(time, live.charged, { isBillable })}</span>}
          />
        </div>
        <div className="travel-field">
          <DurationField
            field={fields.travelTime}
            label="Travel Time (hours)"
            hint="On-site work only, added to the duration"
          />
        </div>
        <TextField field={fields.date} label="Date" type="date" />
        <RateField {...live.rate} />
        <JobPicker field={fields.jobId} options={options} live={live.text} />
      </div>
      {logKind === 'time' ? null : (
        <HardwareFields form={form} fields={fields} live={live.text} options={options} />
      )}
      <DescriptionField field={fields.description} rewrite={reply?.rewrite} />
      <CheckboxField field={fields.billable} label="Billable" />
      <DialogActions>
        {isEdit ? null : (
          <Button name="then" value="another" variant="secondary" disabled={!canSave}>
            Save and add another
          </Button>
        )}
        <Button disabled={!canSave}>{isEdit ? 'Update' : 'Save'}</Button>
        {deletePath ? <DeleteLink to={deletePath} /> : null}
      </DialogActions>
    </LogFormFrame>
  );
}
