import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { approvedEmails, sessions, todoistImports, users, workLogs } from '#db/schema.ts';
import { addClient, addLog, addUser, addWorkType, approve } from '../../support/data/entries.ts';
import { openLink } from '../../support/server/login-link.ts';
import { pressLink } from '../../support/server/press-link.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { idOf, visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const shared = useSharedServer();
const call = (method: string, path: string, body?: unknown) =>
  shared().visitor.api(method, path, body);

/** Every row that decides who can sign in. */
function everything() {
  const { db } = shared().server.services;
  return [approvedEmails, users, sessions].map((table) => db.select().from(table).all());
}

let people = 0;

/** Somebody new whose email is approved. */
function newEmail(): string {
  people += 1;
  return `person-${people}@example.com`;
}

/** Somebody new, who is signed in. */
async function newPerson(): Promise<{ email: string; id: number; visitor: Visitor }> {
  const email = newEmail();
  approve(shared().server, email);
  const visitor = await visitSignedIn(shared().server, email);
  return { email, id: idOf(await visitor.api('GET', '/api/auth/user')), visitor };
}

const emailPath = (email: string) => `/api/approved-emails/${encodeURIComponent(email)}`;
const isListed = (email: string) =>
  shared()
    .server.services.db.select()
    .from(approvedEmails)
    .all()
    .some((row) => row.email === email);

/** Expects every further request of a visitor to be answered as signed out. */
async function expectSignedOut(visitor: Visitor): Promise<void> {
  const answer = await visitor.api('GET', '/api/auth/user');
  expect([answer.status, answer.text]).toEqual([401, '{"message":"Unauthorized"}']);
  expect((await visitor.api('POST', '/api/clients', { name: 'Forged' })).status).toBe(401);
  expect((await visitor.get('/settings')).status).toBe(401);
}

describe('the users', () => {
  test('are all who have signed in, by email, each with the fields of a user and no others', async () => {
    const id = addUser(shared().server, 'aa@example.com', ['Sam', 'Okonkwo']);
    const answer = await call('GET', '/api/users');
    expect(answer.status).toBe(200);
    const list = answer.json() as { email: string }[];
    expect(list[0]).toEqual({
      id,
      firstName: 'Sam',
      lastName: 'Okonkwo',
      email: 'aa@example.com',
      profileImageUrl: null,
    });
    const emails = list.map(({ email }) => email);
    expect(emails).toContain(TEST_EMAIL);
    expect(emails).toEqual([...emails].sort());
  });
});

describe('deleting a user', () => {
  test('ends their session on its next request', async () => {
    const person = await newPerson();
    expect((await person.visitor.get('/settings')).status).toBe(200);
    const answer = await call('DELETE', `/api/users/${person.id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    await expectSignedOut(person.visitor);
    const { db } = shared().server.services;
    expect(db.select().from(sessions).where(eq(sessions.userId, person.id)).all()).toEqual([]);
    // The sessions of others go on.
    expect((await call('GET', '/api/auth/user')).status).toBe(200);
    expect((await call('DELETE', `/api/users/${person.id}`)).status).toBe(404);
  });

  test('lets them sign in again, as a new user, while their email is approved', async () => {
    const person = await newPerson();
    await call('DELETE', `/api/users/${person.id}`);
    const again = await visitSignedIn(shared().server, person.email);
    const id = idOf(await again.api('GET', '/api/auth/user'));
    expect(id).toBeGreaterThan(person.id);
    // The old cookie does not belong to the new user.
    await expectSignedOut(person.visitor);
  });

  test('loses no work: logs belong to nobody, an import only forgets who started it', async () => {
    const { server } = shared();
    const { db } = server.services;
    const person = await newPerson();
    const logId = addLog(server, {
      clientId: addClient(server, 'Keeper'),
      workTypeId: addWorkType(server, 'Support'),
    });
    const now = new Date();
    const run = {
      userId: person.id,
      since: now,
      until: now,
      status: 'done',
      startedAt: now,
    } as const;
    const importId = db.insert(todoistImports).values(run).returning().get().id;
    await person.visitor.api(
      'POST',
      '/api/clients',
      { name: 'Theirs' },
      { 'Idempotency-Key': 'a' },
    );
    expect((await call('DELETE', `/api/users/${person.id}`)).status).toBe(204);
    expect(db.select().from(workLogs).where(eq(workLogs.id, logId)).all()).toHaveLength(1);
    const kept = db.select().from(todoistImports).where(eq(todoistImports.id, importId)).get();
    expect(kept).toMatchObject({ userId: null, status: 'done' });
  });

  test('is refused for one’s own account, and changes nothing', async () => {
    const id = idOf(await call('GET', '/api/auth/user'));
    const before = everything();
    const answer = await call('DELETE', `/api/users/${id}`);
    expect(answer.status).toBe(409);
    expect(answer.json()).toEqual({
      message: 'You cannot delete your own account. Somebody else who is signed in can do it.',
    });
    expect(everything()).toEqual(before);
  });

  test.each(['999999', '0', '-1', '1.5', 'x', '01', '%31%20', '99999999999999999999'])(
    'who does not exist (%s) answers 404',
    async (id) => {
      const before = everything();
      const answer = await call('DELETE', `/api/users/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.json()).toEqual({
        message: 'The user was not found. It may have been removed.',
      });
      expect(everything()).toEqual(before);
    },
  );

  test('by two who delete each other at the same moment leaves one of them', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const statuses = await Promise.all([
      one.visitor.api('DELETE', `/api/users/${other.id}`),
      other.visitor.api('DELETE', `/api/users/${one.id}`),
    ]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 401]);
  });
});

