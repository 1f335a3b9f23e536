import { matchRoutes } from '@remix-run/react';
import type { ServerBuild } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import { narrowBuilds, startOf } from '#app/http/server/narrow-routes.ts';
import { SIGNED_IN, SIGNED_OUT } from '#tests/support/addresses.ts';

const BUILD = '../../../build/server/index.js';
const build = (await import(BUILD)) as ServerBuild;
const narrow = narrowBuilds(build);

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** The routes of a build as Remix matches them. */
function treeOf({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  const own = Object.values(routes).filter((route) => route.parentId === parentId);
  return own.map((route): RouteObject => {
    const { id, path } = route;
    if (route.index) return { id, path, index: true };
    return { id, path, children: treeOf({ ...build, routes }, id) };
  });
}

function idsAt(ofBuild: ServerBuild, pathname: string): (string | undefined)[] {
  return matchRoutes(treeOf(ofBuild), pathname)?.map(({ route }) => route.id) ?? [];
}

/** An address for every route of the product, and some that no route matches. */
function addresses(): string[] {
  const pathOf = (id: string): string => {
    const { parentId, path = '' } = build.routes[id] ?? { path: '' };
    return `${parentId === undefined ? '' : pathOf(parentId)}/${path}`;
  };
  const ofRoutes = Object.keys(build.routes).map((id) =>
    pathOf(id).replaceAll(/\/+/g, '/').replaceAll(/:\w+/g, '7').replaceAll('*', 'nothing/at/all'),
  );
  const known = [...SIGNED_IN, ...SIGNED_OUT].map((address) => address.replace(/\?.*/, ''));
  return [...ofRoutes, ...known, '/api', '/Work-Logs', '/work-logs/7/nothing', '/api/clients/7/x'];
}

describe('The routes that can match an address', () => {
  test.each([...new Set(addresses())])(
    'answer %s with the same route as all routes together',
    (pathname) => {
      expect(idsAt(build, pathname)).not.toEqual([]);
      expect(idsAt(narrow.get(startOf(pathname)) ?? build, pathname)).toEqual(
        idsAt(build, pathname),
      );
    },
  );

  test('are few of all the routes', () => {
    const all = Object.keys(build.routes).length;
    for (const start of ['', 'work-logs', 'pending-work-logs', 'clients']) {
      const kept = Object.keys(narrow.get(start)?.routes ?? build.routes).length;
      expect([start, kept <= all / 4]).toEqual([start, true]);
    }
  });
});
