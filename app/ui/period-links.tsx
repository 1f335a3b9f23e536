import type { MouseEvent } from 'react';
import type { PeriodLink } from '../lib/period-links.ts';
import { AS_IT_IS } from './scripts/page-only.tsx';

const LIST_FIELDS = ['startDate', 'endDate'] as const;

/**
 * Links to ranges of days in a form of filters. Scripts fill its fields and send it, so that what was typed goes
 * along.
 */
export function PeriodLinks({
  action,
  periods,
  fields = LIST_FIELDS,
}: {
  action: string;
  /** Null: they are in the page already. */
  periods: PeriodLink[] | null;
  /** The names of the form's date fields, which are those of the address too. */
  fields?: readonly [first: string, last: string];
}) {
  const choose = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const form = link?.closest('form');
    const start = form?.elements.namedItem(fields[0]);
    const end = form?.elements.namedItem(fields[1]);
    const isOwnTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (!link || isOwnTab) return;
    if (!(start instanceof HTMLInputElement) || !(end instanceof HTMLInputElement)) return;
    event.preventDefault();
    const days = new URLSearchParams(link.search);
    start.value = days.get(fields[0]) ?? '';
    end.value = days.get(fields[1]) ?? '';
    form?.requestSubmit();
  };
  return (
    // The presses are those of its links, of the keyboard too.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <p
      key={periods === null ? 0 : 1}
      className="period-links"
      onClick={choose}
      {...(periods === null ? AS_IT_IS : {})}
    >
      {periods?.map(({ name, search, isShown }) => (
        <a
          key={name}
          href={`${action}?${search}`}
          aria-current={isShown ? 'true' : undefined}
          className="period-link"
        >
          {name}
        </a>
      ))}
    </p>
  );
}
