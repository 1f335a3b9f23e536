/**
 * What an address says of a name; null where it does not. Of several values the last counts, everywhere:
 * a list must not show one while its links and files take the other.
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
