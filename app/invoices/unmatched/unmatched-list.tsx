import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostForm } from '../../ui/form.tsx';
import type { UnmatchedRow } from './unmatched-screen.server.ts';

/** What Xero has with our mark and this database does not know; nothing where there is none. */
export function UnmatchedList({
  invoices,
  oneTimeKey,
}: {
  invoices: UnmatchedRow[];
  oneTimeKey: string;
}) {
  if (invoices.length === 0) return null;
  const exact = invoices.filter(({ isExact }) => isExact).length;
  return (
    <Card
      title="Only in Xero"
      subtitle="Invoices that were made from here and that this database does not know, as after the restore of a backup. None is made for these clients until each is taken up or put aside."
    >
      <div className="grid gap-4">
        {exact > 0 ? (
          <PostForm form={{ id: 'take-up' }} oneTimeKey={oneTimeKey}>
            <Button name="press" value="take-up">
              {exact === 1 ? 'Take up the one that matches' : `Take up the ${exact} that match`}
            </Button>
          </PostForm>
        ) : null}
        <table className="data-table data-table-flush">
          <caption className="sr-only">Only in Xero</caption>
          <thead>
            <tr>
              <th scope="col">Invoice</th>
              <th scope="col">Client</th>
              <th scope="col">Date</th>
              <th scope="col">Total</th>
              <th scope="col">Work</th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <tr key={invoice.id}>
                <td data-label="Invoice" className="whitespace-nowrap tabular-nums">
                  <a href={`/reconciliation/${invoice.id}`} className="link">
                    {invoice.number}
                  </a>
                </td>
                <td data-label="Client" className="leading name font-medium">
                  {invoice.contact}
                </td>
                <td data-label="Date" className="whitespace-nowrap">
                  {invoice.day}
                </td>
                <td data-label="Total" className="tabular-nums">
                  {invoice.total}
                </td>
                <td data-label="Work" className="col-span-full wrap-anywhere">
                  {invoice.says}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
