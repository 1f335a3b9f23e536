import { Link, useLocation } from '@remix-run/react';
import { Alert } from '../../ui/alert.tsx';
import { useProgress } from '../../ui/progress/progress-panel.tsx';
import type { Statuses } from './statuses.server.ts';

/** Of which moment the statuses are; where scripts run, newer ones show by themselves. */
export function StatusesLine({ statuses }: { statuses: Statuses }) {
  const { asOf, isReading, trouble } = statuses;
  const { pathname, search } = useLocation();
  useProgress(isReading, asOf ?? '');
  if (asOf === null) return null;
  return (
    <div className="grid gap-2">
      {trouble.map((sentence) => (
        <Alert key={sentence} title={`Shown as of ${asOf}`}>
          {sentence}
        </Alert>
      ))}
      <p className="text-sm text-muted tabular-nums" role="status">
        Statuses as of {asOf}.{' '}
        {isReading ? (
          <>
            Checking Xero for changes…{' '}
            <Link to={`${pathname}${search}`} replace preventScrollReset className="link">
              Refresh
            </Link>
          </>
        ) : null}
      </p>
    </div>
  );
}
