import { Link, useLocation } from '@remix-run/react';
import { RefreshItself } from './refresh-itself.tsx';
import { useProgress } from './use-progress.ts';

type ProgressPanelProps = { title?: string; progress: string; className?: string };

/**
 * How far work in the background is, brought up to date by scripts, else by the page loading itself
 * again; in browsers that do neither, there is a link.
 */
export function ProgressPanel({ title, progress, className = '' }: ProgressPanelProps) {
  const { pathname, search } = useLocation();
  useProgress(true, progress);
  return (
    <div className={`rounded-lg border border-line bg-sunken px-4 py-3 text-sm ${className}`}>
      <RefreshItself seconds={2} />
      {title === undefined ? null : <p className="font-medium">{title}</p>}
      <p role="status" className={`tabular-nums ${title === undefined ? 'font-medium' : ''}`}>
        {progress}
      </p>
      <p className="mt-1 text-muted">
        It goes on when you leave this page.{' '}
        <Link to={`${pathname}${search}`} replace preventScrollReset className="link">
          Show how far it is
        </Link>
      </p>
    </div>
  );
}
