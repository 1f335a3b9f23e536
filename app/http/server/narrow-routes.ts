import type { ServerBuild } from '@remix-run/node';

type Routes = ServerBuild['routes'];

/**
 * The start of a path, which decides which routes can match it: `work-logs` for
 * `/work-logs/7/edit`, `api/clients` for `/api/clients/7`, the empty text for `/`.
 */
export function startOf(pathname: string): string {
  const [first = '', second] = pathname.split('/').filter(Boolean);
  return first === 'api' && second !== undefined ? `${first}/${second}` : first;
}

/**
 * For each start of a path, a build with only the routes that can match it. Remix tries every route
 * of a build against each address, several times a request; with all of the product's routes that
 * takes half the time of an API answer (docs/performance.md).
 */
export function narrowBuilds(build: ServerBuild): Map<string, ServerBuild> {
  const { routes } = build;
  const startById = new Map(Object.keys(routes).map((id) => [id, startOf(pathOf(routes, id))]));
  const starts = [...new Set(startById.values())].filter((start) => !isPattern(start));
  return new Map(starts.map((start) => [start, narrow(start)]));

  function narrow(start: string): ServerBuild {
    const kept = Object.keys(routes).filter((id) => {
      const own = startById.get(id) ?? '';
      return own === start || isPattern(own);
    });
    const ids = new Set(kept.flatMap((id) => withParents(routes, id)));
    const pick = <Route>(all: Record<string, Route>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
    const assets = { ...build.assets, routes: pick(build.assets.routes) };
    return { ...build, routes: pick(routes), assets };
  }
}

function isPattern(start: string): boolean {
  return /[:*]/.test(start);
}

/** A route and the routes it is nested in, innermost first. */
function withParents(routes: Routes, id: string): string[] {
  const ids: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) ids.push(at);
  return ids;
}

/** The whole path of a route, such as `clients/:id/edit`, from its own and its parents’. */
export function pathOf(routes: Routes, id: string): string {
  const paths = withParents(routes, id).map((at) => routes[at]?.path ?? '');
  return paths.filter(Boolean).reverse().join('/');
}
