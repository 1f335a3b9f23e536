import { Form, Link, useSubmit } from '@remix-run/react';
import { useContext, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { SelectField, type FieldState } from './field.tsx';
import { useClosedPopover } from './scripts/closed-popover.ts';
import { useShownValues } from './scripts/shown-values.ts';
import { TextBrowserContext } from './text-browser.ts';

/** What the fields of a form of filters hold, as the address has it, and what is wrong with it. */
export type ShownFilters = { values: Record<string, string>; issues: Record<string, string> };

type FilterFormProps = {
  action: string;
  label: string;
  filters: ShownFilters;
  /** Whether it stands on narrow screens, too. */
  isShort?: boolean;
  /** The fields; each is made of what `field` gives for its name. */
  children: (field: (name: string) => FieldState) => ReactNode;
};

/** The id of a screen's form of filters, for buttons outside it that take its fields along. */
export const FILTERS_ID = 'filters';

/**
 * The filters of a list: a GET form, so that the address holds them. On a narrow screen it is a sheet that
 * `FilterToggle` opens, and that stands open while something in it is wrong.
 */
export function FilterForm({ action, label, filters, isShort, children }: FilterFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useShownValues(ref, filters.values);
  useClosedPopover(ref);
  return (
    <Form
      discover="none"
      method="get"
      action={action}
      ref={ref}
      id={FILTERS_ID}
      {...(isShort || Object.keys(filters.issues).length > 0 ? {} : { popover: 'auto' })}
      // After Back, browsers would restore what was typed last instead of the filters applied.
      autoComplete="off"
      role="search"
      aria-label={label}
      preventScrollReset
      className="no-print filters"
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

/** Opens the filters on a narrow screen; the browser does so, without a script. Text browsers show them anyway. */
function FilterToggle() {
  if (useContext(TextBrowserContext)) return null;
  return (
    <button
      type="button"
      {...{ popovertarget: FILTERS_ID }}
      className="filter-toggle button button-secondary ml-auto no-print"
    >
      Filter
    </button>
  );
}

/**
 * What stands between a screen's title and its list: the filters, a strip with the sums of what matches, and the
 * ways out of the list.
 */
export function ListTools({
  filters,
  sums,
  children,
}: {
  filters: ReactNode;
  sums?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="list-tools">
      {filters}
      <div className="strip">
        {sums}
        <FilterToggle />
      </div>
      {children}
    </div>
  );
}

type SumLinks = Partial<Record<string, string>>;

/** A sum and its name; a minor one is left out where there is no room. */
export type Figure = [name: string, value: string, isMinor?: 'minor'];

/**
 * Sums on one line, each with its name, some with a link to what they are made of. A Tab passes over these: they lead
 * where the menu and the cards below lead, too, and work is logged in the form that follows. Text browsers have none.
 */
export function Sums({ figures, links = {} }: { figures: Figure[]; links?: SumLinks }) {
  const isText = useContext(TextBrowserContext);
  const link = (name: string, value: string) => {
    const to = isText ? undefined : links[name];
    return to === undefined ? (
      value
    ) : (
      <Link to={to} tabIndex={-1} className="link">
        {value}
      </Link>
    );
  };
  return (
    <dl className="strip">
      {figures.map(([name, value, isMinor]) => (
        <div key={name} className={isMinor && 'max-lg:sr-only'}>
          <dt className="inline text-muted">{name}</dt>{' '}
          <dd className="inline font-semibold">{link(name, value)}</dd>
        </div>
      ))}
    </dl>
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

/** A filter by a record: one of those named, or all. */
export function FilterByName({
  named,
  ...select
}: ComponentProps<typeof FilterSelect> & ComponentProps<typeof NamedOptions>) {
  return (
    <FilterSelect {...select}>
      <option value="">All</option>
      <NamedOptions named={named} />
    </FilterSelect>
  );
}

/** The button of a form of filters and, where something is filtered, a link to the whole list. */
export function FilterButtons({
  clear,
  name = 'Filter',
}: {
  /** The address of the whole list, or null where nothing is filtered. */
  clear: string | null;
  name?: string;
}) {
  return (
    <div className="filter-buttons">
      <Button variant="secondary">{name}</Button>
      {clear === null ? null : (
        <Link to={clear} className="button button-quiet">
          Clear
        </Link>
      )}
    </div>
  );
}
