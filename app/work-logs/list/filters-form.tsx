import { Form, Link, useSubmit } from '@remix-run/react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PeriodLinks } from '../../ui/period-links.tsx';
import { useShownValues } from '../../ui/scripts/shown-values.ts';
import { CREATE_INVOICES } from './address.ts';
import type { WorkLogsScreenData } from './work-logs-screen.server.ts';

type FormData = Pick<
  WorkLogsScreenData,
  'filters' | 'clients' | 'workTypes' | 'people' | 'periods'
>;

/**
 * The filters of Work Logs: a GET form, so that the address holds them. Its buttons take along what
 * stands in the fields, whether it is applied yet or not.
 */
export function FiltersForm({ filters, clients, workTypes, people, periods }: FormData) {
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
      action="/work-logs"
      ref={ref}
      // After Back, browsers would restore what was typed last instead of the filters applied.
      autoComplete="off"
      role="search"
      aria-label="Work logs"
      preventScrollReset
      className="no-print filters lg:grid-cols-4"
    >
      <SelectField field={field('clientId')} label="Client" onChange={submitNow}>
        <option value="">All clients</option>
        <NamedOptions named={clients} />
      </SelectField>
      <SelectField field={field('isInvoiced')} label="Status" onChange={submitNow}>
        <option value="all">All</option>
        <option value="false">Pending</option>
        <option value="true">Invoiced</option>
      </SelectField>
      <SelectField field={field('workTypeId')} label="Type" onChange={submitNow}>
        <option value="">All work types</option>
        <NamedOptions named={workTypes} />
      </SelectField>
      <SelectField field={field('billable')} label="Billing" onChange={submitNow}>
        <option value="all">All</option>
        <option value="true">Billable</option>
        <option value="false">Not billable</option>
      </SelectField>
      {people.length === 0 ? null : (
        <SelectField field={field('person')} label="Logged by" onChange={submitNow}>
          <option value="">Everybody</option>
          <NamedOptions named={people} />
        </SelectField>
      )}
      <TextField field={field('startDate')} label="From" type="date" />
      <TextField field={field('endDate')} label="To" type="date" />
      <div className="wide-field">
        <TextField
          field={field('q')}
          label="Search"
          type="search"
          placeholder="Words of the description"
        />
      </div>
      <div className="filter-actions">
        <PeriodLinks action="/work-logs" periods={periods} />
        <div className="filter-buttons">
          <Button variant="secondary">Filter</Button>
          {filters.isFiltered ? (
            <Link to="/work-logs" className="button button-quiet">
              Clear
            </Link>
          ) : null}
          <Button variant="secondary" {...CREATE_INVOICES}>
            Create Invoices
          </Button>
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
