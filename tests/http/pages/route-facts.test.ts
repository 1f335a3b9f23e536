import { expect, test } from 'vitest';
import { pathsOf } from '#app/lib/route-paths.ts';
import { FACTS, WAITING } from '#app/route-facts.ts';
import { allRoutes } from '../../support/route-ids.ts';

test('every address that something is known of is in the route table', () => {
  const known = [FACTS, WAITING.makes, WAITING.changes].flatMap(Object.keys);
  const routes = allRoutes();
  const isRoute = (pattern: string) =>
    routes.includes(pattern) || routes.some((route) => pathsOf(pattern).test(route));
  expect(known.length).toBeGreaterThan(50);
  expect(known.filter((pattern) => !isRoute(pattern))).toEqual([]);
  expect(isRoute('/clients/:id/nothing')).toBe(false);
});
