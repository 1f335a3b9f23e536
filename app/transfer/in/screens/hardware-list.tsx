import { Card } from '../../../ui/card.tsx';
import type { Look } from './import-screen.server.ts';

/** The hardware logs that a file would make, each with its items. */
export function Hardware({ logs, left }: NonNullable<Look['hardware']>) {
  return (
    <Card title="Hardware" subtitle="Sold by its items, which are imported with their VAT">
      <ul className="grid gap-3">
        {logs.map(({ line, date, client, items, total }) => (
          <li key={line} className="border-t border-line pt-3 text-sm first:border-0 first:pt-0">
            <p className="flex flex-wrap justify-between gap-x-6 font-medium">
              <span className="wrap-anywhere">
                {client}, {date} <span className="font-normal text-muted">(line {line})</span>
              </span>{' '}
              <span className="tabular-nums">{total}</span>
            </p>
            <ul>
              {items.map((item, at) => (
                <li key={at} className="wrap-anywhere text-muted">
                  {item}
                </li>
              ))}
            </ul>
            {items.length === 0 ? <p className="text-muted">No items</p> : null}
          </li>
        ))}
      </ul>
      {left === null ? null : (
        <p className="mt-3 text-sm text-muted">And {left} more lines of hardware.</p>
      )}
    </Card>
  );
}