describe('approving an email', () => {
  const add = (body: unknown, headers?: Record<string, string>) =>
    shared().visitor.api('POST', '/api/approved-emails', body, headers);

  test('adds it to the list, and its owner gets in', async () => {
    const email = newEmail();
    expect(() => createSignInLink(shared().server.services, email)).toThrow('not on the approved');
    const answer = await add({ email });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ id: idOf(answer), email });
    const list = (await call('GET', '/api/approved-emails')).json() as { email: string }[];
    expect(list).toContainEqual({ id: idOf(answer), email });
    const emails = list.map((entry) => entry.email);
    expect(emails).toEqual([...emails].sort());
    const person = await visitSignedIn(shared().server, email);
    expect((await person.api('GET', '/api/auth/user')).status).toBe(200);
  });

  test('stores it in lower case, without the spaces around it and signs that nobody sees', async () => {
    const email = newEmail();
    expect((await add({ email: `\ufeff${newEmail()}\u200b\u00a0` })).status).toBe(201);
    expect((await add({ email: `  ${email.toUpperCase()} ` })).json()).toMatchObject({ email });
  });

  test.each([
    'a+b@example.com',
    "o'neil@example.co.uk",
    'a%2Fb@example.com',
    'x/y@example.com',
    'a@xn--bcher-kva.example',
  ])('takes %s, and takes it off again by its address', async (email) => {
    expect((await add({ email })).status).toBe(201);
    const wrong = await call('DELETE', emailPath(`z${email}`));
    expect(wrong.status).toBe(404);
    expect(isListed(email.toLowerCase())).toBe(true);
    expect((await call('DELETE', emailPath(email))).status).toBe(204);
    expect(isListed(email.toLowerCase())).toBe(false);
  });

  test('that is on the list already is refused, in whatever case', async () => {
    const email = newEmail();
    await add({ email });
    const before = everything();
    for (const same of [email, email.toUpperCase(), ` ${email}`]) {
      const answer = await add({ email: same });
      expect(answer.status).toBe(409);
      expect(answer.json()).toEqual({ message: `${email} is on the approved list already.` });
    }
    expect(everything()).toEqual(before);
  });

  test.each([
    {},
    { email: '' },
    { email: '   ' },
    { email: null },
    { email: 7 },
    { email: ['a@example.com'] },
    { email: 'example.com' },
    { email: 'a@example' },
    { email: '@example.com' },
    { email: 'a b@example.com' },
    { email: 'a@example.com, b@example.com' },
    { email: 'a@b@example.com' },
    { email: 'a@-example.com' },
    { email: 'a@example.com\u0000' },
    // The Kelvin sign, whose lower case is a plain k.
    { email: 'ali\u212A@example.com' },
    { email: `${'a'.repeat(64)}@${'b.'.repeat(100)}example.com` },
  ])('%j is refused at the field', async (body) => {
    const before = everything();
    const answer = await add(body);
    const message = 'Enter an email address such as name@example.com.';
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ message, issues: [{ path: 'email', message }] });
    expect(everything()).toEqual(before);
  });

  test('twice with one Idempotency-Key adds it once, with the same answer', async () => {
    const email = newEmail();
    const key = { 'Idempotency-Key': `approve-${email}` };
    const [first, again] = [await add({ email }, key), await add({ email }, key)];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await add({ email: newEmail() }, key)).status).toBe(422);
  });

  test('is refused as anything but JSON', async () => {
    const before = everything();
    const { status } = await shared().visitor.send('/api/approved-emails', {
      method: 'POST',
      body: 'email=a%40example.com',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shared().server.url },
    });
    expect(status).toBe(415);
    expect(everything()).toEqual(before);
  });
});

