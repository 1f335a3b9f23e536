import { Link } from '@remix-run/react';
import { Disclosure } from '../ui/disclosure.tsx';
import type { RecordHistory } from './record-history.server.ts';

/** A record's own history at the end of its dialog. */
export function RecordHistorySection({ history: { lines, all } }: { history: RecordHistory }) {
  return (
    <div className="mt-4">
      <Disclosure title="History">
        <ul className="grid gap-1.5 text-muted">
          {lines.map(({ id, text }) => (
            <li key={id} className="wrap-anywhere">
              {text}
            </li>
          ))}
          <li>
            {lines.length === 0 ? (
              'No changes recorded yet'
            ) : (
              <Link to={all} className="link">
                All of its history
              </Link>
            )}
          </li>
        </ul>
      </Disclosure>
    </div>
  );
}
