import { Form, Link, useSubmit } from '@remix-run/react';
import { useRef, type ChangeEvent } from 'react';
import { PENDING_STATUSES } from '#db/words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PeriodLinks } from '../../ui/period-links.tsx';
import { useShownValues } from '../../ui/scripts/shown-values.ts';
import { SELECTED } from './selection.ts';
import { STATUS_LABELS } from './status-labels.ts';
import type { PendingScreenData } from './review-screen.server.ts';
import { AS_IT_IS } from '../../ui/scripts/page-only.tsx';

/** The filters of Todoist Import and of Archived: a GET form, so that the address holds them. */
export function PendingFiltersForm({
  action,
  filters,
  clients,
  periods,
  hasStatus = false,
  selected = '',
}: Pick<PendingScreenData, 'filters' | 'periods'> & {
  action: string;
  /** Null: the list is in the page already. */
  clients: { id: number; name: string; isActive?: boolean }[] | null;
  hasStatus?: boolean;
  /** What is selected, as the address has it: filters change it not. */
  selected?: string;
}) {
  const submit = useSubmit();
  const ref = useRef<HTMLFormElement>(null);
  useShownValues(ref, filters.values);
  const field = (name: string) => ({
    id: `filter-${name}`,
    name,
    initialValue: filters.values[name] ?? '',
    errors: filters.issues[name] ? [filters.issues[name]] : undefined,
    errorId: `filter-${name}-error`,
    descriptionId: `filter-${name}-description`,
  });
  const submitNow = (event: ChangeEvent<HTMLSelectElement>) => {
    submit(event.currentTarget.form, { preventScrollReset: true });
  };
  return (
    <Form
      method="get"
      action={action}
      ref={ref}
      // After Back, browsers would restore what was typed last instead of the filters applied.
      autoComplete="off"
      role="search"
      aria-label="Tasks"
      preventScrollReset
      className={`no-print filters ${hasStatus ? 'lg:grid-cols-[1fr_1.4fr_1fr_1fr_auto]' : 'lg:grid-cols-[1.4fr_1fr_1fr_auto]'}`}
    >
      {hasStatus && filters.values.missing ? (
        <input type="hidden" name="missing" value={filters.values.missing} />
      ) : null}
      {selected ? <input type="hidden" name={SELECTED} value={selected} /> : null}
      {hasStatus ? (
        <SelectField field={field('status')} label="Status" onChange={submitNow}>
          <option value="all">All</option>
          {/* Archived entries have a screen of their own. */}
          {PENDING_STATUSES.filter((status) => status !== 'archived').map((status) => (
            <option key={status} value={status}>
              {STATUS_LABELS[status]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {clients === null ? (
        <SelectField field={field('clientId')} label="Client" onChange={submitNow} {...AS_IT_IS} />
      ) : (
        <SelectField field={field('clientId')} label="Client" onChange={submitNow}>
          <option value="">All clients</option>
          {clients.map(({ id, name, isActive }) => (
            <option key={id} value={id} data-inactive={isActive === false ? '' : undefined}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField field={field('startDate')} label="From" type="date" />
      <TextField field={field('endDate')} label="To" type="date" />
      <div className="beside-fields">
        <Button variant="secondary">Filter</Button>
        {filters.isFiltered ? (
          <Link
            to={selected ? `${action}?${SELECTED}=${selected}` : action}
            className="button button-quiet"
          >
            Clear
          </Link>
        ) : null}
      </div>
      <div className="filter-actions">
        <PeriodLinks action={action} periods={periods} />
      </div>
    </Form>
  );
}
