import { Button } from '../../ui/button.tsx';
import { AS_IT_IS } from '../../ui/scripts/page-only.tsx';
import { INVOICE_BOX, NET, PRESS, ROWS_ID, VAT } from './field-names.ts';
import type { Rows } from './group-view.server.ts';

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
