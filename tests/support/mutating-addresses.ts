import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '#app/routes.ts';
import { api } from './route-ids.ts';

const APP = join(import.meta.dirname, '../../app');

function flatten(entries: RouteConfigEntry[], above = ''): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    return [{ path: whole || '/', file }, ...flatten(children ?? [], whole)];
  });
}

/** Every address that takes changes: `POST /clients/new`. */
export function mutatingAddresses(): string[] {
  const calls = Object.entries(api).flatMap(([path, handlers]) =>
    Object.keys(handlers)
      .filter((name) => name === name.toUpperCase())
      .map((method) => `${method} ${path}`),
  );
  return [...mutatingForms(), ...calls.filter((call) => !call.startsWith('GET '))].sort();
}

/** Those of them that take forms of our pages, and not the API's JSON. */
export function mutatingForms(): string[] {
  return flatten(routes)
    .filter(({ path, file }) => !path.endsWith('*') && takesForms(file))
    .map(({ path }) => `POST ${path}`)
    .sort();
}

/**
 * Not the door for assistants, which takes JSON with a token alone (tests/http/assistant), nor the API's document, which only
 * says that it takes nothing.
 */
function takesForms(file: string): boolean {
  if (file === 'assistant/mcp.route.ts' || file === 'openapi.route.ts') return false;
  const text = readFileSync(join(APP, file), 'utf8');
  return (
    !text.includes('apiRoute(') && /export (async function|const|function) action\b/.test(text)
  );
}
