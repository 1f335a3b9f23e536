import { Link } from '@remix-run/react';
import { useId } from 'react';
import type { RecordHistory } from './record-history.server.ts';

/** A record's own history at the end of its dialog. */
export function RecordHistorySection({ history }: { history: RecordHistory }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-6 border-t border-line pt-4">
      <h2 id={titleId} className="text-sm font-semibold">
        History
      </h2>
      {history.lines.length === 0 ? (
        <p className="mt-2 text-sm text-muted">
          Nothing has changed since the history began to be kept.
        </p>
      ) : (
        <>
          <ul className="mt-2 grid gap-1.5 text-sm text-muted">
            {history.lines.map(({ id, text }) => (
              <li key={id} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm">
            <Link to={history.all} className="link">
              All of its history
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
