import { useForm } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { DescriptionField } from '../../ai/field/description-field.tsx';
import type { RewriteReply } from '../../ai/rewrite.server.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { CheckboxField, DurationField } from '../../ui/more-fields.tsx';
import type { MadeFrom } from '../../ui/form.tsx';
import { DialogActions } from '../../ui/dialog/route-dialog.tsx';
import type { WorkLogOptions } from './log-form.server.ts';
import { workLogsAddress } from '../list/address.ts';
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
};

/** The fields of a work log, time or hardware, for Add Log and Edit Log. */
export function WorkLogForm(props: FormProps) {
  const { kind, options, values, ownRate = null, reply, oneTimeKey, madeFrom, logKind } = props;
  const [form, fields] = useForm<WorkLogFormValues>({
    id: 'work-log',
    lastResult: reply?.result,
    defaultValue: values,
    onValidate: handleIntents,
  });
  const { search } = useLocation();
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
      oneTimeKey={oneTimeKey}
      madeFrom={madeFrom}
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
        <HardwareFields
          form={form}
          field={fields.hardwareItems}
          live={live.text}
          hasVat={options.hasVat}
        />
      )}
      <DescriptionField field={fields.description} rewrite={reply?.rewrite} />
      <CheckboxField field={fields.billable} label="Billable" />
      <DialogActions>
        <ButtonLink to={workLogsAddress(search)} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
        {isEdit ? null : (
          <Button name="then" value="another" variant="secondary" disabled={!canSave}>
            Save and add another
          </Button>
        )}
        <Button disabled={!canSave}>{isEdit ? 'Update' : 'Save'}</Button>
      </DialogActions>
    </LogFormFrame>
  );
}
