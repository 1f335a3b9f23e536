import { ProductError, type Issue } from './errors.ts';

/** The filters that were read from an address. Throws 400 for those that could not be. */
export function checked<Filters>(
  read: { filters: Filters; issues: null } | { filters: null; issues: Issue[] },
): Filters {
  if (read.issues === null) return read.filters;
  throw new ProductError(400, read.issues[0]?.message ?? 'Wrong filter.', read.issues);
}
