import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { DashboardData } from './dashboard-screen.server.ts';

/** The newest work logs. */
export function RecentActivity({ activity }: Pick<DashboardData, 'activity'>) {
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
        <ul className="-my-4 divide-y divide-line">
          {activity.map((log) => (
            <li key={log.id} className="flex gap-4 py-3">
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
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
