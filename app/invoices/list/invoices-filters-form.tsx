import { Form, Link, useSubmit } from '@remix-run/react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PeriodLinks } from '../../ui/period-links.tsx';
import { useShownValues } from '../../ui/scripts/shown-values.ts';
import type { InvoicesScreenData } from './invoices-screen.server.ts';
import { STATUS_LABELS } from './status.ts';

type FormData = Pick<InvoicesScreenData, 'filters' | 'clients' | 'periods'>;

/** The filters of Invoices: a GET form, so that the address holds them. */
export function InvoicesFiltersForm({ filters, clients, periods }: FormData) {
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
      action="/invoices"
      ref={ref}
      // After Back, browsers would restore what was typed last instead of the filters applied.
      autoComplete="off"
      role="search"
      aria-label="Invoices"
      preventScrollReset
      className="no-print filters lg:grid-cols-6"
    >
      <SelectField field={field('clientId')} label="Client" onChange={submitNow}>
        <option value="">All clients</option>
        {clients.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField field={field('status')} label="Status" onChange={submitNow}>
        <option value="all">All</option>
        <option value="overdue">Overdue</option>
        {Object.entries(STATUS_LABELS).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </SelectField>
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
        <div className="filter-buttons">
          <Button variant="secondary">Filter</Button>
          {filters.isFiltered ? (
            <Link to="/invoices" className="button button-quiet">
              Clear
            </Link>
          ) : null}
        </div>
      </div>
    </Form>
  );
}
