import { Link } from '@remix-run/react';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import type { DashboardData } from './dashboard-screen.server.ts';

type Ready = DashboardData['ready'];

/** How many clients show before "… more clients". */
const SHOWN = 5;

/** Billable work that is on no invoice yet, by client, the longest wait first. */
export function ReadyToInvoice({ ready }: { ready: Ready }) {
  const { clients, hours, amount, vat } = ready;
  const more = clients.slice(SHOWN);
  return (
    <Card
      title="Ready to invoice"
      subtitle={
        clients.length === 0
          ? 'Billable work that is on no invoice yet'
          : `${amount} net${vat ? ` ${vat}` : ', before VAT'}, for ${hours} hours`
      }
    >
      {clients.length === 0 ? (
        <p className="py-16 text-center text-sm text-muted">Nothing to invoice</p>
      ) : (
        <div className="-my-4">
          <ClientList clients={clients.slice(0, SHOWN)} />
          {more.length === 0 ? null : (
            <details className="border-t border-line">
              <summary className="flex min-h-11 items-center rounded-lg text-sm text-accent">
                {more.length === 1 ? '1 more client' : `${more.length} more clients`}
              </summary>
              <ClientList clients={more} />
            </details>
          )}
        </div>
      )}
    </Card>
  );
}

function ClientList({ clients }: Pick<Ready, 'clients'>) {
  return (
    <ul className="divide-y divide-line">
      {clients.map(({ id, name, link, hours, amount, vat, since, wait }) => (
        <li key={id} className="relative flex gap-4 py-2.5">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere sm:truncate">
              <Link
                to={link}
                className="font-medium text-accent after:absolute after:inset-0 hover:underline"
              >
                {name}
              </Link>
            </p>
            <p className="text-sm text-muted tabular-nums">
              {hours} hours since {since}
            </p>
          </div>
          <div className="shrink-0 text-right tabular-nums">
            <p className="font-medium">{amount}</p>{' '}
            {vat ? <p className="text-xs text-muted">{vat}</p> : null}{' '}
            {wait.text ? (
              <Badge tone={wait.isLong ? 'warning' : 'neutral'}>{wait.text}</Badge>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
