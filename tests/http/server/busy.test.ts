import { afterAll, beforeAll, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { fieldsOf, startTags } from '#tests/support/html.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const calm = { longest: 1_000, largest: 1_000_000 };
const queue = { ...calm };

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer({}, { queue });
  visitor = await visitSignedIn(server);
  addClient(server, 'Harbour Dental');
  addWorkType(server, 'Support');
});

afterAll(async () => {
  await server.stop();
});

const logged = () =>
  server.services.db
    .select()
    .from(workLogs)
    .all()
    .map(({ description }) => description);

test('A form that a busy server did not take comes back with its key, and counts once however often it is sent', async () => {
  const description = 'Cabled the "new" wing & <more>\r\nover two lines';
  const page = await visitor.get('/work-logs/new');
  const form = Object.fromEntries(fieldsOf(page.text, 'work-log'));
  const typed: Record<string, string> = {
    ...form,
    ...{ clientId: '1', workTypeId: '1', duration: '1.5', description },
  };
  queue.longest = 0;
  const refused = await visitor.post('/work-logs/new', typed);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(refused.text).toContain('What you entered is kept in this page');
  expect(logged()).toEqual([]);

  const kept = Object.fromEntries(
    startTags(refused.text, 'input').map(({ name = '', value = '' }) => [name, value]),
  );
  expect(kept).toEqual(typed);
  expect(kept.oneTimeKey).toMatch(/^[\w-]{36}$/);
  // Still busy: it comes back once more, as it was.
  const again = await visitor.post('/work-logs/new', kept);
  expect([again.status, logged()]).toEqual([503, []]);

  Object.assign(queue, calm);
  for (const attempt of [1, 2]) {
    const { status } = await visitor.post('/work-logs/new', kept);
    expect([attempt, status, logged()]).toEqual([
      attempt,
      303,
      [description.replaceAll('\r\n', '\n')],
    ]);
  }
});

test('A call that a busy server did not take has no effect, and may be made again under its key', async () => {
  const before = logged().length;
  const call = () =>
    visitor.api(
      'POST',
      '/api/work-logs',
      { clientId: 1, workTypeId: 1, duration: 30, description: 'By a program' },
      { 'Idempotency-Key': 'a-call' },
    );
  queue.longest = 0;
  const refused = await call();
  expect([refused.status, refused.headers.get('Retry-After'), logged().length]).toEqual([
    503,
    '5',
    before,
  ]);
  Object.assign(queue, calm);
  expect([(await call()).status, (await call()).status]).toEqual([201, 201]);
  expect(logged()).toHaveLength(before + 1);
});
