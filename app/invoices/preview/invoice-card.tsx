import { memo } from 'react';
import { AS_IT_IS } from '../../ui/scripts/page-only.tsx';
import { formatPounds } from '../../lib/money.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import { BILLING_CHOICES } from '../../clients/billing.ts';
import { sayNothing, sayWork, type InvoiceSum } from './invoice-sum.ts';
import { EntryRows } from './entry-rows.tsx';
import { fieldState, INVOICE_BOX, PRESS, CONTACT, NET, ROWS_ID, VAT } from './field-names.ts';
import type { PreviewPage as Preview } from './preview.server.ts';
import { CREATE, toLinkChoice, ShownFields } from '../contacts/contact-choice.tsx';
import type { Rows } from './group-view.server.ts';

type Group = Preview['groups'][number];

type CardProps = {
  group: Group;
  sum: InvoiceSum;
  /** Null: they are in the page already. */
  lines: Preview['lines'];
  open: Preview['open'];
  closed: number | null;
  asked: string | null;
  contacts: NonNullable<Preview['contacts']>['screen'] | null;
};

/** An invoice that would be made: whether it goes, its dates and reference, and its lines. */
export const InvoiceCard = memo(function InvoiceCard(props: CardProps) {
  const { group, sum, contacts } = props;
  const { key, client, month, problems, contactProblem } = group;
  const title = `${client}, ${month}`;
  const nothing = sayNothing(sum);
  const stopped = [...problems, ...(contactProblem === null ? [] : [contactProblem])];
  return (
    <section id={`invoice-${key}`} aria-label={title} className="card scroll-mt-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <h2 className="min-w-0 flex-1 basis-56 text-base font-semibold wrap-anywhere">
          <label className="flex min-h-11 items-center gap-3 sm:min-h-8 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name={INVOICE_BOX}
              value={key}
              defaultChecked={group.goes}
              className="size-5 shrink-0"
            />
            {title}
          </label>
        </h2>
        <p className="text-right font-medium tabular-nums">
          {sum.goes ? formatPounds(sum.netPence + sum.vatPence) : 'Left out'}
        </p>
      </header>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        {stopped.length > 0 ? (
          <Alert variant="destructive" title="This invoice will not be made">
            {stopped.join(' ')}
          </Alert>
        ) : null}
        {nothing === null ? null : <Alert>{nothing}</Alert>}
        <ContactLine group={group} />
        {contacts ? <ContactChoices clientId={group.clientId} screen={contacts} /> : null}
        <details open className="group">
          <summary className="cursor-pointer py-1 text-sm text-muted">
            {sayWork(sum)} · {group.dates}
          </summary>
          <div className="mt-3 grid gap-4">
            <InvoiceFields group={group} />
            <Lines {...props} />
          </div>
        </details>
        <dl className="keep-together grid justify-end gap-x-6 gap-y-1 text-sm tabular-nums [grid-template-columns:auto_auto]">
          <dt className="text-muted">Net</dt>
          <dd className="text-right">{formatPounds(sum.netPence)}</dd>
          <dt className="text-muted">VAT</dt>
          <dd className="text-right">{formatPounds(sum.vatPence)}</dd>
          <dt className="font-medium">Total with VAT</dt>
          <dd className="text-right font-medium">{formatPounds(sum.netPence + sum.vatPence)}</dd>
        </dl>
      </div>
    </section>
  );
});

/** Its lines. The first ones stay the server's HTML, in which no script draws anything, until others come. */
function Lines({ group, lines, ...rest }: Omit<CardProps, 'sum' | 'contacts'>) {
  if (lines === null) return <div key="page" {...AS_IT_IS} />;
  const own = lines.of[group.key];
  if (!own) return null;
  return (
    <div key="data">
      {/* What the form showed: the server compares it with what comes back. */}
      <input type="hidden" name={own.shown.name} value={own.shown.value} />
      <EntryRows group={group} lines={own} {...rest} />
    </div>
  );
}

function ContactLine({ group }: { group: Group }) {
  const { clientId, client, contact } = group;
  const isSubmitting = useIsSubmitting();
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <span className="wrap-anywhere">
        Goes {contact ? `to ${contact}` : 'to the contact that fits, or a new one'}
      </span>
      {contact === null ? (
        <Button
          variant="quiet"
          name={PRESS}
          value={`contacts:${clientId}`}
          disabled={isSubmitting}
          aria-label={`Choose the contact of ${client}`}
        >
          Choose contact
        </Button>
      ) : null}
    </p>
  );
}

