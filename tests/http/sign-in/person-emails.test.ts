import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyChain } from '#db/history/chain.server.ts';
import type { Command } from '#app/platform/command.ts';
import {
  exportPersonCommand,
  removePersonCommand,
} from '#app/people/person/person-commands.server.ts';
import { addUser } from '../../support/data/entries.ts';
import {
  FAKE_CLIENT,
  startFakeProvider,
  type FakeProvider,
} from '../../support/server/fake-provider.ts';
import { everythingIn, runCommand } from '../../support/server/operator.ts';
import { startTestServer, TEST_EMAIL, type TestServer } from '../../support/server/test-server.ts';
import { idOf, visit, type Visitor } from '../../support/server/visitor.ts';

const FORMER = 'robin@example.com';
const PRESENT = 'robin.parkhurst@example.com';

let provider: FakeProvider;
let server: TestServer;
let alex: Visitor;
const run = (command: Command, ...words: string[]) => runCommand(server, command, ...words);

beforeEach(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({
    OAUTH2_ISSUER: provider.url,
    OAUTH2_CLIENT_ID: FAKE_CLIENT.clientId,
    OAUTH2_CLIENT_SECRET: FAKE_CLIENT.clientSecret,
  });
  alex = await signedIn(TEST_EMAIL, 'alex-1', 'Alex Morgan');
});

afterEach(async () => {
  await server.stop();
  await provider.close();
});

/** Somebody who has signed in by the provider, which knows them by this name. */
async function signedIn(email: string, sub: string, name: string): Promise<Visitor> {
  const [given_name, family_name] = name.split(' ');
  Object.assign(provider.said, { email, sub, profile: { given_name, family_name } });
  const visitor = visit(server);
  const begun = new URL((await visitor.get('/api/login')).location ?? '');
  provider.nonce = begun.searchParams.get('nonce') ?? '';
  const state = begun.searchParams.get('state') ?? '';
  expect((await visitor.get(`/api/auth/callback?code=x&state=${state}`)).location).toBe('/');
  return visitor;
}

/** Alex approves an email, and somebody signs in with it; gives their number. */
async function signIn(email: string, sub: string, name: string): Promise<number> {
  await alex.api('POST', '/api/approved-emails', { email });
  return idOf(await (await signedIn(email, sub, name)).get('/api/auth/user'));
}

/** Deletes a user as Alex does in Settings. */
async function drop(id: number) {
  expect((await alex.api('DELETE', `/api/users/${id}`)).status).toBe(204);
}

/** All that is kept about somebody. */
async function exported(who: string) {
  const file = join(server.services.config.dataDir, `${Math.random()}.json`);
  const { code, printed } = await run(exportPersonCommand, who, file);
  expect(code).toBe(0);
  const text = readFileSync(file, 'utf8');
  return { text, data: JSON.parse(text) as Record<string, unknown[]>, printed };
}

const approved = () =>
  server.services.db.$client.prepare('select email from approved_emails').pluck().all();
const isWhole = () => verifyChain(server.services.db.$client, null).isWhole;

