import { Link } from '@remix-run/react';
import type { MouseEvent } from 'react';
import type { PeriodLink } from '../lib/period-links.ts';

const LIST_FIELDS = ['startDate', 'endDate'] as const;

/**
 * Links to often wanted ranges of days, inside a form of filters. Where scripts run, a press fills the
 * form's date fields and sends it, so that what was typed in its other fields goes along.
 */
export function PeriodLinks({
  action,
  periods,
  fields = LIST_FIELDS,
}: {
  action: string;
  periods: PeriodLink[];
  /** The names of the form's date fields. */
  fields?: readonly [first: string, last: string];
}) {
  const choose = (event: MouseEvent<HTMLAnchorElement>, period: PeriodLink) => {
    const form = event.currentTarget.closest('form');
    const start = form?.elements.namedItem(fields[0]);
    const end = form?.elements.namedItem(fields[1]);
    const isOwnTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (isOwnTab || !(start instanceof HTMLInputElement) || !(end instanceof HTMLInputElement)) {
      return;
    }
    event.preventDefault();
    const days = new URLSearchParams(period.search);
    start.value = days.get(fields[0]) ?? '';
    end.value = days.get(fields[1]) ?? '';
    form?.requestSubmit();
  };
  return (
    <p className="period-links">
      {periods.map((period) => (
        <Link
          key={period.name}
          to={`${action}?${period.search}`}
          preventScrollReset
          aria-current={period.isShown ? 'true' : undefined}
          className="period-link"
          onClick={(event) => {
            choose(event, period);
          }}
        >
          {period.name}
        </Link>
      ))}
    </p>
  );
}
