import { ButtonLink } from '../ui/button.tsx';
import { RepeatButton, RepeatForm } from '../work-logs/again/repeat-form.tsx';
import { Card } from '../ui/card.tsx';
import type { DashboardData } from './dashboard-screen.server.ts';

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
