import { expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { approvedEmails } from '#db/schema.ts';
import { openLink } from '../../support/server/login-link.ts';
import { addUser, addWorkType } from '../../support/data/entries.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visit, visitSignedIn } from '../../support/server/visitor.ts';

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

test('no email is in any line of a journey through signing in, approving, refusing and going', async () => {
  const emails = ['owner@planted.example', 'new+one@planted.example', 'gone@planted.example'];
  const [owner = '', fresh = '', gone = ''] = emails;
  const { db } = server().services;
  for (const email of [owner, gone]) {
    db.insert(approvedEmails).values({ email, createdAt: new Date() }).run();
  }
  const visitor = await visitSignedIn(server(), owner);
  const leaver = await visitSignedIn(server(), gone);
  // Links that come too late, twice, or for nobody.
  const link = createSignInLink(server().services, gone);
  await openLink(leaver, link.replace(server().url, ''));
  await openLink(leaver, link.replace(server().url, ''));
  await visitor.get(`/api/login?token=${owner}&email=${owner}`);
  const approved = await visitor.api('POST', '/api/approved-emails', { email: fresh });
  expect((await visitor.api('POST', '/api/approved-emails', { email: fresh })).status).toBe(409);
  // By its id, so that no path has it, and as callers did before.
  const removed = await visitor.api('DELETE', `/api/approved-emails/by-id/${idOf(approved)}`);
  expect(removed.status).toBe(204);
  expect((await visitor.api('DELETE', '/api/approved-emails/by-id/999999')).status).toBe(404);
  for (const name of [encodeURIComponent(gone), fresh, `${gone}/`, `x/${gone}`]) {
    await visitor.api('DELETE', `/api/approved-emails/${name}`);
  }
  await visitor.post('/settings/approved-emails/new', { email: fresh });
  await visitor.post('/settings/approved-emails/new', { email: `${fresh} is wrong` });
  const users = (await visitor.api('GET', '/api/users')).json() as { id: number; email: string }[];
  const leaving = users.find(({ email }) => email === gone);
  await visitor.api('DELETE', `/api/users/${leaving?.id ?? 0}`);
  for (const path of [
    '/settings',
    '/history',
    '/history.csv',
    '/export.zip',
    `/history?record=${owner}`,
    `/?error=${owner}`,
    `/settings/${owner}`,
    `/api/users/${owner}`,
    `/work-logs/${owner}/edit`,
  ]) {
    await visitor.get(path, { Referer: `${server().url}/${owner}` });
  }
  await leaver.get('/settings');
  await visitor.get('/api/logout', { 'Sec-Fetch-Site': 'none' });
  // The journey did what it says, and left lines.
  expect(events()).toEqual(
    expect.arrayContaining(['signed in', 'refused', 'approved', 'removed', 'deleted']),
  );
  const lines = log().toLowerCase();
  for (const part of ['planted.example', 'owner', 'new+one', 'gone']) {
    expect(lines).not.toContain(part);
  }
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
