import { useForm } from '@conform-to/react';
import type { FormReply } from '../../http/form.server.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { DialogActions } from '../../ui/dialog/route-dialog.tsx';
import type { WorkLogOptions } from '../form/form-options.server.ts';
import { NEW_ITEM, type ItemFormValues } from '../form/form-values.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents, useLiveText } from '../form/live-form.ts';
import { LogFormFrame } from '../form/log-form-frame.tsx';
import { ClientPicker, WorkTypePicker } from '../form/pickers.tsx';

type QuickLogValues = {
  clientId?: string;
  workTypeId?: string;
  duration?: string;
  description?: string;
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
  const rows = fields.hardwareItems.getFieldList().map(({ key, name }) => key ?? name);
  const live = useLiveText('quick-log', rows.join());
  return (
    <LogFormFrame form={form} oneTimeKey={oneTimeKey} canSave onInput={live.onInput}>
      <ClientPicker field={fields.clientId} options={options} autoFocus />
      <WorkTypePicker field={fields.workTypeId} options={options} />
      <div className="time-field">
        <TextField
          field={fields.duration}
          label="Duration (hours)"
          isRequired
          type="number"
          inputMode="decimal"
          step="0.25"
          min="0"
        />
      </div>
      <HardwareFields form={form} field={fields.hardwareItems} live={live.text} />
      <TextAreaField field={fields.description} label="Description" />
      <DialogActions>
        <ButtonLink to={backTo} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
        <Button>Log Work</Button>
      </DialogActions>
    </LogFormFrame>
  );
}
