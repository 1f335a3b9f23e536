import { TAX_CODES } from '#db/words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { CheckboxField, DurationField, PoundsField, TextAreaField } from '../../ui/more-fields.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import { OPEN_LINE, PRESS } from './field-names.ts';
import { fieldState } from './field-state.ts';
import type { Preview } from './preview.server.ts';

type Open = NonNullable<Preview['open']>;

/** The fields of a line that is open, within the form of the whole page. */
export function OpenLineFields({ open }: { open: Open }) {
  const isSubmitting = useIsSubmitting();
  const { logId, isHardware, madeFrom, formErrors } = open;
  return (
    <fieldset
      // Another line, or another answer, has other fields.
      key={`${logId} ${madeFrom.version}`}
      className="grid gap-3 rounded-lg border border-line bg-sunken p-3"
    >
      <legend className="sr-only">Edit this line</legend>
      <input type="hidden" name={OPEN_LINE} value={logId} />
      <input type="hidden" name="version" value={madeFrom.version} />
      <input type="hidden" name="madeFrom" value={madeFrom.values} />
      {formErrors.length > 0 ? <Alert variant="destructive">{formErrors.join(' ')}</Alert> : null}
      {isHardware ? <ItemFields open={open} /> : <TimeFields open={open} />}
      <CheckboxField field={stateOf(open, 'billable')} label="Billable" />
      <div className="flex flex-wrap gap-2">
        <Button name={PRESS} value="save" disabled={isSubmitting}>
          Save line
        </Button>
        <Button variant="secondary" name={PRESS} value="close" disabled={isSubmitting}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}

function stateOf({ values, errors }: Open, name: string) {
  return fieldState({ name, value: values[name] ?? '', errors: errors[name] });
}

function TimeFields({ open }: { open: Open }) {
  return (
    <>
      <TextAreaField field={stateOf(open, 'description')} label="Description" autoFocus />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <DurationField field={stateOf(open, 'duration')} label="Duration (hours)" />
        <PoundsField field={stateOf(open, 'hourlyRate')} label="Hourly Rate (£)" />
      </div>
    </>
  );
}

function ItemFields({ open }: { open: Open }) {
  const rows = Object.keys(open.values).filter((name) => name.endsWith('.itemName'));
  return (
    <>
      {rows.map((name, index) => (
        <ItemRow
          key={name}
          open={open}
          prefix={name.replace(/\.itemName$/, '')}
          isFirst={index === 0}
        />
      ))}
    </>
  );
}

type ItemProps = { open: Open; prefix: string; isFirst: boolean };

function ItemRow({ open, prefix, isFirst }: ItemProps) {
  const of = (field: string) => stateOf(open, `${prefix}.${field}`);
  const taxCode = open.values[`${prefix}.taxCode`] ?? '';
  return (
    <div className="grid items-start gap-3 sm:grid-cols-6">
      <input type="hidden" name={`${prefix}.id`} value={open.values[`${prefix}.id`] ?? ''} />
      <div className="sm:col-span-3">
        <TextField field={of('itemName')} label="Item Name" autoFocus={isFirst} />
      </div>
      <div className="sm:col-span-3">
        <TextField field={of('description')} label="Item Description" />
      </div>
      <TextField field={of('quantity')} label="Quantity" inputMode="numeric" />
      <PoundsField field={of('unitPrice')} label="Unit Price (£)" />
      <div className="sm:col-span-2">
        <SelectField field={of('vatIncluded')} label="VAT">
          <option value="true">Included in price</option>
          <option value="false">Added to price</option>
        </SelectField>
      </div>
      <TextField field={of('vatRate')} label="VAT Rate (%)" inputMode="decimal" />
      <SelectField field={of('taxCode')} label="Tax Code">
        {[...new Set([...TAX_CODES, taxCode])].filter(Boolean).map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
