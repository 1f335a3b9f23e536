import { Form, Link, useSubmit } from '@remix-run/react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { PeriodLinks } from '../ui/period-links.tsx';
import { useShownValues } from '../ui/scripts/shown-values.ts';
import type { ReportsScreenData } from './reports-screen.server.ts';

const DATE_FIELDS = ['from', 'to'] as const;

/** The filters of a report: a GET form, so that the address holds them. */
export function ReportFilters(data: ReportsScreenData) {
  const { filters, clients, workTypes, people, periods, sorts } = data;
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
      action="/reports"
      ref={ref}
      // After Back, browsers would restore what was typed last instead of the filters applied.
      autoComplete="off"
      role="search"
      aria-label="Reports"
      preventScrollReset
      className="no-print filters lg:grid-cols-4"
    >
      <input
        type="hidden"
        name="by"
        value={filters.values.by === '' ? 'client' : filters.values.by}
      />
      <TextField field={field('from')} label="From" type="date" />
      <TextField field={field('to')} label="To" type="date" />
      <SelectField field={field('clientId')} label="Client" onChange={submitNow}>
        <option value="">All clients</option>
        <NamedOptions named={clients} />
      </SelectField>
      <SelectField field={field('workTypeId')} label="Type" onChange={submitNow}>
        <option value="">All work types</option>
        <NamedOptions named={workTypes} />
      </SelectField>
      <SelectField field={field('billable')} label="Billing" onChange={submitNow}>
        <option value="">All</option>
        <option value="true">Billable</option>
        <option value="false">Not billable</option>
      </SelectField>
      <SelectField field={field('isInvoiced')} label="Status" onChange={submitNow}>
        <option value="">All</option>
        <option value="false">Not invoiced</option>
        <option value="true">Invoiced</option>
      </SelectField>
      {people.length === 0 ? null : (
        <SelectField field={field('person')} label="Logged by" onChange={submitNow}>
          <option value="">Everybody</option>
          <NamedOptions named={people} />
        </SelectField>
      )}
      <SelectField field={field('sort')} label="Order" onChange={submitNow}>
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="filter-actions">
        <PeriodLinks action="/reports" periods={periods} fields={DATE_FIELDS} />
        <div className="filter-buttons">
          <Button variant="secondary">Show</Button>
          <Link to="/reports" className="button button-quiet">
            Clear
          </Link>
        </div>
      </div>
    </Form>
  );
}

function NamedOptions({ named }: { named: { id: number; name: string }[] }) {
  return named.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
