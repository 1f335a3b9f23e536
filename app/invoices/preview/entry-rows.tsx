import { Button } from '../../ui/button.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import {
  CODES,
  LINE_BOX,
  NET,
  PRESS,
  PROBLEM,
  VAT,
  WORK,
  OPEN_LINE,
  fieldState,
  vatName,
} from './field-names.ts';
import { LineVat } from './vat-choices.tsx';
import type { Preview } from './preview.server.ts';
import { TAX_CODES } from '#db/words.ts';
import { Alert } from '../../ui/alert.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { CheckboxField, DurationField, PoundsField, TextAreaField } from '../../ui/more-fields.tsx';

type Lines = Preview['lines']['of'][string];
type Entry = Lines['entries'][number];

type RowsProps = {
  groupKey: string;
  lines: Lines;
  open: Preview['open'];
  closed: number | null;
  /** The key of the invoice whose lines were asked for: the place to go on from. */
  asked: string | null;
};

/** The lines that could go on an invoice, rows of its table: each with its box and its buttons. */
export function EntryRows({ groupKey, lines, asked, open, closed }: RowsProps) {
  return (
    <>
      {lines.entries.map((entry, index) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          isFirstAsked={index === 0 && asked === groupKey}
          open={open}
          closed={closed}
        />
      ))}
      {lines.rest === null ? null : (
        <tr {...{ [WORK]: lines.rest.work, [CODES]: lines.rest.codes }}>
          <td colSpan={3} className="w-full">
            {lines.rest.text}
          </td>
          <td data-label={NET} className="numeric">
            {lines.rest.net}
          </td>
          <td data-label={VAT} className="numeric">
            {lines.rest.vat}
          </td>
          <td colSpan={2} className="actions" />
        </tr>
      )}
    </>
  );
}

type RowProps = Pick<RowsProps, 'open' | 'closed'> & {
  entry: Entry;
  isFirstAsked: boolean;
};

function EntryRow({ entry, open, closed, isFirstAsked }: RowProps) {
  const isOpen = entry.logs.some(({ id }) => id === open?.logId);
  const [first, ...others] = entry.lines;
  return (
    <>
      <tr>
        <td className="leading wrap-anywhere">
          <label className="-my-1 flex items-start gap-3 py-1 sm:pl-8">
            <input
              type="checkbox"
              name={LINE_BOX}
              value={entry.id}
              defaultChecked={entry.goes}
              {...{ [WORK]: entry.work, [CODES]: entry.codes }}
              autoFocus={isFirstAsked}
              className="mt-0.5 size-5 shrink-0"
            />
            <span>
              <span className="sr-only">Include </span>
              {first?.description ?? entry.logs[0]?.name}
            </span>
          </label>
          <Notes line={first} />
          {entry.vat === null ? null : (
            <input type="hidden" name={vatName(entry.id)} value={entry.vat} />
          )}
          {entry.problems.map((problem) => (
            <p key={problem} className="mt-1 text-sm text-danger" {...{ [PROBLEM]: '' }}>
              {problem}
            </p>
          ))}
        </td>
        <Amounts line={first} rounding={entry.rounding} />
        <td colSpan={2} className="actions">
          {entry.logs.length === 1 && !isOpen ? (
            <EditButton log={entry.logs[0]} closed={closed} />
          ) : null}
        </td>
      </tr>
      {others.map((line) => (
        <tr key={line.key}>
          <td className="leading wrap-anywhere">
            <span className="block pl-8 sm:pl-16">{line.description}</span>
            <Notes line={line} />
          </td>
          <Amounts line={line} rounding={null} />
          <td colSpan={2} className="actions" />
        </tr>
      ))}
      {entry.logs.length > 1 ? (
        <tr>
          <td colSpan={7} data-label="Billed together" className="w-full">
            <ul className="grid gap-1 text-sm text-muted sm:pl-16">
              {entry.logs.map((log) => (
                <li key={log.id} className="flex flex-wrap items-center justify-between gap-x-3">
                  <span className="min-w-0 wrap-anywhere">
                    {log.time}: {log.name}
                  </span>
                  {log.id === open?.logId ? null : <EditButton log={log} closed={closed} />}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ) : null}
      {isOpen && open ? (
        <tr>
          <td colSpan={7} className="w-full">
            <OpenLineFields open={open} entry={entry} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Notes({ line }: { line: Entry['lines'][number] | undefined }) {
  const notes = [line?.vatNote, line?.isNothing ? 'Totals £0.00' : null].filter(Boolean);
  return notes.length > 0 ? (
    <p className="pl-8 text-sm text-muted sm:pl-16">{notes.join('. ')}</p>
  ) : null;
}

type AmountsProps = {
  line: Entry['lines'][number] | undefined;
  rounding: string | null;
};

function Amounts({ line, rounding }: AmountsProps) {
  return (
    <>
      <td colSpan={2} className="numeric">
        {line ? `${line.quantity} × ${line.unitPrice}` : null}{' '}
        {rounding === null ? null : (
          <span className="block text-xs whitespace-normal text-muted">{rounding}</span>
        )}
      </td>
      <td data-label={NET} className="numeric">
        {line?.amount}
      </td>
      <td data-label={VAT} className="numeric">
        {line?.vat}
      </td>
    </>
  );
}

type ButtonProps = { log: Entry['logs'][number] | undefined; closed: number | null };

function EditButton({ log, closed }: ButtonProps) {
  const isSubmitting = useIsSubmitting();
  if (!log) return null;
  return (
    <Button
      variant="quiet"
      className="-my-2"
      name={PRESS}
      value={`edit:${log.id}`}
      disabled={isSubmitting}
      aria-label={`Edit ${log.name}`}
      // Where the person was before the line was closed.
      autoFocus={log.id === closed}
    >
      Edit
    </Button>
  );
}

type Open = NonNullable<Preview['open']>;

/** The fields of a line that is open, within the form of the whole page. */
function OpenLineFields({ open, entry }: { open: Open; entry: Entry }) {
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
      {isHardware ? <ItemFields open={open} /> : <TimeFields open={open} entry={entry} />}
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

function TimeFields({ open, entry: { id, vat, vatField } }: { open: Open; entry: Entry }) {
  return (
    <>
      <TextAreaField field={stateOf(open, 'description')} label="Description" autoFocus />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <DurationField field={stateOf(open, 'duration')} label="Duration (hours)" />
        <PoundsField field={stateOf(open, 'hourlyRate')} label="Hourly Rate (£)" />
        {vatField ? <LineVat id={id} isChosen={vat !== null} {...vatField} /> : null}
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
      <TextField field={of('quantity')} label="Quantity" inputMode="decimal" />
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
