import { useForm } from '@conform-to/react';
import { useState } from 'react';
import type { RecordFormProps } from '../history/edit-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { TextField, type FieldState } from '../ui/field.tsx';
import { ChoiceField, PoundsField, TextAreaField } from '../ui/more-fields.tsx';
import { SHORTCODES_SAID } from '../lib/shortcodes.ts';
import { useIsHydrated } from '../ui/scripts/hydration.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { PostForm } from '../ui/form.tsx';
import { DialogActions } from '../ui/dialog/route-dialog.tsx';
import { BILLING_CHOICES, choicesFor, DUE_EXAMPLES } from './billing.ts';
import type { clientFormValues } from './clients.server.ts';

type ClientFormValues = ReturnType<typeof clientFormValues>;

type ClientFormProps = RecordFormProps<ClientFormValues> & {
  vatChoices: [string, string][];
  hasJobs?: boolean;
  /** How a name is taken that another client has almost, and where that client leads, by its id. */
  anyway?: string;
  instead: (id: string) => string;
};

const SELDOM = [
  ...(Object.keys(BILLING_CHOICES) as (keyof typeof BILLING_CHOICES)[]),
  ...(['dueIn', 'smallestMinutes', 'lineText', 'poNumber', 'reference', 'notes'] as const),
];

/** The fields of a client, for Add Client and Edit Client. */
export function ClientForm(props: ClientFormProps) {
  const { values, reply, submitLabel, vatChoices, hasJobs = false, ...ofForm } = props;
  const [form, fields] = useForm<Partial<ClientFormValues>>({
    id: 'client',
    lastResult: reply?.result,
    defaultValue: values,
  });
  const isHydrated = useIsHydrated();
  const [step, setStep] = useState(fields.billingStep.initialValue ?? '1');
  // Without scripts all are offered, and refused where they would do nothing.
  const isRounded = !isHydrated || step !== '1';
  type Choices = [string, string][];
  const offered = (choices: Choices) => (isRounded ? choices : choices.slice(0, 1));
  const withJobs = (choices: Choices, initial: unknown) => choicesFor(choices, hasJobs, initial);
  const choice = (
    name: Exclude<keyof typeof BILLING_CHOICES, 'vatTreatment'>,
    label: string,
    of: typeof withJobs = (choices) => choices,
  ) => {
    const choices = of(BILLING_CHOICES[name], fields[name].initialValue);
    return <ChoiceField field={fields[name]} label={label} choices={choices} />;
  };
  return (
    <PostForm form={form} {...ofForm} className="grid gap-4">
      <TextField
        field={fields.name}
        label="Client Name"
        isRequired
        autoComplete="organization"
        autoFocus
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.contactPerson} label="Contact Person" autoComplete="name" />
        <TextField field={fields.email} label="Email" type="email" autoComplete="email" />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <PoundsField
          field={fields.standardRate}
          label="Standard Rate (£/hr)"
          hint="Enter 0 to use the work type's rate"
        />
        <PoundsField field={fields.premiumRate} label="Premium Rate (£/hr)" />
        <PoundsField field={fields.discountedRate} label="Discounted Rate (£/hr)" />
      </div>
      <Disclosure
        title="PO number, VAT, billing and notes"
        isOpen={SELDOM.some((name) => isUsed(fields[name]))}
      >
        <div
          className="grid items-start gap-4 sm:grid-cols-3"
          onChange={({ target }) => {
            if (target instanceof HTMLSelectElement && target.name === 'billingStep') {
              setStep(target.value);
            }
          }}
        >
          {choice('billingStep', 'Round time to')}
          {choice('billingRounding', 'Direction', offered)}
          {choice('billingPer', 'Apply to', offered)}
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {choice('invoicePer', 'Invoicing', withJobs)}
          {choice('lines', 'A line of an invoice', withJobs)}
          {choice('invoiceDate', 'Invoice date')}
          <TextField field={fields.dueIn} label="Due" hint={`${DUE_EXAMPLES}; empty: as in Xero`} />
          <TextField
            field={fields.smallestMinutes}
            label="Smallest charge per log (minutes)"
            inputMode="numeric"
          />
          <TextField
            field={fields.lineText}
            label="Text of a line"
            hint={`${SHORTCODES_SAID}; empty: as for all clients`}
          />
          <ChoiceField
            field={fields.vatTreatment}
            label="VAT on billed time"
            hint="Hardware items keep their own VAT"
            choices={vatChoices}
          />
          {choice('showTimes', 'Times (from–to) on statements')}
          <TextField
            field={fields.poNumber}
            label="PO number"
            hint="Shown on invoices as the reference"
          />
          <TextField
            field={fields.reference}
            label="Your reference"
            hint="The client's own, such as a cost centre"
          />
        </div>
        <TextAreaField
          field={fields.notes}
          label="Notes"
          hint="For you and your colleagues; never on an invoice"
        />
      </Disclosure>
      <DialogActions>
        <Button>{submitLabel}</Button>
      </DialogActions>
    </PostForm>
  );
}

/** Whether a field holds more than a new client's, or is wrong. */
const isUsed = ({ initialValue = '', errors }: FieldState) =>
  errors !== undefined ||
  !['', '1', 'up', 'log', 'month', 'organisation', 'today', 'false'].includes(String(initialValue));
