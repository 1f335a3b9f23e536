import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { PRESS } from '../list/address.ts';
import type { Ticked } from '../list/use-ticks.ts';

/** The box of a log, or of all on the page, by its ids as an address has them. */
export function SelectBox({ ids, what }: { ids: number | string; what: string }) {
  return (
    <label>
      <input type="checkbox" name="ids" value={ids} aria-label={`Select ${what}`} />
    </label>
  );
}

/** The bar for the logs that are ticked, or for all that match; `matching` is null where the page has them all. */
export function TickedBar({ ticked, matching }: { ticked: Ticked; matching: string | null }) {
  const count = ticked.isAll ? matching : ticked.count;
  const press = (value: string, variant: ButtonVariant) => ({ name: PRESS, value, variant });
  return (
    <div
      role="group"
      aria-label="Selected logs"
      className="bulk-panel ticked-bar no-print border-t border-line"
    >
      <p className="flex items-center gap-x-4">
        <span aria-live="polite" className="tabular-nums">
          {!count ? 'Selected logs' : `${count} ${count === 1 ? 'log' : 'logs'}`}
        </span>{' '}
        {matching === null ? null : (
          <label className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" name="all" value="yes" className="size-5" /> All {matching} that
            match
          </label>
        )}
      </p>
      <div className="bulk-actions">
        <Button {...press('change', 'secondary')}>Change…</Button>{' '}
        <Button {...press('duplicate', 'secondary')}>Duplicate</Button>{' '}
        <Button {...press('delete', 'quiet-danger')}>Delete</Button>
      </div>
    </div>
  );
}
