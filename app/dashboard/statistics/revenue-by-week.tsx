import { Card } from '../../ui/card.tsx';
import { ColumnChart, Swatch } from '../../ui/chart/column-chart.tsx';
import type { DashboardData } from '../dashboard-screen.server.ts';

type Revenue = DashboardData['revenue'];

/** The revenue of the last twelve weeks, as columns and as a table. */
export function RevenueByWeek({ revenue }: { revenue: Revenue }) {
  return (
    <Card title="Revenue by week" subtitle="Billable work of the last twelve weeks">
      {revenue.isEmpty ? (
        <p className="py-16 text-center text-sm text-muted">No revenue in the last twelve weeks</p>
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
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Invoiced</th>
            <th scope="col">Not invoiced</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
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
