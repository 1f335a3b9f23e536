import type { ServerBuild } from '@remix-run/node';

type Routes = ServerBuild['routes'];

/**
 * The part of an address that says which routes can match it: `work-logs` for `/work-logs/7/edit`,
 * `api/clients` for `/api/clients/7`, nothing for `/`.
 */
export function startOf(pathname: string): string {
  const [first = '', second] = pathname.split('/').filter(Boolean);
  return first === 'api' && second !== undefined ? `${first}/${second}` : first;
}

/**
 * For every start that routes name, the build with only the routes that can match it. Remix tries
 * every route of a build against an address, several times for each request; with all of the
 * product's, that is half the work of an answer of the API (docs/performance.md).
 */
export function narrowBuilds(build: ServerBuild): Map<string, ServerBuild> {
  const { routes } = build;
  const startById = new Map(Object.keys(routes).map((id) => [id, startOf(pathOf(routes, id))]));
  const starts = [...new Set(startById.values())].filter((start) => !isOpen(start));
  return new Map(starts.map((start) => [start, narrow(start)]));

  function narrow(start: string): ServerBuild {
    const kept = Object.keys(routes).filter((id) => {
      const own = startById.get(id) ?? '';
      return own === start || isOpen(own);
    });
    const ids = new Set(kept.flatMap((id) => lineOf(routes, id)));
    const pick = <Route>(all: Record<string, Route>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
    const assets = { ...build.assets, routes: pick(build.assets.routes) };
    return { ...build, routes: pick(routes), assets };
  }
}

/** Whether a start can stand for any: `*`, or `:id`. */
function isOpen(start: string): boolean {
  return /[:*]/.test(start);
}

/** A route and those around it, the innermost first. */
function lineOf(routes: Routes, id: string): string[] {
  const line: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) line.push(at);
  return line;
}

function pathOf(routes: Routes, id: string): string {
  const paths = lineOf(routes, id).map((at) => routes[at]?.path ?? '');
  return paths.filter(Boolean).reverse().join('/');
}
