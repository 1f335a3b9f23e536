import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProductBuild } from '../../server.ts';

const FILE = pathToFileURL(join(import.meta.dirname, '../../build/server/index.js')).href;
const { routes, entry } = (await import(/* @vite-ignore */ FILE)) as ProductBuild;

function pathOf(id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return '';
  return `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}`;
}

/**
 * The address by which a script asks the route at a path for its data, or sends it a form; `pattern`
 * is the path as the route table has it, such as `/clients/:id/edit`. Throws where there is none.
 */
export function dataAddress(path: string, pattern = path): string {
  const id = Object.keys(routes).find((one) => pathOf(one) === pattern);
  if (id === undefined) throw new Error(`The route table has no ${pattern}`);
  return `${path}?_data=${encodeURIComponent(id)}`;
}

/** What each address of the JSON API takes, by its pattern. */
export const { api, openApiText } = entry.module;

/** The pattern of every address of the build, in alphabetical order. */
export function allRoutes(): string[] {
  const ids = Object.keys(routes).filter((id) => {
    const { path, index } = routes[id] ?? {};
    return id !== 'root' && (path !== undefined || index === true);
  });
  return [...new Set([...ids.map((id) => pathOf(id) || '/'), ...Object.keys(api)])].sort();
}
