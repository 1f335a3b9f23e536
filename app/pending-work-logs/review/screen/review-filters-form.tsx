import { PENDING_STATUSES } from '#db/words.ts';
import { TextField } from '../../../ui/field.tsx';
import { FilterButtons, FilterForm, FilterSelect } from '../../../ui/filter-form.tsx';
import { PeriodLinks } from '../../../ui/period-links.tsx';
import { AS_IT_IS } from '../../../ui/scripts/page-only.tsx';
import { SELECTED, STATUS_LABELS } from '../selection.ts';
import type { PendingScreenData, ReviewParts } from './review-screen.server.ts';

type FormProps = Pick<PendingScreenData, 'filters'> & {
  /** Null: they are in the page already. */
  periods: ReviewParts['periods'] | null;
  action: string;
  /** Null: the list is in the page already. */
  clients: { id: number; name: string; isActive?: boolean }[] | null;
  hasStatus?: boolean;
  /** What is selected, as the address has it: filters change it not. */
  selected?: string;
};

/** The filters of Todoist Import and of Archived. */
export function PendingFiltersForm(props: FormProps) {
  const { action, filters, clients, periods, hasStatus = false, selected = '' } = props;
  const wholeList = selected ? `${action}?${SELECTED}=${selected}` : action;
  return (
    <FilterForm action={action} label="Tasks" filters={filters}>
      {(field) => (
        <>
          {hasStatus && filters.values.missing ? (
            <input type="hidden" name="missing" value={filters.values.missing} />
          ) : null}
          {selected ? <input type="hidden" name={SELECTED} value={selected} /> : null}
          {hasStatus ? (
            <FilterSelect field={field('status')} label="Status">
              <option value="all">All</option>
              {/* Archived entries have a screen of their own. */}
              {PENDING_STATUSES.filter((status) => status !== 'archived').map((status) => (
                <option key={status} value={status}>
                  {STATUS_LABELS[status]}
                </option>
              ))}
            </FilterSelect>
          ) : null}
          <FilterSelect
            field={field('clientId')}
            label="Client"
            {...(clients === null ? AS_IT_IS : {})}
          >
            <option value="">All clients</option>
            {clients?.map(({ id, name, isActive }) => (
              <option key={id} value={id} data-inactive={isActive === false ? '' : undefined}>
                {name}
              </option>
            ))}
          </FilterSelect>
          <TextField field={field('startDate')} label="From" type="date" />
          <TextField field={field('endDate')} label="To" type="date" />
          <FilterButtons clear={filters.isFiltered ? wholeList : null} />
          <PeriodLinks action={action} periods={periods} />
        </>
      )}
    </FilterForm>
  );
}
