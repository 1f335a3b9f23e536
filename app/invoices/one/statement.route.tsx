import { useLoaderData } from '@remix-run/react';
import { showOf } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { loadStatement } from './statement.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PrintButton } from '../../ui/print-button.tsx';

export const meta = pageTitle('Statement');

export const loader = showOf('invoice', ({ context, id }) => loadStatement(context, id));

/** A statement of an invoice for the customer, made to be printed. */
export default function InvoiceStatement() {
  const statement = useLoaderData<typeof loader>();
  const { lines, cancelled } = statement;
  return (
    <article className="statement grid gap-6 rounded-lg border border-line bg-raised px-4 py-6 sm:px-8 sm:py-8">
      <div className="no-print flex flex-wrap gap-2">
        <ButtonLink to={`/invoices/${statement.id}`} variant="secondary">
          Back to the invoice
        </ButtonLink>
        <PrintButton />
      </div>
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight wrap-anywhere">
            {`Work on invoice ${statement.number}`}
          </h1>
          <p className="text-sm wrap-anywhere">
            For {statement.to}, {statement.period}
          </p>
          {statement.from ? <p className="text-sm wrap-anywhere">From {statement.from}</p> : null}
        </div>
        <dl className="grid h-fit grid-cols-[auto_auto] gap-x-4 text-sm tabular-nums">
          {statement.issued ? <Term label="Dated">{statement.issued}</Term> : null}
          {statement.due ? <Term label="Due">{statement.due}</Term> : null}
          <Term label="Reference">{statement.reference}</Term>
        </dl>
      </header>
      {cancelled ? (
        <p className="rounded-lg border border-line px-4 py-3 text-sm font-medium">
          This invoice was {cancelled}. No payment is due.
        </p>
      ) : null}
      <table className="statement-table">
        <caption className="sr-only">Work, dates and amounts</caption>
        <thead>
          <tr>
            <th scope="col" className="max-sm:hidden print:table-cell">
              Day
            </th>
            <th scope="col">What</th>
            <th scope="col" className="numeric">
              Time or quantity
            </th>
            <th scope="col" className="numeric max-sm:hidden print:table-cell">
              VAT
            </th>
            <th scope="col" className="numeric">
              Net amount
            </th>
          </tr>
        </thead>
        {lines.map((line) => (
          <tbody key={line.key}>
            {line.parts.map((part) => (
              <tr key={part.key}>
                <td className="whitespace-nowrap tabular-nums max-sm:hidden print:table-cell">
                  {part.day || '–'}
                  {part.times ? <span className="block">{part.times}</span> : null}
                </td>
                <td className="wrap-anywhere whitespace-pre-wrap">
                  {part.day ? (
                    <span className="block text-xs text-muted sm:hidden print:hidden">
                      {part.day} {part.times}
                    </span>
                  ) : null}
                  {part.text}
                </td>
                <td className="numeric">
                  {part.measure}
                  {part.key === 0 && line.price ? (
                    <span className="block text-xs text-muted">at {line.price}</span>
                  ) : null}
                </td>
                <td className="numeric max-sm:hidden print:table-cell">
                  {part.key === 0 ? line.vat : ''}
                </td>
                <td className="numeric">{part.key === 0 ? line.net : 'in the line above'}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <dl className="keep-together grid justify-end gap-x-6 gap-y-1 text-sm tabular-nums [grid-template-columns:auto_auto]">
        <Sum label="Net">{statement.net}</Sum>
        <Sum label="VAT">{statement.vat}</Sum>
        <Sum label="Total with VAT" isStrong>
          {statement.total}
        </Sum>
        {statement.paid ? <Sum label="Paid">{statement.paid}</Sum> : null}
        {statement.credited ? <Sum label="Credited">{statement.credited}</Sum> : null}
        {statement.left ? (
          <Sum label="Outstanding" isStrong>
            {statement.left}
          </Sum>
        ) : null}
      </dl>
    </article>
  );
}

function Term({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Sum({ label, isStrong, children }: { label: string; isStrong?: true; children: string }) {
  const weight = isStrong ? 'font-medium' : '';
  return (
    <>
      <dt className={weight || 'text-muted'}>{label}</dt>
      <dd className={`text-right ${weight}`}>{children}</dd>
    </>
  );
}
