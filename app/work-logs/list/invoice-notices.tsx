import { Form, Link } from '@remix-run/react';
import { Button } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import type { InvoiceNotices as Notices } from './list.server.ts';

/** Unfinished invoice runs, and invoices that ended in Xero, whose logs can be released. */
export function InvoiceNoticeList({ notices, query }: { notices: Notices; query: string }) {
  const { ended, runs } = notices;
  if (ended.length === 0 && runs.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {runs.map(({ id, status }) => (
        <li key={`run ${id}`} className="notice">
          <span>
            {status === 'running'
              ? 'Invoices are being created in Xero.'
              : 'Some invoices are not settled yet.'}
          </span>
          <Link to={`/work-logs/invoice-runs/${id}`} className="link">
            See progress
          </Link>
        </li>
      ))}
      {ended.map(({ id, number, clientName, how, logs }) => (
        <li key={`ended ${id}`} className="notice">
          <span className="wrap-anywhere">
            Invoice{' '}
            <Link to={`/invoices/${id}`} className="link">
              {number}
            </Link>{' '}
            for {clientName} was {how} in Xero.
          </span>
          <Form
            method="post"
            action={`/work-logs/invoices/${id}/release${query}`}
            preventScrollReset
          >
            <FormToken />
            <Button variant="secondary">
              Release {logs === 1 ? 'its log' : `its ${logs} logs`}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
