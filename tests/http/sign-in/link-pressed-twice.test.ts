import { expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { sessions } from '#db/schema.ts';
import { plainFormsOf } from '#tests/support/plain-forms.ts';
import { TEST_EMAIL } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();
const MINUTE = 60_000;
const NOW = new Date('2026-11-27T09:00:00Z');
const sessionsNow = () => server().services.db.select().from(sessions).all();

/** The page of a link, whose button is pressed; the browser has no answer to an earlier press. */
async function open() {
  server().setClock(NOW);
  const link = new URL(createSignInLink(server().services, TEST_EMAIL));
  const [form] = plainFormsOf((await visit(server()).get(link.pathname + link.search)).text);
  const fields = Object.fromEntries(form?.fields ?? []);
  return async (by: Visitor, changed: Record<string, string> = {}) =>
    (await by.post(form?.action ?? '', { ...fields, ...changed })).location;
}

test('A sign-in link whose button is pressed twice before the answer signs in, in one session', async () => {
  const press = await open();
  const [lost, late] = [visit(server()), visit(server())];
  expect(await Promise.all([press(lost), press(lost)])).toEqual(['/', '/']);
  expect(await press(late)).toBe('/');
  expect((await late.get('/settings')).status).toBe(200);
  expect(sessionsNow()).toHaveLength(1);
});

test('A link that is used up signs nobody in from another page of it, nor a minute later', async () => {
  const press = await open();
  await press(visit(server()));
  for (const oneTimeKey of ['', 'another']) {
    expect(await press(visit(server()), { oneTimeKey })).toContain('was%20already%20used');
  }
  server().setClock(new Date(NOW.getTime() + MINUTE + 1));
  expect(await press(visit(server()))).toContain('was%20already%20used');
  expect(sessionsNow()).toHaveLength(1);
});

test('A press that comes again begins nothing where the session has ended meanwhile', async () => {
  const press = await open();
  const [first, second] = [visit(server()), visit(server())];
  await press(first);
  server().services.db.delete(sessions).run();
  expect(await press(second)).toBe('/');
  expect((await second.get('/settings')).status).toBe(401);
});
