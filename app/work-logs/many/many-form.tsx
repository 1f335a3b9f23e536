import { useForm } from '@conform-to/react';
import type { z } from 'zod';
import type { FormReply } from '../../http/form/form.server.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/route-dialog.tsx';
import { GroupedOptions, SelectField, TextField } from '../../ui/field.tsx';
import { EnterButton, PostForm } from '../../ui/form.tsx';
import { ChoiceField, PoundsField, TextAreaField } from '../../ui/more-fields.tsx';
import type { ManyFields } from './many.ts';
import type { loadMany } from './many-screen.server.ts';
import { SHOWN } from '../list/address.ts';

type Props = Pick<ReturnType<typeof loadMany>, 'shown' | 'options' | 'canPress' | 'oneTimeKey'> & {
  reply: FormReply | undefined;
};

type Values = Record<keyof z.input<typeof ManyFields> | typeof SHOWN | 'descriptionIs', string>;

const YES_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** What is done with the text, by the names of its fields in the API. */
const TEXTS = [
  ['description', 'Replace it'],
  ['descriptionBefore', 'Add before it'],
  ['descriptionAfter', 'Add after it'],
] as const;

const LEAVE = <option value="">Leave as it is</option>;

/** What is changed of each of many logs: all is left as it is until something is chosen. */
export function ManyFormFields({ shown, options, canPress, oneTimeKey, reply }: Props) {
  const [form, fields] = useForm<Values>({
    id: 'many',
    lastResult: reply?.result,
    defaultValue: { [SHOWN]: shown },
  });
  const { id, name, initialValue, errorId, descriptionId } = fields.description;
  const errors = TEXTS.map(([text]) => fields[text].errors).find(Boolean);
  const text = { id, name, initialValue, errorId, descriptionId, errors };
  const workTypes = options.workTypes.map(({ id, label }) => [String(id), label] as const);
  const clients = options.clients.map(({ id, name }) => [String(id), name] as const);
  return (
    <PostForm form={form} oneTimeKey={oneTimeKey} className="grid gap-4" preventScrollReset>
      <EnterButton disabled={!canPress} />
      <input type="hidden" name={SHOWN} value={String(fields[SHOWN].initialValue)} />
      <div className="grid grid-cols-2 items-start gap-4">
        <ChoiceField field={fields.workTypeId} label="Work Type" choices={workTypes}>
          {LEAVE}
        </ChoiceField>
        <ChoiceField field={fields.clientId} label="Client" choices={clients}>
          {LEAVE}
        </ChoiceField>
        <TextField field={fields.date} label="Date" type="date" />
        <TextField
          field={fields.moveDays}
          label="Or move by days"
          placeholder="1, or -7"
          className="tabular-nums"
        />
        <div>
          <SelectField field={fields.rate} label="Rate">
            {LEAVE}
            <option value="today">By today’s rules</option>
            <option value="typed" data-typed="">
              Other…
            </option>
          </SelectField>
          <div className="typed-rate mt-3">
            <PoundsField field={fields.hourlyRate} label="Hourly Rate (£)" />
          </div>
        </div>
        <ChoiceField field={fields.billable} label="Billable" choices={YES_NO}>
          {LEAVE}
        </ChoiceField>
        <div>
          <SelectField field={fields.descriptionIs} label="Description">
            {LEAVE}
            {TEXTS.map(([value, text]) => (
              <option key={value} value={value} data-typed="">
                {text}
              </option>
            ))}
          </SelectField>
          <div className="typed-rate mt-3">
            <TextAreaField field={text} label="Text" rows={2} />
          </div>
        </div>
        {options.jobs === undefined ? null : (
          <SelectField field={fields.jobId} label="Job">
            {LEAVE}
            <option value="none">No job</option>
            <GroupedOptions all={options.jobs} groupOf={({ clientName }) => clientName} />
          </SelectField>
        )}
      </div>
      <DialogActions>
        <Button disabled={!canPress}>Save</Button>
      </DialogActions>
    </PostForm>
  );
}
