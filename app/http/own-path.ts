/**
 * Whether a text from outside is a path, so that it cannot lead to another site: browsers take `//`
 * and `/\` for the start of another host, and leave out tabs and line ends.
 */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(text);
}

/** The page of ours that the query of an address names as the way back, or null. */
export function backIn(search: string): string | null {
  const back = new URLSearchParams(search).get('back');
  return back !== null && isOwnPath(back) ? back : null;
}

/** The way back to a form, with what it is to have chosen: `/work-logs/new?client=7`. Null where there is none. */
export function backWith(search: string, name: 'client' | 'workType', id: number): string | null {
  const [path, query] = backIn(search)?.split('?') ?? [];
  if (path === undefined) return null;
  const given = new URLSearchParams(query);
  given.set(name, String(id));
  return `${path}?${given.toString()}`;
}
