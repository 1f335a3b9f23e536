import { afterAll, beforeAll, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { fieldsOf, startTags } from '#tests/support/html.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

let doesFail = false;
let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      keepOnDisk: () =>
        doesFail ? Promise.reject(new Error('EIO: i/o error, fdatasync')) : Promise.resolve(),
    },
  );
  visitor = await visitSignedIn(server);
  addClient(server, 'Harbour Dental');
  addWorkType(server, 'Support');
});

afterAll(async () => {
  doesFail = false;
  await server.stop();
});

const logged = () => server.services.db.select().from(workLogs).all().length;

test('A form that the disk did not say it kept comes back with its key, and counts once when it is sent again', async () => {
  const page = await visitor.get('/work-logs/new');
  const typed: Record<string, string> = {
    ...Object.fromEntries(fieldsOf(page.text, 'work-log')),
    ...{ clientId: '1', workTypeId: '1', duration: '1.5', description: 'The "new" <server>' },
  };
  doesFail = true;
  const unsure = await visitor.post('/work-logs/new', typed);
  expect(unsure.status).toBe(500);
  expect(unsure.text).toContain('What you entered is kept in this page');
  const kept = Object.fromEntries(
    startTags(unsure.text, 'input').map(({ name = '', value = '' }) => [name, value]),
  );
  expect(kept).toEqual(typed);
  // What only reads is answered meanwhile.
  expect((await visitor.get('/work-logs')).status).toBe(200);
  expect((await visitor.post('/work-logs/new', kept)).status).toBe(500);

  doesFail = false;
  expect((await visitor.post('/work-logs/new', kept)).status).toBe(303);
  expect(logged()).toBe(1);
});

test('A call of the API that the disk did not say it kept says so, and may be made again under its key', async () => {
  const before = logged();
  const body = { clientId: 1, workTypeId: 1, duration: 30, description: 'By a program' };
  const call = () =>
    visitor.api('POST', '/api/work-logs', body, { 'Idempotency-Key': 'a-kept-call' });
  doesFail = true;
  const unsure = await call();
  expect([unsure.status, (unsure.json() as { message: string }).message]).toEqual([
    500,
    expect.stringContaining('so it may be there or not. Whoever runs this service'),
  ]);
  doesFail = false;
  expect((await call()).status).toBe(201);
  expect(logged()).toBe(before + 1);
});
