import { useForm } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import type { FormEvent } from 'react';
import { DescriptionField } from '../ai/field/description-field.tsx';
import type { RewriteReply } from '../ai/field/rewrite-in-form.server.ts';
import { toDecimalString } from '../lib/money.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CheckboxField, PoundsField, TextField } from '../ui/field.tsx';
import { DialogActions } from '../ui/route-dialog.tsx';
import type { WorkLogOptions } from './form-options.server.ts';
import { screenAddress } from './address.ts';
import type { ItemFormValues } from './form-values.ts';
import { HardwareFields } from './hardware-fields.tsx';
import { handleIntents, textOf, useCanSave, useLiveText, type LiveText } from './live-form.ts';
import { LogFormFrame } from './log-form-frame.tsx';
import { ClientPicker, WorkTypePicker } from './pickers.tsx';
import { rateForEditedLog, rateForNewLog } from './rates.ts';

/** What the fields start with, as text. */
export type WorkLogFormValues = {
  clientId?: string;
  workTypeId?: string;
  duration?: string;
  travelTime?: string;
  description?: string;
  hourlyRate?: string;
  rateFor?: string;
  date?: string;
  billable?: string;
  hardwareItems?: ItemFormValues[];
};

type FormProps = {
  /** A new log takes its rate by the rule for new logs; an edited one shows its own. */
  kind: 'new' | 'edit';
  options: WorkLogOptions;
  values: WorkLogFormValues;
  reply: RewriteReply | undefined;
  oneTimeKey?: string;
};

/** The fields of a work log, time or hardware, for Add Log and for editing. */
export function WorkLogForm({ kind, options, values, reply, oneTimeKey }: FormProps) {
  const [form, fields] = useForm<WorkLogFormValues>({
    id: 'work-log',
    lastResult: reply?.result,
    defaultValue: values,
    onValidate: handleIntents,
  });
  const { search } = useLocation();
  const rows = fields.hardwareItems.getFieldList().map(({ key, name }) => key ?? name);
  const live = useLiveText('work-log', rows.join());
  const canSave = useCanSave(options, live.text, rows.length);
  const suggested = kind === 'new' ? suggestedRate(options, live.text) : undefined;
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (kind === 'edit') moveRate(event.currentTarget, options);
    live.onInput(event);
  };

  return (
    <LogFormFrame form={form} oneTimeKey={oneTimeKey} canSave={canSave} onInput={onInput}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
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
        <div className="travel-field">
          <TextField
            field={fields.travelTime}
            label="Travel Time (hours)"
            hint="On-site work only; it is added to the duration."
            type="number"
            inputMode="decimal"
            step="0.25"
            min="0"
          />
        </div>
        <TextField field={fields.date} label="Date" type="date" />
        <div className="time-field">
          <PoundsField
            field={fields.hourlyRate}
            label="Hourly Rate (£)"
            placeholder={suggested}
            hint={
              kind === 'new'
                ? 'Leave empty for the rate of the client or the work type.'
                : 'With another client or work type, their rate applies unless you type one.'
            }
          />
        </div>
      </div>
      {kind === 'edit' ? (
        <input
          type="hidden"
          name={fields.rateFor.name}
          defaultValue={fields.rateFor.initialValue ?? ''}
        />
      ) : null}
      <HardwareFields form={form} field={fields.hardwareItems} live={live.text} />
      <DescriptionField field={fields.description} rewrite={reply?.rewrite} />
      <CheckboxField field={fields.billable} label="Billable" />
      <DialogActions>
        <ButtonLink to={screenAddress(search)} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
        <Button disabled={!canSave}>{kind === 'new' ? 'Save' : 'Update'}</Button>
      </DialogActions>
    </LogFormFrame>
  );
}

function choiceOf(options: WorkLogOptions, { clientId, workTypeId }: LiveText) {
  const client = options.clients.find(({ id }) => String(id) === clientId);
  const workType = options.workTypes.find(({ id }) => String(id) === workTypeId);
  return client && workType ? { client, workType } : null;
}

function suggestedRate(options: WorkLogOptions, text: LiveText): string | undefined {
  const choice = choiceOf(options, text);
  return choice ? toDecimalString(rateForNewLog(choice.client, choice.workType)) : undefined;
}

/**
 * When another client or work type is chosen for a log, shows the rate that then applies, and
 * notes whose it is. The server decides the same without scripts.
 */
function moveRate(form: HTMLFormElement, options: WorkLogOptions): void {
  const text = textOf(form);
  const choice = choiceOf(options, text);
  const pair = `${text.clientId ?? ''}:${text.workTypeId ?? ''}`;
  if (!choice || choice.workType.isHardware || text.rateFor === pair) return;
  const rate = form.elements.namedItem('hourlyRate');
  const rateFor = form.elements.namedItem('rateFor');
  if (!(rate instanceof HTMLInputElement) || !(rateFor instanceof HTMLInputElement)) return;
  rate.value = toDecimalString(rateForEditedLog(choice.client, choice.workType));
  rateFor.value = pair;
}