describe('Of a person whose email has changed', () => {
  let id: number;
  beforeEach(async () => {
    id = await signIn(FORMER, 'robin-1', 'Robin Parkhurst');
    expect(await signIn(PRESENT, 'robin-1', 'Robin Parkhurst')).toBe(id);
  });

  test('the former one goes along, everywhere', async () => {
    const { code, printed } = await run(removePersonCommand, PRESENT);
    expect([code, printed[0]]).toEqual([0, expect.stringContaining(`nor with ${FORMER} from`)]);
    const { rows, bytes } = everythingIn(server);
    for (const text of [rows, bytes]) expect(text).not.toMatch(/robin|parkhurst/i);
    expect(approved()).toEqual([TEST_EMAIL]);
    expect(isWhole()).toBe(true);
    expect((await run(removePersonCommand, FORMER)).code).toBe(1);
  });

  test('it goes along after the user was deleted as well, also of an earlier time without a provider', async () => {
    await drop(id);
    const earlier = addUser(server, FORMER, ['Robin', 'P.']);
    await alex.api('POST', '/api/approved-emails', { email: 'kim@example.com' });
    await drop(earlier);
    expect((await run(removePersonCommand, PRESENT)).code).toBe(0);
    expect(everythingIn(server).rows).not.toMatch(/robin|parkhurst/i);
  });

  test('what is kept comes out, with the former one', async () => {
    const { data } = await exported(PRESENT);
    expect(data).toMatchObject({ email: PRESENT, emails: [PRESENT, FORMER], isApproved: true });
    const about = data.history as { kind: string; after: { email?: string } | null }[];
    const emails = about
      .filter(({ kind }) => kind === 'approved-email')
      .map(({ after }) => after?.email);
    expect(emails).toEqual([FORMER, PRESENT]);
  });

  test('the former one alone does nothing, and says which it is now', async () => {
    const before = everythingIn(server).rows;
    expect((await run(removePersonCommand, FORMER)).code).toBe(1);
    expect((await run(exportPersonCommand, FORMER)).code).toBe(1);
    expect(everythingIn(server).rows).toBe(before);
  });

  test('it stays where somebody else has it by now', async () => {
    const kim = await signIn(FORMER, 'kim-1', 'Kim Okonkwo');
    expect((await run(removePersonCommand, PRESENT)).code).toBe(0);
    expect(approved()).toEqual([TEST_EMAIL, FORMER]);
    const { data } = await exported(FORMER);
    expect(data.user).toMatchObject([{ id: kim, first_name: 'Kim' }]);
    expect(everythingIn(server).rows).not.toMatch(/Parkhurst|robin\.parkhurst|robin-1/);
  });
});

describe('Of a mailbox that was given to somebody else', () => {
  let robin: number;
  let kim: number;
  beforeEach(async () => {
    robin = await signIn(FORMER, 'robin-1', 'Robin Parkhurst');
    await drop(robin);
    kim = await signIn(FORMER, 'kim-1', 'Kim Okonkwo');
    expect(kim).toBeGreaterThan(robin);
  });

  test('the one who has it is meant, and the other is said', async () => {
    const { text, data, printed } = await exported(FORMER);
    expect(data.user).toMatchObject([{ id: kim }]);
    expect(text).not.toMatch(/Parkhurst|robin-1/);
    expect(printed[1]).toContain(`tallyhour person:export user:${robin}`);

    const removed = await run(removePersonCommand, FORMER);
    expect(removed.code).toBe(0);
    expect(removed.printed[1]).toContain(`tallyhour person:remove user:${robin}`);
    expect(everythingIn(server).rows).not.toMatch(/kim-1|Okonkwo/);
    expect(everythingIn(server).rows).toContain('Parkhurst');
    // Then it is the other's, who had it last of those that are left.
    expect((await run(removePersonCommand, FORMER)).code).toBe(0);
    expect(everythingIn(server).rows).not.toMatch(/robin|parkhurst/i);
    expect(isWhole()).toBe(true);
  });

  test('the other comes out and goes by number, while the one who has it stays', async () => {
    const { text, data } = await exported(`user:${robin}`);
    expect(text).toContain('Parkhurst');
    expect(text).not.toMatch(/kim-1|Okonkwo/);
    expect(data).toMatchObject({ email: FORMER, emails: [], user: [] });

    const { code, printed } = await run(removePersonCommand, `user:${robin}`);
    expect([code, printed[0]]).toEqual([
      0,
      expect.stringContaining(`${FORMER} is somebody else’s by now and stays`),
    ]);
    expect(everythingIn(server).rows).not.toMatch(/robin-1|Parkhurst/);
    expect(approved()).toEqual([TEST_EMAIL, FORMER]);
    expect((await exported(FORMER)).data.user).toMatchObject([{ id: kim }]);
    expect((await run(removePersonCommand, `user:${robin}`)).code).toBe(1);
    expect(isWhole()).toBe(true);
  });

  test('a number is not told of who came back under another email', async () => {
    const again = await signIn(PRESENT, 'robin-1', 'Robin Parkhurst');
    expect(again).toBeGreaterThan(kim);
    expect((await run(removePersonCommand, `user:${robin}`)).code).toBe(1);
    expect((await run(removePersonCommand, PRESENT)).code).toBe(0);
    expect(everythingIn(server).rows).not.toMatch(/robin-1|Parkhurst/);
    expect((await exported(FORMER)).data.user).toMatchObject([{ id: kim }]);
  });
});
