import { expect, test } from 'vitest';
import { createRoutePatterns } from './route-patterns.ts';

const patterns = createRoutePatterns();
for (const pattern of [
  '/',
  '/clients',
  '/clients/:id/edit',
  '/clients/new',
  '/api/approved-emails/:email',
  '/api/*',
  '/*',
  '/favicon.svg',
]) {
  patterns.add(pattern);
}

test.each([
  ['/', '/', '/'],
  ['/clients', '/clients', '/clients'],
  ['/clients/', '/clients', '/clients'],
  ['/clients/7/edit', '/clients/:id/edit', '/clients/7/edit'],
  ['/clients/new', '/clients/new', '/clients/new'],
  ['/favicon.svg', '/favicon.svg', '/favicon.svg'],
  // What somebody has typed is shown nowhere.
  [
    '/api/approved-emails/alex@example.com',
    '/api/approved-emails/:email',
    '/api/approved-emails/:email',
  ],
  ['/clients/Acme%20Ltd/edit', '/clients/:id/edit', '/clients/:id/edit'],
  ['/alex@example.com', '/*', '/*'],
  ['/clients/7', '/*', '/clients/7/*'],
  ['/clients/7/Acme', '/*', '/clients/7/*'],
  ['/api/alex@example.com', '/api/*', '/api/*'],
  ['/__proto__', '/*', '/*'],
])('%s is %s, and may be logged as %s', (path, route, shown) => {
  expect(patterns.find(path)).toEqual({ route, path: shown });
});
