import { expect, test } from 'vitest';
import { addUser, addWorkType } from '../support/entries.ts';
import { useServer } from '../support/use-server.ts';
import { visit, visitSignedIn } from '../support/visitor.ts';

const server = useServer();

const PLANTED = 'planted-Quay-Street';
const EMAIL = `${PLANTED.toLowerCase()}@customer.example`;

/** The log as text, and its events. */
const log = () => JSON.stringify(server().logLines());
const events = () =>
  server()
    .logLines()
    .flatMap(({ event }) => (event === undefined ? [] : [event]));

test('no email and no words of a customer are in any line of a whole session', async () => {
  const visitor = await visitSignedIn(server());
  const workTypeId = addWorkType(server(), 'Support');
  const client = { name: PLANTED, email: EMAIL, standardRate: '60.00', premiumRate: '90.00' };
  const made = await visitor.api('POST', '/api/clients', client);
  const { id: clientId } = made.json() as { id: number };
  await visitor.post('/clients/new', { ...client, standardRate: PLANTED });
  const logged = await visitor.api('POST', '/api/work-logs', {
    clientId,
    workTypeId,
    duration: 60,
    description: PLANTED,
    date: '2026-11-20',
  });
  expect(logged.status).toBe(201);
  for (const path of [
    `/work-logs?q=${PLANTED}`,
    `/api/work-logs?q=${PLANTED}&startDate=${PLANTED}`,
    `/api/approved-emails/${EMAIL}`,
    `/api/${EMAIL}`,
    `/clients/${encodeURIComponent(EMAIL)}/edit`,
    `/${encodeURIComponent(EMAIL)}`,
    `/?error=${PLANTED}`,
    `/api/login?token=${PLANTED}`,
    `/api/auth/callback?error=${PLANTED}`,
  ]) {
    await visitor.get(path);
  }
  await visitor.api('POST', '/api/approved-emails', { email: EMAIL });
  await visitor.api('DELETE', `/api/approved-emails/${EMAIL}`);
  await visitor.send('/script-errors', {
    method: 'POST',
    body: JSON.stringify({
      name: 'Error',
      message: `No "${PLANTED}" for ${EMAIL}`,
      stack: '',
      path: `/${EMAIL}`,
    }),
    headers: { 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'same-origin' },
  });
  // A fault of ours, with words of a customer in its message.
  const cause = new SyntaxError(`Unexpected token 'p', "${PLANTED}" is not valid JSON`);
  const error = new Error(`Sent to ${EMAIL}\nparams: ${PLANTED}`, { cause });
  server().services.logger.error({ error }, 'It failed');
  expect(server().logLines().length).toBeGreaterThan(15);
  expect(log().toLowerCase()).not.toContain(PLANTED.toLowerCase());
  expect(log()).not.toContain('customer.example');
  expect(log()).toContain('"path":"/api/approved-emails/:email"');
});

test('what happened is told as events, with who did it and in which request', async () => {
  await visit(server()).get('/api/login?token=used-already');
  const visitor = await visitSignedIn(server());
  const userId = addUser(server(), 'robin@example.com');
  await visitor.api('POST', '/api/approved-emails', { email: 'kim@example.com' });
  await visitor.api('DELETE', '/api/approved-emails/kim@example.com');
  await visitor.api('DELETE', `/api/users/${userId}`);
  expect(events()).toEqual(['refused', 'signed in', 'approved', 'removed', 'deleted']);
  const lines = server().logLines();
  const deleted = lines.find(({ event }) => event === 'deleted');
  expect(deleted).toMatchObject({
    record: `user:${userId}`,
    userId: expect.any(Number) as unknown,
  });
  const request = lines.find(
    ({ msg, requestId }) => msg === 'request' && requestId === deleted?.requestId,
  );
  expect(request).toMatchObject({
    method: 'DELETE',
    path: `/api/users/${userId}`,
    userId: deleted?.userId,
  });
});

test('every answer carries the id under which the log has its request', async () => {
  const answer = await visit(server()).get('/clients');
  const requestId = answer.headers.get('X-Request-Id');
  expect(requestId).toMatch(/^[\w-]{12}$/);
  expect(
    server()
      .logLines()
      .filter((line) => line.requestId === requestId),
  ).toHaveLength(1);
});
