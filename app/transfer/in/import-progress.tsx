import { Link, useLocation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** How often a script reloads the progress, in milliseconds. */
const INTERVAL = 1_000;

/** How far an import is. Without scripts the page reloads itself; where it does not, there is a link. */
export function ImportProgress({ title, progress }: { title: string; progress: string }) {
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(revalidate, INTERVAL);
    return () => {
      clearTimeout(timer);
    };
  }, [revalidate, state, progress]);
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <p className="font-medium">{title}</p>
      <p role="status" className="tabular-nums">
        {progress}
      </p>
      <p className="mt-1 text-muted">
        It goes on when you leave this page.{' '}
        <Link to={pathname} replace preventScrollReset className="link">
          Show how far it is
        </Link>
      </p>
    </div>
  );
}
