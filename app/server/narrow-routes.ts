import type { ServerBuild } from '@remix-run/node';

type Routes = ServerBuild['routes'];

/**
 * The first part of an address that tells which routes can match it: `work-logs` for
 * `/work-logs/7/edit`, `api/clients` for `/api/clients/7`, nothing for `/`.
 */
export function startOf(pathname: string): string {
  const [first = '', second] = pathname.split('/').filter(Boolean);
  return first === 'api' && second !== undefined ? `${first}/${second}` : first;
}

/**
 * The build with only the routes that can match an address with this start. Remix tries every
 * route of a build, several times for each request; of the product's, few can match.
 */
export function narrowRoutes(build: ServerBuild, start: string): ServerBuild {
  const kept = new Set<string>();
  for (const route of Object.values(build.routes)) {
    if (!isPage(build.routes, route.id) || !canMatch(pathOf(build.routes, route.id), start))
      continue;
    for (const id of lineOf(build.routes, route.id)) kept.add(id);
  }
  const keep = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  const assets = { ...build.assets, routes: keep(build.assets.routes) };
  return { ...build, routes: keep(build.routes), assets };
}

/** Every start that routes of the build name; an address with another one may match any route. */
export function knownStarts({ routes }: ServerBuild): Set<string> {
  const pages = Object.keys(routes).filter((id) => isPage(routes, id));
  const starts = pages.map((id) => startOf(pathOf(routes, id)));
  return new Set(starts.filter((start) => !/[:*]/.test(start)));
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

/** Whether an address can end at a route: a frame around others is there for those alone. */
function isPage(routes: Routes, id: string): boolean {
  const route = routes[id];
  return route?.path !== undefined || route?.index === true;
}

function canMatch(path: string, start: string): boolean {
  const wanted = start.split('/');
  const parts = path.split('/');
  return wanted.every((part, index) => {
    const own = parts[index] ?? '';
    const isOpen = parts
      .slice(0, index + 1)
      .some((before) => before === '*' || before.startsWith(':'));
    return isOpen || own === part;
  });
}
