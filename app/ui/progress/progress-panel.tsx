import { Link, useLocation, useRevalidator } from '@remix-run/react';
import { createContext, useContext, useEffect, useRef } from 'react';

type ProgressPanelProps = { title?: string; progress: string; className?: string };

/** How far work in the background is, kept up to date by scripts, by the page itself, or else by a link. */
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
        You can leave this page: this continues.{' '}
        <Link to={`${pathname}${search}`} replace preventScrollReset className="link">
          Show how far it is
        </Link>
      </p>
    </div>
  );
}

/** Whether the page was asked for without scripts (`http/device-choices.ts`). */
export const LiteContext = createContext(false);

/**
 * Has a page without scripts load itself again. Where the browser could run scripts that are not sent (Lite) or not
 * started (`start.js` reads `data-refresh`), it ignores `noscript`.
 */
export function RefreshItself({ seconds }: { seconds: number }) {
  const isLite = useContext(LiteContext);
  const refresh = <meta httpEquiv="refresh" content={String(seconds)} />;
  if (isLite) return refresh;
  return <noscript data-refresh={seconds}>{refresh}</noscript>;
}

/** After how long the page's data is read again, in milliseconds. Doubled each time nothing has moved. */
const SOONEST = 1_000;
const LATEST = 30_000;

/**
 * Reads the page's data again while work goes on: after a second, and ever later while `shown` stays the same. A page
 * that nobody sees reads nothing until it is seen again.
 */
export function useProgress(isRunning: boolean, shown: string): void {
  const { revalidate, state } = useRevalidator();
  const last = useRef({ shown: '', wait: SOONEST });
  useEffect(() => {
    if (!isRunning || state !== 'idle') return;
    const hasMoved = last.current.shown !== shown;
    const wait = hasMoved ? SOONEST : Math.min(2 * last.current.wait, LATEST);
    last.current = { shown, wait };
    const readWhenSeen = () => {
      if (!document.hidden) revalidate();
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', readWhenSeen);
      readWhenSeen();
    }, wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', readWhenSeen);
    };
  }, [isRunning, revalidate, state, shown]);
}
