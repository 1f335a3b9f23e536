/**
 * Only the filters of an address, without the page: for links that start at the first page. The
 * value `all` filters nothing and is left out; in a search for words (`q`) it is a word.
 */
export function filterSearch(names: readonly string[], search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = search.get(name);
    if (value && (value !== 'all' || name === 'q')) kept.set(name, value);
  }
  return kept;
}
