import { Link, useLocation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** How often a script reloads the progress, in milliseconds. */
const INTERVAL = 1_000;

/**
 * The progress of an import. A script keeps it up to date. Without scripts the page reloads itself;
 * in browsers that do not do that, there is a link.
 */
export function SyncProgress({ progress }: { progress: string }) {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(revalidate, INTERVAL);
    return () => {
      clearTimeout(timer);
    };
  }, [revalidate, state, progress]);
  return (
    <div className="mt-4 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <p className="font-medium">Importing from Todoist…</p>
      <p role="status" className="tabular-nums">
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