describe('taking an email off the list', () => {
  test('ends the sessions of its owner on their next request, and keeps the user', async () => {
    const { server } = shared();
    const person = await newPerson();
    const second = await visitSignedIn(server, person.email);
    const answer = await call('DELETE', emailPath(person.email));
    expect([answer.status, answer.text]).toEqual([204, '']);
    await expectSignedOut(person.visitor);
    await expectSignedOut(second);
    expect(isListed(person.email)).toBe(false);
    expect((await call('GET', '/api/users')).text).toContain(person.email);
    expect((await call('GET', '/api/auth/user')).status).toBe(200);
  });

  test('ends sessions and links for good, even if the email is approved again', async () => {
    const { server } = shared();
    const person = await newPerson();
    const link = createSignInLink(server.services, person.email);
    const control = createSignInLink(server.services, TEST_EMAIL).replace(server.url, '');
    await call('DELETE', emailPath(person.email));
    approve(server, person.email);
    await expectSignedOut(person.visitor);
    const late = visit(server);
    await openLink(late, link.replace(server.url, ''));
    await expectSignedOut(late);
    expect((await pressLink(link)).headers.getSetCookie().join()).not.toContain('session=');
    expect((await openLink(visit(server), control)).location).toBe('/');
    // Signing in anew gives the same user as before.
    const again = await visitSignedIn(server, person.email);
    expect(idOf(await again.api('GET', '/api/auth/user'))).toBe(person.id);
  });

  test('finds it in whatever case', async () => {
    const email = newEmail();
    approve(shared().server, email);
    expect((await call('DELETE', emailPath(email.toUpperCase()))).status).toBe(204);
    expect(isListed(email)).toBe(false);
  });

  test('is refused for one’s own email, in whatever case, and changes nothing', async () => {
    const before = everything();
    for (const own of [TEST_EMAIL, TEST_EMAIL.toUpperCase()]) {
      const answer = await call('DELETE', emailPath(own));
      expect(answer.status).toBe(409);
      expect(answer.json()).toEqual({
        message:
          'You cannot remove your own email from the approved list. Somebody else who is signed in can do it.',
      });
    }
    expect(everything()).toEqual(before);
  });

  test.each(['nobody@example.com', 'x', '7', '%', ' ', "' or 1=1 --"])(
    'that is not on it (%j) answers 404',
    async (email) => {
      const before = everything();
      const answer = await call('DELETE', emailPath(email));
      expect(answer.status).toBe(404);
      expect(answer.json()).toEqual({
        message: 'The approved email was not found. It may have been removed.',
      });
      expect(everything()).toEqual(before);
    },
  );

  test('by two who remove each other at the same moment leaves one of them', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const answers = await Promise.all([
      one.visitor.api('DELETE', emailPath(other.email)),
      other.visitor.api('DELETE', emailPath(one.email)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    expect([one, other].filter(({ email }) => isListed(email))).toHaveLength(1);
  });
});
