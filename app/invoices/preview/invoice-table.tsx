import { useState } from 'react';
import { BILLING_CHOICES, choicesFor } from '../../clients/billing.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import { AS_IT_IS } from '../../ui/scripts/page-only.tsx';
import { CREATE, toLinkChoice, ShownFields } from '../contacts/contact-choice.tsx';
import { EntryRows } from './entry-rows.tsx';
import { CONTACT, fieldState, INVOICE_BOX, linesId, NET, PRESS, VAT } from './field-names.ts';
import { sayNothing, type InvoiceSum } from './invoice-sum.ts';
import type { Preview, PreviewPage } from './preview.server.ts';
import { VatAnswers } from './vat-choices.tsx';

type Group = Preview['groups'][number];
type Lines = Preview['lines']['of'][string];
type Opened = Pick<Preview, 'open' | 'closed' | 'asked' | 'contacts'>;

type TableProps = {
  preview: PreviewPage;
  sums: ReadonlyMap<string, InvoiceSum>;
  /** Null: they are in the page already. */
  lines: PreviewPage['lines'];
};

/** All invoices that would be made, a row each, which opens to its dates, its reference and its lines. */
export function InvoiceTable({ preview, sums, lines }: TableProps) {
  const { groups, open, closed, asked, contacts } = preview;
  const opened = { open, closed, asked, contacts };
  return (
    <div className="card">
      <table className="data-table">
        <caption className="sr-only">Invoices</caption>
        <thead>
          <tr>
            <th scope="col">Client</th>
            {['Logs', 'Hours', NET, VAT, 'Total with VAT'].map((name) => (
              <th key={name} scope="col" className="numeric">
                {name}
              </th>
            ))}
            <th scope="col" className="actions">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        {groups.map((group) => {
          const sum = sums.get(group.key);
          const own = lines?.of[group.key] ?? null;
          return sum ? (
            <Invoice key={group.key} {...opened} {...{ group, sum }} lines={own} isPage={!lines} />
          ) : null;
        })}
      </table>
    </div>
  );
}

type InvoiceProps = Opened & {
  group: Group;
  sum: InvoiceSum;
  lines: Lines | null;
  /** Whether its lines are the server's HTML, in which no script draws anything, until others come. */
  isPage: boolean;
};

function Invoice({ group, sum, lines, isPage, ...opened }: InvoiceProps) {
  const { key, client, month } = group;
  const id = linesId(key);
  return (
    <>
      <tbody className="twins border-t border-line">
        <InvoiceRow group={group} sum={sum} />
      </tbody>
      {!group.hasLines ? null : lines ? (
        <tbody key="data" className="twin" id={id} aria-label={`${client}, ${month}`}>
          <OpenedRow group={group} lines={lines} contacts={opened.contacts} />
          <EntryRows groupKey={key} lines={lines} {...opened} />
        </tbody>
      ) : isPage ? (
        <tbody
          key="page"
          className="twin"
          id={id}
          aria-label={`${client}, ${month}`}
          {...AS_IT_IS}
        />
      ) : null}
    </>
  );
}

function InvoiceRow({ group, sum }: Pick<InvoiceProps, 'group' | 'sum'>) {
  const { key, client, month, contact, goes } = group;
  const off = sum.discountPence > 0 && `Discount ${formatPounds(-sum.discountPence)} ex VAT`;
  const notes = [contact && `To ${contact}`, off, sayNothing(sum)].filter(Boolean).join('. ');
  return (
    <tr className={sum.goes ? undefined : 'text-muted'}>
      <td className="leading">
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            name={INVOICE_BOX}
            value={key}
            defaultChecked={goes}
            className="size-5 shrink-0"
          />
          <span className="wrap-anywhere">
            {client}, {month}
          </span>
        </label>
        {sum.isStopped ? (
          <span className="block pl-8 text-xs text-danger">Needs an answer</span>
        ) : null}
        {notes ? <span className="block pl-8 text-xs text-muted">{notes}</span> : null}
      </td>
      <td data-label="Logs" className="numeric">
        {sum.logs}
      </td>
      <td className="numeric">{sum.minutes > 0 ? formatDuration(sum.minutes) : null}</td>
      <td data-label={NET} className="numeric">
        {formatPounds(sum.netPence)}
      </td>
      <td data-label={VAT} className="numeric">
        {formatPounds(sum.vatPence)}
      </td>
      <td className="numeric main min-w-28 font-medium">
        {sum.goes ? formatPounds(sum.netPence + sum.vatPence) : 'Left out'}
      </td>
      <td className="actions">
        <Toggle group={group} />
      </td>
    </tr>
  );
}

/** Opens an invoice: where its lines are on the page, at once; else the server's answer has them. */
function Toggle({ group: { key, client, month, hasLines, isOpen } }: { group: Group }) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  const label = `Details of ${client}, ${month}`;
  if (!hasLines) {
    return (
      <Button
        variant="quiet"
        className="-my-2"
        name={PRESS}
        value={`open:${key}`}
        aria-label={label}
      >
        Details
      </Button>
    );
  }
  // An answer that does not ask for it leaves open what somebody opened.
  return (
    <details
      className="twins-toggle"
      open={isOpen || wasOpened}
      onToggle={(event) => {
        setWasOpened(event.currentTarget.open);
      }}
    >
      <summary aria-label={label} className="gap-1">
        Details
      </summary>
    </details>
  );
}

type OpenedProps = { group: Group; lines: Lines; contacts: Opened['contacts'] };

/** What an invoice has beside its lines: what stands against it, its contact, its dates and its reference. */
function OpenedRow({ group: { client }, lines, contacts }: OpenedProps) {
  const { clientId, contact, vat, problems, day, dueDay, poNumber } = lines;
  const { discount, invoicePer, hasJobs } = lines;
  const isSubmitting = useIsSubmitting();
  return (
    <tr>
      <td colSpan={7} className="w-full">
        {/* What the form showed: the server compares it with what comes back. */}
        <input type="hidden" name={lines.shown.name} value={lines.shown.value} />
        <div className="grid gap-3 pb-2 sm:pl-8">
          {problems.length > 0 ? (
            <Alert variant="destructive" title="This invoice will not be created">
              {problems.join(' ')}
            </Alert>
          ) : null}
          {lines.vatQuestion ? <VatAnswers clientId={clientId} {...lines.vatQuestion} /> : null}
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span className="wrap-anywhere">
              Xero contact: {contact ?? 'matched by name, or created'}
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
            {vat === null ? null : <span>VAT on this client’s time: {vat}</span>}
          </p>
          {contacts?.clientId === clientId ? (
            <ContactChoices clientId={clientId} screen={contacts.screen} />
          ) : null}
          <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <TextField field={fieldState(day)} label="Invoice date" type="date" />
            {/* The due date follows the date, so it is shown anew when it changed. */}
            <TextField key={dueDay.value} field={fieldState(dueDay)} label="Due date" type="date" />
            <TextField field={fieldState(poNumber)} label="PO number or reference" />
            <TextField
              key={discount.value}
              field={fieldState(discount)}
              label="Discount"
              hint="10%, or pounds ex VAT"
            />
            {invoicePer ? (
              <SelectField field={fieldState(invoicePer)} label="Invoicing">
                {choicesFor(BILLING_CHOICES.invoicePer, hasJobs, invoicePer.value).map(
                  ([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ),
                )}
              </SelectField>
            ) : null}
          </div>
        </div>
      </td>
    </tr>
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
