import { useForm } from '@conform-to/react';
import { DescriptionField } from '../../ai/field/description-field.tsx';
import type { RewriteReply } from '../../ai/field/rewrite-in-form.server.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField, type FieldState } from '../../ui/field.tsx';
import type { WorkLogOptions } from '../form/form-options.server.ts';
import { NEW_ITEM, type ItemFormValues } from '../form/form-values.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents, useLiveText } from '../form/live-form.ts';
import { LogFormFrame } from '../form/log-form-frame.tsx';
import { ClientPicker, WorkTypePicker } from '../form/pickers.tsx';

type QuickEntryValues = {
  clientId?: string;
  workTypeId?: string;
  hours?: string;
  minutes?: string;
  travelHours?: string;
  travelMinutes?: string;
  description?: string;
  hardwareItems?: ItemFormValues[];
};

const EMPTY: QuickEntryValues = { hardwareItems: [NEW_ITEM] };

type QuickEntryProps = {
  options: WorkLogOptions;
  /** A new key empties the form. */
  oneTimeKey: string;
  reply: RewriteReply | undefined;
};

/**
 * The card for logging work, dated now. It posts to the screen it is on, whose action calls
 * `submitQuickEntry`.
 */
export function QuickEntry(props: QuickEntryProps) {
  return (
    <Card title="Quick Work Log Entry" subtitle="Dated now, at the client's rate">
      <QuickEntryForm key={props.oneTimeKey} {...props} />
    </Card>
  );
}

function QuickEntryForm({ options, oneTimeKey, reply }: QuickEntryProps) {
  const [form, fields] = useForm<QuickEntryValues>({
    id: 'quick-entry',
    lastResult: reply?.result,
    defaultValue: EMPTY,
    onValidate: handleIntents,
  });
  const rows = fields.hardwareItems.getFieldList().map(({ key, name }) => key ?? name);
  const live = useLiveText('quick-entry', rows.join());
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
        </div>
        <div className="travel-field">
          <HoursAndMinutes
            legend="Travel Time"
            hours={fields.travelHours}
            minutes={fields.travelMinutes}
            durationErrors={form.allErrors.travelTime}
          />
        </div>
      </div>
      <HardwareFields form={form} field={fields.hardwareItems} live={live.text} />
      <DescriptionField field={fields.description} rewrite={reply?.rewrite} rows={2} />
      <div className="flex justify-end">
        <Button>Log Work</Button>
      </div>
    </LogFormFrame>
  );
}

function HoursAndMinutes({
  legend,
  hours,
  minutes,
  durationErrors,
}: {
  legend: string;
  hours: FieldState;
  minutes: FieldState;
  /** Errors of hours and minutes together; shown at the hours. */
  durationErrors: string[] | undefined;
}) {
  const errors = hours.errors ?? durationErrors;
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          field={{ ...copyOf(hours), errors }}
          label={legend === 'Duration' ? 'Hours' : 'Travel Hours'}
          type="number"
          inputMode="numeric"
          min="0"
          max="23"
          step="1"
          placeholder="0"
        />
        <TextField
          field={minutes}
          label={legend === 'Duration' ? 'Minutes' : 'Travel Minutes'}
          type="number"
          inputMode="numeric"
          min="0"
          max="59"
          step="1"
          placeholder="0"
        />
      </div>
    </fieldset>
  );
}

/** A plain copy of a field: conform's metadata is computed on access, so it cannot be spread. */
function copyOf({ id, name, initialValue, errorId, descriptionId }: FieldState): FieldState {
  return { id, name, initialValue, errorId, descriptionId };
}
