import { Link } from '@remix-run/react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FilterForm, FilterSelect, NamedOptions } from '../ui/filter-form.tsx';
import { PeriodLinks } from '../ui/period-links.tsx';
import type { ReportsScreenData } from './reports-screen.server.ts';

const DATE_FIELDS = ['from', 'to'] as const;

/** The filters of a report. */
export function ReportFilters(data: ReportsScreenData) {
  const { filters, clients, workTypes, people, periods, sorts } = data;
  return (
    <FilterForm action="/reports" label="Reports" filters={filters} columns="lg:grid-cols-4">
      {(field) => (
        <>
          <input
            type="hidden"
            name="by"
            value={filters.values.by === '' ? 'client' : filters.values.by}
          />
          <TextField field={field('from')} label="From" type="date" />
          <TextField field={field('to')} label="To" type="date" />
          <FilterSelect field={field('clientId')} label="Client">
            <option value="">All clients</option>
            <NamedOptions named={clients} />
          </FilterSelect>
          <FilterSelect field={field('workTypeId')} label="Type">
            <option value="">All work types</option>
            <NamedOptions named={workTypes} />
          </FilterSelect>
          <FilterSelect field={field('billable')} label="Billing">
            <option value="">All</option>
            <option value="true">Billable</option>
            <option value="false">Not billable</option>
          </FilterSelect>
          <FilterSelect field={field('isInvoiced')} label="Status">
            <option value="">All</option>
            <option value="false">Not invoiced</option>
            <option value="true">Invoiced</option>
          </FilterSelect>
          {people.length === 0 ? null : (
            <FilterSelect field={field('person')} label="Logged by">
              <option value="">Everybody</option>
              <NamedOptions named={people} />
            </FilterSelect>
          )}
          <FilterSelect field={field('sort')} label="Order">
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </FilterSelect>
          <div className="filter-actions">
            <PeriodLinks action="/reports" periods={periods} fields={DATE_FIELDS} />
            <div className="filter-buttons">
              <Button variant="secondary">Show</Button>
              <Link to="/reports" className="button button-quiet">
                Clear
              </Link>
            </div>
          </div>
        </>
      )}
    </FilterForm>
  );
}
