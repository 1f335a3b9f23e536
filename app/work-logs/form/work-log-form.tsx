import { useForm } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import type { FormEvent } from 'react';
import { DescriptionField } from '../../ai/field/description-field.tsx';
import type { RewriteReply } from '../../ai/rewrite.server.ts';
import { toDecimalString } from '../../lib/money.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { CheckboxField, DurationField, PoundsField } from '../../ui/more-fields.tsx';
import type { MadeFrom } from '../../ui/form.tsx';
import { useUnreadFields } from '../../ui/scripts/unread-fields.ts';
import { DialogActions } from '../../ui/dialog/route-dialog.tsx';
import type { WorkLogOptions } from './form-options.server.ts';
import { workLogsAddress } from '../list/address.ts';
import type { ItemFormValues } from '../hardware/item-prices.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents, rateTextsIn, textIn, useCanSave, useLiveText } from './live-form.ts';
import { LogFormFrame, ClientPicker, WorkTypePicker } from './pickers.tsx';
import type { OwnRate, RateValues } from '../rates/rate-choice.ts';
import { RateField, useRate } from '../rates/rate-field.tsx';
import { keepOneRate, RateSelect } from '../rates/rate-select.tsx';
import { chosenIn, readBack, shownRate, usualRate, readHourFields } from '../rates/read-back.ts';
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
  useUnreadFields();
  const rows = fields.hardwareItems.getFieldList().map(({ key, name }) => key ?? name);
  const live = useLiveText('work-log', rows.join());
  const canSave = useCanSave(options, live.text, rows.length);
  const texts = rateTextsIn(live.text, fields);
  const { clientId, workTypeId, rateChoice, rateFilled, rateFor, rateKept } = fields;
  const rateFields = { rateChoice, rateFilled, rateFor, rateKept, clientId, workTypeId };
  const rate = useRate('work-log', { ...rateFields, rate: fields.hourlyRate }, options, ownRate);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (kind === 'edit') rate.onInput(event);
    else keepOneRate(event);
    live.onInput(event);
  };
  const usual = usualRate(options, texts);
  const charged = kind === 'edit' ? rate.charged(texts.hourlyRate) : shownRate(options, texts);
  const time = readHourFields([
    textIn(live.text, fields.duration),
    textIn(live.text, fields.travelTime),
  ]);
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
      onInput={onInput}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ClientPicker field={fields.clientId} options={options} autoFocus />
        <WorkTypePicker field={fields.workTypeId} options={options} applied={charged} />
        <div className="time-field">
          <DurationField
            field={fields.duration}
            label="Duration (hours)"
            isRequired
            hint={<span aria-live="polite">{readBack(time, charged, { isBillable })}</span>}
          />
        </div>
        <div className="travel-field">
          <DurationField
            field={fields.travelTime}
            label="Travel Time (hours)"
            hint="On-site work only; it is added to the duration."
          />
        </div>
        <TextField field={fields.date} label="Date" type="date" />
        <div className="time-field">
          {kind === 'edit' ? (
            <RateField rate={rate} options={options} />
          ) : (
            <div className="grid gap-4">
              <RateSelect
                field={fields.rateChoice}
                client={chosenIn(options, texts).client}
                usual={usual}
                hasTyped
              />
              <PoundsField
                field={fields.hourlyRate}
                label="Hourly Rate (£)"
                placeholder={charged ? toDecimalString(charged.ratePence) : undefined}
                hint="Leave empty for the rate of the client or the work type."
              />
            </div>
          )}
        </div>
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
        {kind === 'new' ? (
          <Button name="then" value="another" variant="secondary" disabled={!canSave}>
            Save and add another
          </Button>
        ) : null}
        <Button disabled={!canSave}>{kind === 'new' ? 'Save' : 'Update'}</Button>
      </DialogActions>
    </LogFormFrame>
  );
}
