import { GroupedOptions, TextField } from '../../ui/field.tsx';
import { FilterButtons, FilterByName, FilterForm, FilterSelect } from '../../ui/filter-form.tsx';
import { PeriodLinks } from '../../ui/period-links.tsx';
import type { WorkLogsScreenData } from './work-logs-screen.server.ts';

type FormData = Pick<
  WorkLogsScreenData,
  'filters' | 'clients' | 'jobs' | 'workTypes' | 'people' | 'periods'
>;

/** The filters of Work Logs. Its buttons take along what stands in the fields, applied or not. */
export function FiltersForm({ filters, clients, jobs, workTypes, people, periods }: FormData) {
  return (
    <FilterForm action="/work-logs" label="Work logs" filters={filters}>
      {(field) => (
        <>
          <FilterByName field={field('clientId')} label="Client" named={clients} />
          {jobs === undefined ? null : (
            <FilterSelect field={field('jobId')} label="Job">
              <option value="">All jobs</option>
              <GroupedOptions all={jobs} groupOf={({ clientName }) => clientName} />
            </FilterSelect>
          )}
          <FilterSelect field={field('isInvoiced')} label="Status">
            <option value="all">All</option>
            <option value="false">Pending</option>
            <option value="true">Invoiced</option>
          </FilterSelect>
          <FilterByName field={field('workTypeId')} label="Type" named={workTypes} />
          <FilterSelect field={field('billable')} label="Billing">
            <option value="all">All</option>
            <option value="true">Billable</option>
            <option value="false">Not billable</option>
          </FilterSelect>
          {people.length === 0 ? null : (
            <FilterByName field={field('person')} label="Logged by" named={people} />
          )}
          <TextField field={field('startDate')} label="From" type="date" />
          <TextField field={field('endDate')} label="To" type="date" />
          <div className="wide-field">
            <TextField field={field('q')} label="Search" type="search" placeholder="Description" />
          </div>
          <FilterButtons clear={filters.isFiltered ? '/work-logs' : null} />
          <PeriodLinks action="/work-logs" periods={periods} />
        </>
      )}
    </FilterForm>
  );
}
