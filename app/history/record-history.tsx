import { Link } from '@remix-run/react';
import { Disclosure } from '../ui/disclosure.tsx';
import type { RecordHistory } from './record-history.server.ts';

/** A record's own history at the end of its dialog. */
export function RecordHistorySection({ history }: { history: RecordHistory }) {
  return (
    <div className="mt-4">
      <Disclosure title="History">
        {history.lines.length === 0 ? (
          <p className="text-sm text-muted">No changes recorded yet</p>
        ) : (
          <ul className="grid gap-1.5 text-sm text-muted">
            {history.lines.map(({ id, text }) => (
              <li key={id} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        )}
        {history.lines.length === 0 ? null : (
          <p className="text-sm">
            <Link to={history.all} className="link">
              Full history
            </Link>
          </p>
        )}
      </Disclosure>
    </div>
  );
}
