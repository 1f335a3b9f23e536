import { useForm } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import type { FormEvent } from 'react';
import { DescriptionField } from '../../ai/field/description-field.tsx';
import type { RewriteReply } from '../../ai/field/rewrite-in-form.server.ts';
import { toDecimalString } from '../../lib/money.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CheckboxField, PoundsField, TextField } from '../../ui/field.tsx';
import type { MadeFrom } from '../../ui/form.tsx';
import { DialogActions } from '../../ui/dialog/route-dialog.tsx';
import type { WorkLogOptions } from './form-options.server.ts';
import { workLogsAddress } from '../list/address.ts';
import type { ItemFormValues } from './form-values.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents, useCanSave, useLiveText, type LiveText } from './live-form.ts';
import { LogFormFrame } from './log-form-frame.tsx';
import { ClientPicker, WorkTypePicker } from './pickers.tsx';
import type { OwnRate, RateValues } from '../rates/rate-choice.ts';
import { RateField, useRate } from '../rates/rate-field.tsx';
import { rateForNewLog } from '../rates/rates.ts';

/** The initial texts of the fields. */
export type WorkLogFormValues = {
  clientId?: string;
  workTypeId?: string;
  duration?: string;
  travelTime?: string;
  description?: string;
  hourlyRate?: string;
  date?: string;
  billable?: string;
  hardwareItems?: ItemFormValues[];
} & RateValues;

type FormProps = {
  /**
   * The form of a new log suggests the rate for new logs; the form of an edited log shows its own.
   */
  kind: 'new' | 'edit';
  options: WorkLogOptions;
  values: WorkLogFormValues;
  /** The edited log's rate. */
  ownRate?: OwnRate | null;
  reply: RewriteReply | undefined;
  oneTimeKey?: string;
  /** The edited log as it was when the form was loaded. */
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
  const rows = fields.hardwareItems.getFieldList().map(({ key, name }) => key ?? name);
  const live = useLiveText('work-log', rows.join());
  const canSave = useCanSave(options, live.text, rows.length);
  const suggested = kind === 'new' ? suggestedRate(options, live.text) : undefined;
  const { clientId, workTypeId, rateFilled, rateFor, rateKept, hourlyRate: rateField } = fields;
  const rateFields = { rate: rateField, rateFilled, rateFor, rateKept, clientId, workTypeId };
  const rate = useRate('work-log', rateFields, options, ownRate);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (kind === 'edit') rate.onInput(event);
    live.onInput(event);
  };

  return (
    <LogFormFrame
      form={form}
      oneTimeKey={oneTimeKey}
      madeFrom={madeFrom}
      canSave={canSave}
      onInput={onInput}
    >
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
          {kind === 'edit' ? (
            <RateField rate={rate} />
          ) : (
            <PoundsField
              field={fields.hourlyRate}
              label="Hourly Rate (£)"
              placeholder={suggested}
              hint="Leave empty for the rate of the client or the work type."
            />
          )}
        </div>
      </div>
      {logKind === 'time' ? null : (
        <HardwareFields form={form} field={fields.hardwareItems} live={live.text} />
      )}
      <DescriptionField field={fields.description} rewrite={reply?.rewrite} />
      <CheckboxField field={fields.billable} label="Billable" />
      <DialogActions>
        <ButtonLink to={workLogsAddress(search)} variant="secondary" preventScrollReset>
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
