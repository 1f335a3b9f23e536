import { Button } from '../../ui/button.tsx';
import type { FieldState } from '../../ui/field.tsx';
import { PostForm, type MadeFrom } from '../../ui/form.tsx';
import { ChoiceField } from '../../ui/more-fields.tsx';
import type { ConnectedOrganisation } from '../connection/organisation.server.ts';
import type { ComponentProps, ReactNode } from 'react';

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
        field={fieldOf('accountCode', organisation.accountCode)}
        label="Revenue account"
        choices={organisation.accounts.map(({ code, name }) => [code, `${code} ${name}`])}
      />
      {isVatRegistered ? (
        <Choice
          field={fieldOf('timeTaxCode', organisation.timeTaxCode)}
          label="VAT on billed time"
          choices={organisation.taxRates.map(({ code, name }) => [code, name])}
        />
      ) : null}
      <div className="beside-fields">
        <Button variant="secondary">Save Invoice Settings</Button>
      </div>
    </PostForm>
  );
}

function fieldOf(name: string, chosen: string | null): FieldState {
  const id = `xero-${name}`;
  const ids = { errorId: `${id}-error`, descriptionId: `${id}-description` };
  return { id, name, initialValue: chosen ?? '', ...ids };
}

/** A list to choose from, with a first line that chooses nothing while nothing is chosen. */
export function Choice(props: ComponentProps<typeof ChoiceField>) {
  return (
    <ChoiceField {...props}>
      {props.field.initialValue ? null : <option value="">Choose …</option>}
    </ChoiceField>
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

/** When an organisation's sales invoices are due, in words. */
export function describePaymentTerms(terms: ConnectedOrganisation['paymentTerms']): string {
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
