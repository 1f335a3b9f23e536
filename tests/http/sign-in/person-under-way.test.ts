import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyChain } from '#db/history/chain.server.ts';
import { removePersonCommand } from '#app/people/person/person-commands.server.ts';
import { addUser } from '../../support/data/entries.ts';
import { endOf, ourFile, sendFile } from '../../support/data/imports.ts';
import { everythingIn, runCommand } from '../../support/server/operator.ts';
import { startTestServer, TEST_EMAIL, type TestServer } from '../../support/server/test-server.ts';
import { manyCompletions } from '../../support/server/todoist.ts';
import { useTodoist } from '../../support/server/use-todoist.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const ROBIN = 'robin@example.com';

const NOW = new Date('2026-06-26T11:00:00Z');
const todoist = useTodoist(() =>
  manyCompletions({ count: 5, recurring: 0, months: 1, until: NOW }),
);

let server: TestServer;
let alex: Visitor;
let robin: Visitor;
/** What is done at a step of background work, once. */
let steps: Map<string, () => void>;

beforeEach(async () => {
  steps = new Map();
  const checkpoint = (step: string) => {
    const work = steps.get(step);
    steps.delete(step);
    work?.();
  };
  const environment = {
    APPROVED_EMAILS: `${TEST_EMAIL},${ROBIN}`,
    TODOIST_API_URL: todoist().url,
  };
  server = await startTestServer(environment, { checkpoint });
  addUser(server, ROBIN, ['Robin', 'Parkhurst']);
  alex = await visitSignedIn(server);
  robin = await visitSignedIn(server, ROBIN);
});

afterEach(() => server.stop());

const remove = () => runCommand(server, removePersonCommand, ROBIN);

/** Asks for the file of as many lines to be imported; gives the import's id. */
async function send(lines: number): Promise<number> {
  const line = (_: unknown, at: number) =>
    `2026-03-02,Acme,Support,60,Call ${at},true,62.50,false,`;
  return idOf(
    await sendFile(robin, ourFile(...Array.from({ length: lines }, line)), {
      query: '?confirm=doubtful',
    }),
  );
}

async function expectNoTrace(id: number) {
  expect(await endOf(alex, id)).toMatchObject({ status: 'done' });
  expectNoName('work-log');
  expect((await remove()).code).toBe(1);
}

/** That the records of a kind were made by nobody who is named, and the name is nowhere. */
function expectNoName(kind: string) {
  const { $client } = server.services.db;
  const names = $client.prepare(`select distinct "by" from history_entries where kind = ?`).pluck();
  expect(names.all(kind)).toEqual(['a removed person']);
  const { rows } = everythingIn(server);
  expect(rows).not.toMatch(/Robin|Parkhurst|robin@example\.com/);
  expect(verifyChain($client, null)).toMatchObject({ isWhole: true });
}

const rowsOf = (table: string) =>
  server.services.db.$client.prepare(`select * from ${table}`).all();

describe('A person who is removed meanwhile is not named again', () => {
  test.each([
    ['few lines', 2],
    ['so many lines that a thread writes them', 400],
  ])('by an import of theirs with %s', async (_, lines) => {
    const removed: ReturnType<typeof remove>[] = [];
    steps.set('import compared', () => removed.push(remove()));
    const id = await send(lines);
    await endOf(alex, id);
    expect(await Promise.all(removed)).toMatchObject([{ code: 0 }]);
    await expectNoTrace(id);
  });

  test('by an import of theirs that waited for its turn', async () => {
    const turn = Promise.withResolvers<undefined>();
    const before = server.services.background.run('imports', () => turn.promise);
    const id = await send(2);
    expect((await remove()).code).toBe(0);
    turn.resolve(undefined);
    await before;
    await expectNoTrace(id);
  });

  test('by an import from Todoist that they asked for', async () => {
    await alex.api('POST', '/api/todoist/config', { apiToken: todoist().token });
    const turn = Promise.withResolvers<undefined>();
    const { background } = server.services;
    const before = background.run('todoist import', () => turn.promise);
    const asked = robin.api('POST', '/api/todoist/sync-completed', {
      startDate: '2026-06-01',
      endDate: '2026-06-26',
    });
    await vi.waitFor(() => {
      expect(rowsOf('todoist_imports')).toHaveLength(1);
    });
    expect((await remove()).code).toBe(0);
    turn.resolve(undefined);
    await Promise.all([before, asked]);
    expect(rowsOf('pending_work_logs').length).toBeGreaterThan(0);
    expectNoName('pending-work-log');
  });
});
