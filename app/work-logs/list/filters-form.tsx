import { Form, Link, useSubmit } from '@remix-run/react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useShownValues } from '../../ui/scripts/shown-values.ts';
import type { WorkLogsScreenData } from './work-logs-screen.server.ts';

/** The filters of Work Logs: a GET form, so that the address holds them. */
export function FiltersForm({ filters, clients }: Pick<WorkLogsScreenData, 'filters' | 'clients'>) {
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
      className="no-print filters lg:grid-cols-[1.4fr_1fr_1fr_1fr_auto]"
    >
      <SelectField field={field('clientId')} label="Client" onChange={submitNow}>
        <option value="">All clients</option>
        {clients.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField field={field('isInvoiced')} label="Status" onChange={submitNow}>
        <option value="all">All</option>
        <option value="false">Pending</option>
        <option value="true">Invoiced</option>
      </SelectField>
      <TextField field={field('startDate')} label="From" type="date" />
      <TextField field={field('endDate')} label="To" type="date" />
      <div className="beside-fields">
        <Button variant="secondary">Filter</Button>
        {filters.isFiltered ? (
          <Link to="/work-logs" className="button button-quiet">
            Clear
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
