import { Link } from '@remix-run/react';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import type { DashboardData } from './dashboard-screen.server.ts';
import { STATUS_SHAPES, STATUS_TONES } from '../invoices/list/status.ts';
import { ButtonLink } from '../ui/button.tsx';
import { RepeatButton, RepeatForm } from '../work-logs/again/repeat-form.tsx';
import { Heads } from '../ui/heads.tsx';
import { ColumnChart, Swatch } from '../ui/chart/column-chart.tsx';
import type { Change } from './statistics/stats.server.ts';

type Ready = DashboardData['ready'];

const SHOWN = 5;

/** Where the card of work to invoice stands on its page. */
export const READY_ID = 'ready-to-invoice';

/** Billable work that is on no invoice yet, by client, the longest wait first. */
export function ReadyToInvoice({ ready }: { ready: Ready }) {
  const { clients, count, hours, amount, vat } = ready;
  const more = clients.slice(SHOWN);
  return (
    <Card
      id={READY_ID}
      title="Ready to invoice"
      subtitle={clients.length === 0 ? '' : `${amount} ${vat ?? 'ex VAT'} · ${hours} hours`}
    >
      {clients.length === 0 ? (
        <p className="py-16 text-center text-sm text-muted">Nothing to invoice</p>
      ) : (
        <div className="-my-4">
          <ClientList clients={clients.slice(0, SHOWN)} />
          {more.length === 0 ? null : (
            <details className="border-t border-line">
              <summary className="flex min-h-11 items-center rounded-lg text-sm text-accent">
                {count - SHOWN === 1 ? '1 more client' : `${count - SHOWN} more clients`}
              </summary>
              <ClientList clients={more} />
              {count > clients.length ? (
                <Link to="/reports?by=client" className="link block py-2.5 text-sm">
                  See all in Reports
                </Link>
              ) : null}
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

/** The newest invoices, each with its status in Xero. */
export function InvoiceStatusCard({ invoices }: Pick<DashboardData, 'invoices'>) {
  return (
    <Card
      title="Invoice Status"
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
                <Badge tone={STATUS_TONES[invoice.status]}>
                  {`${STATUS_SHAPES[invoice.status]} ${invoice.status}`}
                </Badge>
                {invoice.overdue ? <p className="text-xs text-danger">▲ overdue</p> : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The newest work logs. */
export function RecentActivity({
  activity,
  oneTimeKey,
}: Pick<DashboardData, 'activity'> & { oneTimeKey: string }) {
  return (
    <Card
      title="Recent Activity"
      actions={
        <ButtonLink to="/work-logs" variant="quiet" className="-my-1.5 -mr-2">
          View All
        </ButtonLink>
      }
    >
      {activity.length === 0 ? (
        <p className="py-16 text-center text-sm text-muted">No recent activity</p>
      ) : (
        <RepeatForm id="recent-activity" oneTimeKey={oneTimeKey}>
          <ul className="-my-4 divide-y divide-line">
            {activity.map((log, index) => (
              <li key={log.id} className="flex items-center gap-3 py-3">
                <div className="min-w-0 flex-1">
                  <p className="line-clamp-2 font-medium wrap-anywhere sm:line-clamp-1">
                    {log.client}
                  </p>
                  <p className="line-clamp-2 text-sm wrap-anywhere text-muted sm:line-clamp-1">
                    {log.description ? `${log.workType} · ${log.description}` : log.workType}
                  </p>
                </div>
                <div className="shrink-0 text-right tabular-nums">
                  <p className="font-medium">{log.duration}</p>
                  <p className="text-sm text-muted">
                    <time dateTime={log.instant}>{log.when}</time>
                  </p>
                </div>
                <RepeatButton
                  id={log.id}
                  what={`${log.duration} for ${log.client}`}
                  isTop={index === 0}
                />
              </li>
            ))}
          </ul>
        </RepeatForm>
      )}
    </Card>
  );
}

type Revenue = DashboardData['revenue'];

/** The revenue of the last twelve weeks, as columns and as a table. */
export function RevenueByWeek({ revenue }: { revenue: Revenue }) {
  return (
    <Card title="Revenue by week" subtitle="Billable work, last 12 weeks">
      {revenue.isEmpty ? (
        <p className="py-16 text-center text-sm text-muted">No revenue in the last 12 weeks</p>
      ) : (
        <>
          <Legend revenue={revenue} />
          <ColumnChart
            drawing={revenue.chart}
            label="Revenue by week, invoiced and not; the table below has the figures"
            names={revenue.weeks.map(({ name }) => name)}
            values={revenue.weeks.map(({ total }) => total)}
            nameEvery={2}
            nameEveryOnPhones={4}
          />
          <WeekTable weeks={revenue.weeks} />
        </>
      )}
    </Card>
  );
}

function Legend({ revenue }: { revenue: Revenue }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <li className="flex items-center gap-2">
        <Swatch className="chart-invoiced" />
        <span className="text-muted">Invoiced</span>{' '}
        <span className="font-medium tabular-nums">{revenue.invoiced}</span>
      </li>
      <li className="flex items-center gap-2">
        <Swatch className="chart-open" />
        <span className="text-muted">Not invoiced</span>{' '}
        <span className="font-medium tabular-nums">{revenue.open}</span>
      </li>
      {revenue.vat ? <li className="text-muted tabular-nums">{revenue.vat}</li> : null}
    </ul>
  );
}

function WeekTable({ weeks }: Pick<Revenue, 'weeks'>) {
  return (
    <details className="-mb-2 text-sm">
      <summary className="inline-flex min-h-9 items-center rounded-lg text-accent pointer-coarse:min-h-11">
        Show as a table
      </summary>
      <table className="figures-table">
        <caption className="sr-only">Revenue by week, the oldest first</caption>
        <Heads names={['Week of', 'Invoiced', 'Not invoiced', 'Total']} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week.monday}>
              <th scope="row">{week.name}</th>
              <td>{week.invoiced}</td>
              <td>{week.open}</td>
              <td>{week.total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const TONES: Record<Change['tone'], string> = {
  better: 'text-success',
  worse: 'text-danger',
  neutral: 'text-muted',
};

/** Hours and revenue of today, this week and this month, each compared with the period before. */
export function StatisticsGrid({ cards }: Pick<DashboardData, 'cards'>) {
  return (
    <div className="grid gap-3 sm:gap-5 md:grid-cols-3 print:grid-cols-3">
      {cards.map(({ title, figures }) => (
        <section key={title} aria-label={title} className="card px-4 py-3 sm:py-4">
          <h2 className="text-sm font-semibold">{title}</h2>
          <dl className="mt-2 grid gap-x-3 gap-y-2 @[19rem]:grid-cols-[2fr_3fr]">
            {figures.map(({ label, value, note, change, previous }) => (
              <div key={label} className="min-w-0 tabular-nums">
                <dt className="text-xs text-muted">{label}</dt>
                <dd>
                  <span className="flex flex-wrap items-baseline gap-x-2 @[19rem]:flex-col">
                    <span className="text-2xl font-semibold tracking-tight wrap-anywhere">
                      {value}
                    </span>{' '}
                    <span className={`text-sm font-medium ${TONES[change.tone]}`}>
                      {change.text}
                    </span>{' '}
                  </span>
                  {note ? <span className="block text-xs text-muted">{note}</span> : null}{' '}
                  {previous ? <span className="block text-xs text-muted">{previous}</span> : null}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
