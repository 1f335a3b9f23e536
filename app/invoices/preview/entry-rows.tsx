import { Button } from '../../ui/button.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import { LINE_BOX, NET, PRESS, PROBLEM, VAT, WORK } from './field-names.ts';
import { OpenLineFields } from './open-line-fields.tsx';
import type { Preview } from './preview.server.ts';

type Group = Preview['groups'][number];
type Lines = Preview['lines']['of'][string];
type Entry = Lines['entries'][number];

type RowsProps = {
  group: Group;
  lines: Lines;
  open: Preview['open'];
  closed: number | null;
  /** The key of the invoice whose lines were asked for: the place to go on from. */
  asked: string | null;
};

/** The lines that could go on an invoice, each with its box and its buttons. */
export function EntryRows({ group, lines, asked, ...rest }: RowsProps) {
  return (
    <table className="data-table data-table-flush">
      <caption className="sr-only">
        Lines of the invoice for {group.client}, {group.month}
      </caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" className="numeric">
            Quantity
          </th>
          <th scope="col" className="numeric">
            Unit Price
          </th>
          <th scope="col" className="numeric">
            {VAT}
          </th>
          <th scope="col" className="numeric">
            {NET}
          </th>
          <th scope="col" className="actions ending">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            isFirstAsked={index === 0 && asked === group.key}
            {...rest}
          />
        ))}
        {lines.rest === null ? null : (
          <tr {...{ [WORK]: lines.rest.work }}>
            <td colSpan={3} data-label="" className="col-span-full">
              {lines.rest.text}
            </td>
            <td data-label={VAT} className="numeric">
              {lines.rest.vat}
            </td>
            <td data-label={NET} className="numeric">
              {lines.rest.net}
            </td>
            <td data-label="" className="actions ending" />
          </tr>
        )}
      </tbody>
    </table>
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
        <td data-label="Description" className="leading wrap-anywhere">
          <label className="-my-1 flex items-start gap-3 py-1">
            <input
              type="checkbox"
              name={LINE_BOX}
              value={entry.id}
              defaultChecked={entry.goes}
              {...{ [WORK]: entry.work }}
              autoFocus={isFirstAsked}
              className="mt-0.5 size-5 shrink-0"
            />
            <span>
              <span className="sr-only">Include </span>
              {first?.description ?? entry.logs[0]?.name}
            </span>
          </label>
          <Nothing line={first} />
          {entry.problems.map((problem) => (
            <p key={problem} className="mt-1 text-sm text-danger" {...{ [PROBLEM]: '' }}>
              {problem}
            </p>
          ))}
        </td>
        <Amounts line={first} rounding={entry.rounding} />
        <td data-label="" className="actions ending">
          {entry.logs.length === 1 && !isOpen ? (
            <EditButton log={entry.logs[0]} closed={closed} />
          ) : null}
        </td>
      </tr>
      {others.map((line) => (
        <tr key={line.key}>
          <td data-label="Description" className="leading wrap-anywhere">
            <span className="block pl-8">{line.description}</span>
            <Nothing line={line} />
          </td>
          <Amounts line={line} rounding={null} />
          <td data-label="" className="actions ending" />
        </tr>
      ))}
      {entry.logs.length > 1 ? (
        <tr>
          <td colSpan={6} data-label="Billed together" className="col-span-full">
            <ul className="grid gap-1 text-sm text-muted sm:pl-8">
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
          <td colSpan={6} data-label="" className="col-span-full">
            <OpenLineFields open={open} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Says of a line that it comes to nothing. */
function Nothing({ line }: { line: Entry['lines'][number] | undefined }) {
  return line?.isNothing ? <p className="text-sm text-muted">Comes to nothing (£0.00)</p> : null;
}

type AmountsProps = {
  line: Entry['lines'][number] | undefined;
  rounding: string | null;
};

function Amounts({ line, rounding }: AmountsProps) {
  return (
    <>
      <td data-label="Quantity" className="numeric">
        {line?.quantity}
        {rounding === null ? null : (
          <span className="block text-xs whitespace-normal text-muted">{rounding}</span>
        )}
      </td>
      <td data-label="Unit Price" className="numeric">
        {line?.unitPrice}
      </td>
      <td data-label={VAT} className="numeric">
        {line?.vat}
      </td>
      <td data-label={NET} className="numeric">
        {line?.amount}
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
