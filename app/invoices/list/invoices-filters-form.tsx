import { TextField } from '../../ui/field.tsx';
import { FilterButtons, FilterForm, FilterSelect, NamedOptions } from '../../ui/filter-form.tsx';
import { PeriodLinks } from '../../ui/period-links.tsx';
import type { InvoicesScreenData } from './invoices-screen.server.ts';
import { STATUS_LABELS } from '../../lib/invoice-status.ts';

type FormData = Pick<InvoicesScreenData, 'filters' | 'clients' | 'periods'>;

/** The filters of Invoices. */
export function InvoicesFiltersForm({ filters, clients, periods }: FormData) {
  return (
    <FilterForm action="/invoices" label="Invoices" filters={filters} columns="lg:grid-cols-6">
      {(field) => (
        <>
          <FilterSelect field={field('clientId')} label="Client">
            <option value="">All clients</option>
            <NamedOptions named={clients} />
          </FilterSelect>
          <FilterSelect field={field('status')} label="Status">
            <option value="all">All</option>
            <option value="overdue">Overdue</option>
            {Object.entries(STATUS_LABELS).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </FilterSelect>
          <TextField field={field('startDate')} label="From" type="date" />
          <TextField field={field('endDate')} label="To" type="date" />
          <div className="wide-field">
            <TextField
              field={field('q')}
              label="Search"
              type="search"
              placeholder="Number, client, or words of its logs"
            />
          </div>
          <div className="filter-actions">
            <PeriodLinks action="/invoices" periods={periods} />
            <FilterButtons clear={filters.isFiltered ? '/invoices' : null} />
          </div>
        </>
      )}
    </FilterForm>
  );
}
