import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '#app/routes.ts';
import { SIGNED_IN, SIGNED_OUT } from '../../support/addresses.ts';

type Route = { file: string; path: string };

/**
 * Routes with a page that hardly anybody sees, a frame and an error; the form of Todoist Import, which is
 * answered with that screen and its title; and one that is only shown to somebody whose session ended over a form.
 */
const NEVER_SHOWN = [
  'shell/signed-in.route.tsx',
  'shell/not-found.route.ts',
  'settings/places.route.tsx',
  'pending-work-logs/review/review.route.tsx',
  'auth/unsent-form.route.tsx',
  // Only the answer to a press of Repeat for hardware.
  'work-logs/again/repeat.route.tsx',
  // Asks only where a browser does not say whose a link is; such browsers are text browsers and old ones.
  'auth/sign-in/logout.route.tsx',
];

function listRoutes(entries: RouteConfigEntry[], above = ''): Route[] {
  return entries.flatMap(({ file, path, children = [] }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    return [{ file, path: whole === '' ? '/' : whole }, ...listRoutes(children, whole)];
  });
}

const sourceOf = ({ file }: Route) =>
  readFile(new URL(`../../../app/${file}`, import.meta.url), 'utf8');

async function listPages(): Promise<(Route & { source: string })[]> {
  const entries = await Promise.resolve(routes);
  const all = await Promise.all(
    listRoutes(entries).map(async (route) => ({ ...route, source: await sourceOf(route) })),
  );
  return all.filter(
    ({ file, source }) => source.includes('export default') && !NEVER_SHOWN.includes(file),
  );
}

describe('Every page', () => {
  test('has a title of its own', async () => {
    const pages = await listPages();
    expect(pages.length).toBeGreaterThan(30);
    const untitled = pages.filter(({ source }) => !source.includes('export const meta'));
    expect(untitled.map(({ file }) => file)).toEqual([]);
  });

  test('is among those whose accessibility is tested', async () => {
    const addresses = [...SIGNED_IN, ...SIGNED_OUT].map((address) => address.split('?')[0] ?? '');
    const isTested = ({ path }: Route) => {
      const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
      return addresses.some((address) => pattern.test(address));
    };
    const missing = (await listPages()).filter((page) => !isTested(page));
    expect(missing.map(({ path }) => path)).toEqual([]);
    expect(isTested({ file: '', path: '/not/there/:id' })).toBe(false);
  });
});
