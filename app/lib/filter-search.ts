/**
 * The value of a name in an address, or null. Of several values the last one counts, for every reader: a list
 * must not show one while its links and files take another.
 */
export function lastOf(search: URLSearchParams, name: string): string | null {
  return search.getAll(name).at(-1) ?? null;
}

/**
 * Only the filters of an address, without the page: for links that start at the first page. The
 * value `all` filters nothing and is left out; in a search for words (`q`) it is a word.
 */
export function filterSearch(names: readonly string[], search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = lastOf(search, name);
    if (value && (value !== 'all' || name === 'q')) kept.set(name, value);
  }
  return kept;
}