/** Its dates, its reference, and whether a client's months go together. */
function InvoiceFields({ group }: { group: Group }) {
  const { day, dueDay, poNumber, invoicePer } = group;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <TextField field={fieldState(day)} label="Invoice date" type="date" />
      {/* The due date follows the date, so it is shown anew when it changed. */}
      <TextField key={dueDay.value} field={fieldState(dueDay)} label="Due date" type="date" />
      <TextField field={fieldState(poNumber)} label="PO number or reference" />
      {invoicePer.isOffered ? (
        <SelectField field={fieldState(invoicePer)} label="Several months">
          {BILLING_CHOICES.invoicePer.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ) : null}
    </div>
  );
}

type Screen = NonNullable<Preview['contacts']>['screen'];

/** The contacts in Xero that a client's invoices may go to, to choose one. */
function ContactChoices({ clientId, screen }: { clientId: number; screen: Screen }) {
  const isSubmitting = useIsSubmitting();
  const { shown, problems, suggestions } = screen;
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3 text-sm">
      <legend className="px-1 font-medium">Contact in {screen.organisationName}</legend>
      <ShownFields shown={{ linked: shown.linked }} />
      {problems.map((problem) => (
        <Alert key={problem}>{problem}</Alert>
      ))}
      {suggestions.map(({ contactId, name, email, linkedTo }, index) => (
        <Choice key={contactId} value={toLinkChoice(contactId)} isFirst={index === 0}>
          {[name, email, linkedTo ? `contact of ${linkedTo}` : null].filter(Boolean).join(' · ')}
        </Choice>
      ))}
      <Choice value={CREATE} isFirst={suggestions.length === 0}>
        A new contact
      </Choice>
      <div>
        <Button variant="secondary" name={PRESS} value={`link:${clientId}`} disabled={isSubmitting}>
          Use this contact
        </Button>
      </div>
    </fieldset>
  );
}

type ChoiceProps = { value: string; isFirst: boolean; children: string };

function Choice({ value, isFirst, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 sm:min-h-8 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={CONTACT}
        value={value}
        autoFocus={isFirst}
        className="size-5 sm:size-4"
      />
      <span className="wrap-anywhere">{children}</span>
    </label>
  );
}

/**
 * The invoices that are not open, where there are many: each with its box, what it comes to, and a button
 * that opens it. Null: they are in the page already.
 */
export function InvoiceRows({ rows }: { rows: Rows | null }) {
  if (rows === null) return <div key="page" className="empty:hidden" {...AS_IT_IS} />;
  if (rows.invoices.length === 0) return <div key="data" className="empty:hidden" />;
  return (
    <div key="data" className="empty:hidden">
      {/* What the form showed: the server compares it with what comes back. */}
      <input type="hidden" name={rows.shown.name} value={rows.shown.value} />
      <div className="card">
        <table id={ROWS_ID} className="data-table">
          <caption className="sr-only">Invoices, to be opened one by one</caption>
          <thead>
            <tr>
              <th scope="col">Invoice</th>
              <th scope="col">Work</th>
              <th scope="col" className="numeric">
                {NET}
              </th>
              <th scope="col" className="numeric">
                {VAT}
              </th>
              <th scope="col" className="numeric">
                Total
              </th>
              <th scope="col" className="actions">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.invoices.map((invoice) => (
              <InvoiceRow key={invoice.key} invoice={invoice} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Key and title stand side by side in both controls: gzip finds the second time both as one. */
function InvoiceRow({ invoice }: { invoice: Rows['invoices'][number] }) {
  const { key, title, contact, goes, work, nothing, net, vat, total } = invoice;
  return (
    <tr>
      <td data-label="Invoice" className="leading">
        <label className="-my-1 flex items-start gap-3 py-1">
          <input
            type="checkbox"
            name={INVOICE_BOX}
            value={key}
            defaultChecked={goes}
            className="mt-0.5 size-5 shrink-0"
          />
          <span className="wrap-anywhere">{title}</span>
        </label>
      </td>
      <td data-label="Work">
        {work}
        {contact === null ? null : ` to ${contact}`}
        {nothing === null ? null : <span className="block text-xs text-muted">{nothing}</span>}
      </td>
      <td data-label={NET} className="numeric">
        {net}
      </td>
      <td data-label={VAT} className="numeric">
        {vat}
      </td>
      <td data-label="Total" className="numeric">
        {total}
      </td>
      <td data-label="" className="actions">
        <Button
          variant="quiet"
          className="-my-2"
          name={PRESS}
          value={`open:${key}`}
          aria-label={`Open ${title}`}
        >
          Open
        </Button>
      </td>
    </tr>
  );
}
