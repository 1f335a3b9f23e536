import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clients, workTypes } from '#db/schema.ts';
import { addFullReview } from '../../support/data/full-review.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();

test('A page of 50 tasks with 500 clients and 50 work types is at most 15 KB on the line', async () => {
  const visitor = await visitSignedIn(server());
  addFullReview(server());
  const { db } = server().services;
  const { text } = await visitor.get('/pending-work-logs');
  expect(await db.$count(clients)).toBe(500);
  expect(await db.$count(workTypes)).toBe(50);
  expect(
    text.match(/<input type="checkbox" name="ids"|<input type="checkbox"[^>]*name="ids"/g),
    'control: 50 tasks',
  ).toHaveLength(50);
  // Each name of the list once for the field that filters, and no row has a list of its own.
  expect(text.match(/<option/g)?.length).toBeLessThan(600);
  expect(gzipSync(text).length).toBeLessThanOrEqual(15 * 1024);
});
