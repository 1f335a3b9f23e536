import { Fragment, type ReactNode } from 'react';

/**
 * The ways out of a list, with its filters (`search`, without `?`), and the way in. Plain links: the browser saves
 * the file.
 */
export function ListLinks({
  label = 'This list',
  print,
  csv = [],
  search = '',
  isImported = false,
  children,
}: {
  label?: string;
  print?: string;
  csv?: [address: string, label: string][];
  search?: string;
  isImported?: boolean;
  children?: ReactNode;
}) {
  const query = search && `?${search}`;
  const links = [
    ...(print === undefined ? [] : [[`${print}${query}`, 'Print']]),
    ...csv.map(([address, text]) => [`${address}${query}`, text]),
    ...(isImported ? [['/import', 'Import']] : []),
  ];
  return (
    <nav aria-label={label} className="period-links no-print justify-end">
      {links.map(([address, text]) => (
        <Fragment key={address}>
          <a href={address} className="period-link">
            {text}
          </a>{' '}
          {/* A space, for browsers without styles. */}
        </Fragment>
      ))}
      {children}
    </nav>
  );
}

/** The values of filters as a query, without those that are empty. */
export function searchOf(values: Record<string, string>): string {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();
}
