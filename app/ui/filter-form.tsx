import { Form, Link, useSubmit } from '@remix-run/react';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { SelectField, type FieldState } from './field.tsx';
import { useShownValues } from './scripts/shown-values.ts';

/** What the fields of a form of filters hold, as the address has it, and what is wrong with it. */
export type ShownFilters = { values: Record<string, string>; issues: Record<string, string> };

type FilterFormProps = {
  action: string;
  label: string;
  filters: ShownFilters;
  /** The columns of the fields where there is room. */
  columns: string;
  /** The fields; each is made of what `field` gives for its name. */
  children: (field: (name: string) => FieldState) => ReactNode;
};

/** The filters of a list: a GET form, so that the address holds them. */
export function FilterForm({ action, label, filters, columns, children }: FilterFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useShownValues(ref, filters.values);
  return (
    <Form
      discover="none"
      method="get"
      action={action}
      ref={ref}
      // After Back, browsers would restore what was typed last instead of the filters applied.
      autoComplete="off"
      role="search"
      aria-label={label}
      preventScrollReset
      className={`no-print filters ${columns}`}
    >
      {children((name) => ({
        id: `filter-${name}`,
        name,
        initialValue: filters.values[name] ?? '',
        errors: filters.issues[name] ? [filters.issues[name]] : undefined,
        errorId: `filter-${name}-error`,
        descriptionId: `filter-${name}-description`,
      }))}
    </Form>
  );
}

/** A list of choices that filters as soon as one is chosen, where scripts run. */
export function FilterSelect(props: ComponentProps<typeof SelectField>) {
  const submit = useSubmit();
  return (
    <SelectField
      {...props}
      onChange={(event) => {
        submit(event.currentTarget.form, { preventScrollReset: true });
      }}
    />
  );
}

/** A choice for each record, by its id. */
export function NamedOptions({ named }: { named: { id: number; name: string }[] }) {
  return named.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** The button of a form of filters and, where something is filtered, a link to the whole list. */
export function FilterButtons({
  clear,
  className = 'filter-buttons',
  children,
}: {
  /** The address of the whole list, or null where nothing is filtered. */
  clear: string | null;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div className={className}>
      <Button variant="secondary">Filter</Button>
      {clear === null ? null : (
        <Link to={clear} className="button button-quiet">
          Clear
        </Link>
      )}
      {children}
    </div>
  );
}
