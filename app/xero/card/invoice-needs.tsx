import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PostForm, type MadeFrom } from '../../ui/form.tsx';
import type { ConnectedOrganisation } from '../connection/organisation.server.ts';
import type { ReactNode } from 'react';

/** What every invoice of the organisation needs and is chosen here. */
export function InvoiceNeeds({
  organisation,
  madeFrom,
}: {
  organisation: ConnectedOrganisation;
  madeFrom: (MadeFrom & { oneTimeKey: string }) | null;
}) {
  const { tenantId, isVatRegistered } = organisation;
  return (
    <PostForm
      form={{ id: 'xero-choices' }}
      madeFrom={madeFrom ?? undefined}
      oneTimeKey={madeFrom?.oneTimeKey}
      action="/settings/xero/choices"
      preventScrollReset
      key={`${tenantId} ${organisation.accountCode ?? ''} ${organisation.timeTaxCode ?? ''}`}
      className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]"
    >
      <input type="hidden" name="tenantId" value={tenantId} />
      <Choice
        name="accountCode"
        label="Revenue account"
        chosen={organisation.accountCode}
        options={organisation.accounts.map(({ code, name }) => [code, `${code} ${name}`])}
      />
      {isVatRegistered ? (
        <Choice
          name="timeTaxCode"
          label="VAT on billed time"
          chosen={organisation.timeTaxCode}
          options={organisation.taxRates.map(({ code, name }) => [code, name])}
        />
      ) : null}
      <div className="beside-fields">
        <Button variant="secondary">Save Invoice Settings</Button>
      </div>
    </PostForm>
  );
}

function Choice({
  name,
  label,
  chosen,
  options,
}: {
  name: string;
  label: string;
  chosen: string | null;
  options: [value: string, text: string][];
}) {
  const id = `xero-${name}`;
  const field = {
    id,
    name,
    initialValue: chosen ?? '',
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
  };
  return (
    <SelectField field={field} label={label}>
      {chosen === null ? <option value="">Choose …</option> : null}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** A value with its name above it. */
export function CardFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Terms = {
  day: number;
  type: 'DAYSAFTERBILLDATE' | 'DAYSAFTERBILLMONTH' | 'OFCURRENTMONTH' | 'OFFOLLOWINGMONTH';
};

/** When an organisation's sales invoices are due, in words. */
export function describePaymentTerms(terms: Terms | null): string {
  if (terms === null) return 'Not decided in Xero';
  const { day, type } = terms;
  const days = `${day} ${day === 1 ? 'day' : 'days'}`;
  switch (type) {
    case 'DAYSAFTERBILLDATE':
      return `${days} after the invoice date`;
    case 'DAYSAFTERBILLMONTH':
      return `${days} after the end of the invoice’s month`;
    case 'OFCURRENTMONTH':
      return `Day ${day} of the invoice’s month`;
    case 'OFFOLLOWINGMONTH':
      return `Day ${day} of the month after the invoice`;
  }
}
