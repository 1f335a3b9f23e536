import type { ReactNode } from 'react';
import { useForm } from '@conform-to/react';
import { DescriptionField } from '../../ai/field/description-field.tsx';
import type { RewriteReply } from '../../ai/rewrite.server.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { FieldState } from '../../ui/field.tsx';
import { DurationField } from '../../ui/more-fields.tsx';
import { useKeyOfPage } from '../../ui/form.tsx';
import type { WorkLogOptions } from '../form/log-form.server.ts';
import { NEW_ITEM } from '../hardware/item-prices.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents, type WorkLogFormValues } from '../form/live-form.ts';
import { LogFormFrame, ClientPicker, JobPicker, WorkTypePicker } from '../form/pickers.tsx';
import { RateField, useLiveRate } from '../rates/rate-field.tsx';
import { readBack, type ReadTime } from '../rates/rates.ts';
import { readHoursAndMinutes } from './hours-and-minutes.ts';

type QuickEntryValues = WorkLogFormValues &
  Partial<Record<'hours' | 'minutes' | 'travelHours' | 'travelMinutes', string>>;

type QuickEntryProps = {
  options: WorkLogOptions;
  /** A new key empties the form. */
  oneTimeKey: string;
  reply: RewriteReply | undefined;
};

/** The card for logging work, dated now: in a line, by fields, or again what is usual. It posts to its screen, whose action calls `submitQuickEntry`. */
export function QuickEntry({
  line,
  usual,
  ...props
}: QuickEntryProps & Record<'line' | 'usual', ReactNode>) {
  const oneTimeKey = useKeyOfPage(props.oneTimeKey);
  return (
    <Card title="Quick Work Log Entry">
      <div className="grid grid-cols-1 gap-3">
        {line}
        <QuickEntryForm key={oneTimeKey} {...props} oneTimeKey={oneTimeKey} />
        {usual}
      </div>
    </Card>
  );
}

function QuickEntryForm({ options, oneTimeKey, reply }: QuickEntryProps) {
  const [form, fields] = useForm<QuickEntryValues>({
    id: 'quick-entry',
    lastResult: reply?.result,
    defaultValue: { hardwareItems: [NEW_ITEM] },
    onValidate: handleIntents,
  });
  const live = useLiveRate('quick-entry', options, fields, fields.hourlyRate);
  const time = addUp([
    readHoursAndMinutes(live.textOf(fields.hours), live.textOf(fields.minutes)),
    readHoursAndMinutes(live.textOf(fields.travelHours), live.textOf(fields.travelMinutes)),
  ]);
  return (
    <LogFormFrame form={form} oneTimeKey={oneTimeKey} canSave onInput={live.onInput}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ClientPicker field={fields.clientId} options={options} />
        <WorkTypePicker field={fields.workTypeId} options={options} />
        <div className="time-field">
          <HoursAndMinutes
            legend="Duration"
            hours={fields.hours}
            minutes={fields.minutes}
            durationErrors={form.allErrors.duration}
          />
          <p className="mt-1.5 text-xs text-muted" aria-live="polite">
            {readBack(time, live.charged, {
              example: 'You can also type 1:30, 1h 30m or 90m',
            })}
          </p>
        </div>
        <RateField {...live.rate} />
        <JobPicker field={fields.jobId} options={options} live={live.text} />
        <div className="travel-field">
          <HoursAndMinutes
            legend="Travel Time"
            hours={fields.travelHours}
            minutes={fields.travelMinutes}
            durationErrors={form.allErrors.travelTime}
          />
        </div>
      </div>
      <HardwareFields form={form} fields={fields} live={live.text} options={options} />
      <DescriptionField field={fields.description} rewrite={reply?.rewrite} rows={2} />
      <div className="flex justify-end">
        <Button>Log Work</Button>
      </div>
    </LogFormFrame>
  );
}

function addUp(parts: ReturnType<typeof readHoursAndMinutes>[]): ReadTime {
  let minutes = 0;
  for (const part of parts) {
    if (!('minutes' in part)) return { sentence: part.message };
    minutes += part.minutes;
  }
  return { minutes };
}

type HoursAndMinutesProps = {
  legend: string;
  hours: FieldState;
  minutes: FieldState;
  /** Errors of hours and minutes together; shown at the hours. */
  durationErrors: string[] | undefined;
};

function HoursAndMinutes({ legend, hours, minutes, durationErrors }: HoursAndMinutesProps) {
  const of = legend === 'Duration' ? '' : 'Travel ';
  // Conform's metadata is computed on access, so it cannot be spread.
  const { id, name, initialValue, errorId, descriptionId } = hours;
  const errors = hours.errors ?? durationErrors;
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="grid grid-cols-2 items-start gap-3">
        <DurationField
          field={{ id, name, initialValue, errorId, descriptionId, errors }}
          label={`${of}Hours`}
          placeholder="0"
        />
        <DurationField field={minutes} label={`${of}Minutes`} placeholder="0" />
      </div>
    </fieldset>
  );
}
