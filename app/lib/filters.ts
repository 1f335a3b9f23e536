import { z } from 'zod';
import type { Issue } from './errors.ts';
import { lastOf } from './filter-search.ts';

/** What an address asks for, or what is wrong with it. */
export type FiltersRead<Filters> =
  { filters: Filters; issues: null } | { filters: null; issues: Issue[] };

/** A filter that sets no limit (null) where it is missing, empty or `all`. */
export const orAll = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === undefined || value === '' || value === 'all' ? null : value),
    schema.nullable(),
  );

/** `true` or `false`, or null where it sets no limit. */
export const yesOrNo = orAll(
  z
    .enum(['true', 'false'], 'This should be true, false or all.')
    .transform((text) => text === 'true'),
);

/** For `refine`: the first day must not be after the last, where both are given. */
export function daysInOrder<First extends string, Last extends string>(
  first: First,
  last: Last,
  message: string,
) {
  const isInOrder = (days: Record<First | Last, string | null>) =>
    !days[first] || !days[last] || days[first] <= days[last];
  const where: { path: PropertyKey[]; message: string } = { path: [first], message };
  return [isInOrder, where] as const;
}

/** Reads the filters from the query of an address; of a name that comes twice the last ({@link lastOf}). */
export function readQuery<Filters>(
  schema: z.ZodType<Filters>,
  search: URLSearchParams,
): FiltersRead<Filters> {
  const parsed = schema.safeParse(Object.fromEntries(search));
  if (parsed.success) return { filters: parsed.data, issues: null };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: String(path[0] ?? ''),
    message,
  }));
  return { filters: null, issues };
}

/** What a form of filters shows: the values as they stand in the address, and what is wrong with them. */
export function filterFields(
  names: readonly string[],
  search: URLSearchParams,
  issues: Issue[] | null,
) {
  return {
    values: Object.fromEntries(names.map((name) => [name, lastOf(search, name) ?? ''])),
    issues: Object.fromEntries((issues ?? []).map(({ path, message }) => [path, message])),
  };
}
