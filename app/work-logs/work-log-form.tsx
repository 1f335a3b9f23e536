import { useForm } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { useCallback, useState, type FormEvent } from 'react';
import type { FormReply } from '../lib/form.server.ts';
import { parseHours } from '../lib/duration.ts';
import { toDecimalString } from '../lib/money.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CheckboxField, PoundsField, SelectField, TextAreaField, TextField } from '../ui/field.tsx';
import { PostForm } from '../ui/form.tsx';
import { useIsHydrated } from '../ui/hydration.ts';
import { DialogActions } from '../ui/route-dialog.tsx';
import type { WorkLogOptions } from './form-options.server.ts';
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
};

type FormProps = {
  /** A new log takes its rate by the rule for new logs; an edited one shows its own. */
  kind: 'new' | 'edit';
  options: WorkLogOptions;
  values: WorkLogFormValues;
  reply: FormReply | undefined;
};

/** The fields of a time log, for Add Log and for editing. */
export function WorkLogForm({ kind, options, values, reply }: FormProps) {
  const [form, fields] = useForm<WorkLogFormValues>({
    id: 'work-log',
    lastResult: reply?.result,
    defaultValue: values,
  });
  const { search } = useLocation();
  // One by one: conform makes a field when it is asked for, so its fields cannot be listed.
  const rateFor = fields.rateFor.initialValue ?? '';
  const live = useLiveForm(kind, options, {
    clientId: fields.clientId.initialValue ?? '',
    workTypeId: fields.workTypeId.initialValue ?? '',
    duration: fields.duration.initialValue ?? '',
    travelTime: fields.travelTime.initialValue ?? '',
  });

  return (
    <PostForm form={form} className="grid gap-4" onStart={live.onStart} onInput={live.onInput}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField field={fields.clientId} label="Client" isRequired autoFocus>
          <option value="">Select a client</option>
          {options.clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField field={fields.workTypeId} label="Work Type" isRequired>
          <option value="">Select a work type</option>
          {options.workTypes.map(({ id, label, isOnSite }) => (
            <option key={id} value={id} data-on-site={isOnSite ? '' : undefined}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          field={fields.duration}
          label="Duration (hours)"
          isRequired
          type="number"
          inputMode="decimal"
          step="0.25"
          min="0"
        />
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
        <PoundsField
          field={fields.hourlyRate}
          label="Hourly Rate (£)"
          placeholder={kind === 'new' ? live.suggestedRate : undefined}
          hint={
            kind === 'new'
              ? 'Leave empty for the rate of the client or the work type.'
              : 'With another client or work type, their rate applies unless you type one.'
          }
        />
      </div>
      {kind === 'edit' ? (
        <input type="hidden" name={fields.rateFor.name} defaultValue={rateFor} />
      ) : null}
      <TextAreaField field={fields.description} label="Description" />
      <CheckboxField field={fields.billable} label="Billable" />
      <DialogActions>
        <ButtonLink to={`/work-logs${search}`} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
        <Button disabled={!live.canSave}>{kind === 'new' ? 'Save' : 'Update'}</Button>
      </DialogActions>
    </PostForm>
  );
}

/**
 * What scripts add while somebody types: the rate follows client and work type, and Save
 * waits until there is something to save. The server decides both again.
 */
function useLiveForm(
  kind: FormProps['kind'],
  options: WorkLogOptions,
  start: Record<string, string>,
) {
  const isHydrated = useIsHydrated();
  const [choice, setChoice] = useState(start);
  const client = options.clients.find(({ id }) => String(id) === choice.clientId);
  const workType = options.workTypes.find(({ id }) => String(id) === choice.workTypeId);
  const isComplete = client && workType && hasDuration(choice);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const now = textOf(form);
    const isMoved = now.clientId !== choice.clientId || now.workTypeId !== choice.workTypeId;
    if (kind === 'edit' && isMoved) moveRate(form, options, now);
    setChoice(now);
  };

  return {
    onStart: useCallback((form: HTMLFormElement) => {
      setChoice(textOf(form));
    }, []),
    onInput,
    canSave: !isHydrated || Boolean(isComplete),
    suggestedRate:
      client && workType ? toDecimalString(rateForNewLog(client, workType)) : undefined,
  };
}

function textOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as Record<string, string>;
}

function hasDuration({ duration = '', travelTime = '' }: Record<string, string>): boolean {
  return (parseHours(duration) ?? 0) + (parseHours(travelTime) ?? 0) > 0;
}

/** Shows the rate of another client or work type, and notes whose it is. */
function moveRate(
  form: HTMLFormElement,
  options: WorkLogOptions,
  { clientId, workTypeId }: Record<string, string>,
): void {
  const client = options.clients.find(({ id }) => String(id) === clientId);
  const workType = options.workTypes.find(({ id }) => String(id) === workTypeId);
  const rate = form.elements.namedItem('hourlyRate');
  const rateFor = form.elements.namedItem('rateFor');
  if (!client || !workType) return;
  if (!(rate instanceof HTMLInputElement) || !(rateFor instanceof HTMLInputElement)) return;
  rate.value = toDecimalString(rateForEditedLog(client, workType));
  rateFor.value = `${clientId}:${workTypeId}`;
}
