import { Card } from '../../../ui/card.tsx';
import type { Look } from './import-screen.server.ts';

/** The logs that a file of ours would change, and the box that has them changed. */
export function Edits({ seen, isChosen, isOne, logs, left }: NonNullable<Look['edits']>) {
  return (
    <Card title="Changed logs" subtitle="Lines that name a log here and say something else of it">
      <ul className="grid gap-3">
        {logs.map(({ id, name, changes }) => (
          <li key={id} className="border-t border-line pt-3 text-sm first:border-0 first:pt-0">
            <p className="font-medium wrap-anywhere">
              {name} <span className="font-normal text-muted">(log {id})</span>
            </p>
            <ul>
              {changes.map((change) => (
                <li key={change} className="wrap-anywhere text-muted">
                  {change}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {left === null ? null : <p className="mt-3 text-sm text-muted">And {left} more.</p>}
      <label key={seen} className="mt-3 flex min-h-11 items-center gap-3 text-sm font-medium">
        <input
          type="checkbox"
          name="edits"
          value={seen}
          defaultChecked={isChosen}
          className="size-5 sm:size-4"
        />
        {isOne ? 'Change this log' : 'Change these logs'}
      </label>
    </Card>
  );
}
