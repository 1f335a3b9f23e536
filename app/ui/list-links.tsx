import { Fragment } from 'react';

/**
 * The ways out of a list, with its filters: to paper, and to a spreadsheet. Plain links: the browser
 * saves the file, and no script asks for it. `search` is the filters as a query, without `?`.
 */
export function ListLinks({
  label = 'This list',
  print,
  csv,
  search = '',
}: {
  label?: string;
  print: string;
  /** The addresses of the files, each with the text of its link. */
  csv: [address: string, label: string][];
  search?: string;
}) {
  const query = search && `?${search}`;
  return (
    <nav aria-label={label} className="period-links no-print -my-2 justify-end">
      <a href={`${print}${query}`} className="period-link">
        Print
      </a>
      {csv.map(([address, label]) => (
        <Fragment key={address}>
          {/* A space, for browsers without styles. */}{' '}
          <a href={`${address}${query}`} className="period-link">
            {label}
          </a>
        </Fragment>
      ))}
    </nav>
  );
}

/** The values of filters as a query, without those that are empty. */
export function searchOf(values: Record<string, string>): string {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();
}
