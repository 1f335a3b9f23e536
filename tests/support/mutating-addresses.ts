import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '#app/routes.ts';

const APP = join(import.meta.dirname, '../../app');

function flatten(entries: RouteConfigEntry[], above = ''): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    return [{ path: whole || '/', file }, ...flatten(children ?? [], whole)];
  });
}

/** The methods by which a route module changes something: a form's POST, or the API's. */
function methodsOf(file: string): string[] {
  const text = readFileSync(join(APP, file), 'utf8');
  if (text.includes('apiRoute(')) {
    return [...text.matchAll(/^\s+(POST|PUT|PATCH|DELETE):/gm)].map(([, method = '']) => method);
  }
  return /export (async function|const|function) action\b/.test(text) ? ['POST'] : [];
}

/** Every address of the route table that takes changes: `POST /clients/new`. */
export function mutatingAddresses(): string[] {
  return flatten(routes)
    .flatMap(({ path, file }) => methodsOf(file).map((method) => `${method} ${path}`))
    .filter((address) => !address.endsWith('*'))
    .sort();
}

/** Those of them that take forms of our pages, and not the API's JSON. */
export function mutatingForms(): string[] {
  return flatten(routes)
    .filter(({ file }) => !readFileSync(join(APP, file), 'utf8').includes('apiRoute('))
    .flatMap(({ path, file }) => methodsOf(file).map((method) => `${method} ${path}`))
    .filter((address) => !address.endsWith('*'))
    .sort();
}
