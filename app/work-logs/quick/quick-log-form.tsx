import { useForm } from '@conform-to/react';
import type { FormReply } from '../../http/form/form.server.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DurationField, TextAreaField } from '../../ui/more-fields.tsx';
import { DialogActions } from '../../ui/dialog/route-dialog.tsx';
import type { WorkLogOptions } from '../form/form-options.server.ts';
import { NEW_ITEM, type ItemFormValues } from '../form/form-values.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents } from '../form/live-form.ts';
import { LogFormFrame } from '../form/log-form-frame.tsx';
import { ClientPicker, WorkTypePicker } from '../form/pickers.tsx';
import { RateSelect, TypedRateField } from '../rates/rate-select.tsx';
import { readBack } from '../rates/read-back.ts';
import { readHourFields } from '../rates/typed-time.ts';
import { useLiveRate } from './live-rate.ts';

type QuickLogValues = {
  clientId?: string;
  workTypeId?: string;
  duration?: string;
  description?: string;
  rateChoice?: string;
  hourlyRate?: string;
  hardwareItems?: ItemFormValues[];
};

/** The fields of the phone's quick log. */
export function QuickLogForm({
  options,
  oneTimeKey,
  reply,
  backTo,
}: {
  options: WorkLogOptions;
  oneTimeKey: string;
  reply: FormReply | undefined;
  backTo: string;
}) {
  const [form, fields] = useForm<QuickLogValues>({
    id: 'quick-log',
    lastResult: reply?.result,
    defaultValue: { hardwareItems: [NEW_ITEM] },
    onValidate: handleIntents,
  });
  const live = useLiveRate('quick-log', options, fields);
  const time = readHourFields([live.textOf(fields.duration)]);
  return (
    <LogFormFrame form={form} oneTimeKey={oneTimeKey} canSave onInput={live.onInput}>
      <ClientPicker field={fields.clientId} options={options} autoFocus />
      <WorkTypePicker field={fields.workTypeId} options={options} applied={live.charged} />
      <div className="time-field">
        <DurationField
          field={fields.duration}
          label="Duration (hours)"
          isRequired
          hint={<span aria-live="polite">{readBack(time, live.charged)}</span>}
        />
      </div>
      <HardwareFields
        form={form}
        field={fields.hardwareItems}
        live={live.text}
        hasVat={options.hasVat}
      />
      <TextAreaField field={fields.description} label="Description" />
      <div className="time-field">
        <div className="grid gap-4">
          <RateSelect field={fields.rateChoice} client={live.client} usual={live.usual} hasTyped />
          <TypedRateField field={fields.hourlyRate} />
        </div>
      </div>
      <DialogActions>
        <ButtonLink to={backTo} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
        <Button>Log Work</Button>
      </DialogActions>
    </LogFormFrame>
  );
}
