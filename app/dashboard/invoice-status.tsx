import { Link } from '@remix-run/react';
import { STATUS_TONES } from '../invoices/list/status.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import type { DashboardData } from './dashboard-screen.server.ts';

/** The newest invoices, each with its status in Xero. */
export function InvoiceStatusCard({ invoices }: Pick<DashboardData, 'invoices'>) {
  return (
    <Card
      title="Invoice Status"
      subtitle="The newest invoices in Xero"
      actions={
        <ButtonLink to="/invoices" variant="quiet" className="-my-1.5 -mr-2">
          All Invoices
        </ButtonLink>
      }
    >
      {invoices.length === 0 ? (
        <p className="py-8 text-center text-sm text-muted">No invoices found</p>
      ) : (
        <ul className="-my-4 divide-y divide-line">
          {invoices.map((invoice) => (
            <li key={invoice.id} className="flex items-start justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  <Link to={`/invoices/${invoice.id}`} className="text-accent hover:underline">
                    {invoice.title}
                  </Link>
                </p>
                <p className="text-sm wrap-anywhere text-muted tabular-nums">
                  {invoice.hours} hours · {invoice.workType}
                </p>
              </div>
              <div className="shrink-0 text-right">
                <p className="font-medium tabular-nums">{invoice.amount}</p>{' '}
                <p className="text-xs text-muted tabular-nums">{invoice.vat}</p>{' '}
                <Badge tone={STATUS_TONES[invoice.status]}>{invoice.status}</Badge>
                {invoice.overdue ? <p className="text-xs text-danger">overdue</p> : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
