import { describe, expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { controlOf } from '../../support/html.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

/** What is typed for a client in a row of Todoist Import, where names are alike. */

const server = useServer();

/** A waiting task, and what its row shows and takes for a client. */
async function openRow(clientId: number | null = null) {
  const visitor = await visitSignedIn(server());
  const id = addPendingLog(server(), { clientId });
  const open = async () => (await visitor.get('/pending-work-logs')).text;
  const field = `${id}:client`;
  /** The text of the field. */
  const shown = async () => controlOf(await open(), field).value;
  /** Saves the row with this text; gives the client that it has then. */
  const type = async (text: string) => {
    const answer = await pressPlainly(visitor, await open(), 'Save Reset the router', {
      [field]: text,
    });
    const sentence =
      answer.status === 400 ? controlOf(answer.text, field).descriptions.at(-1) : undefined;
    return sentence ?? pendingRow(server(), id).clientId;
  };
  return { shown, type };
}

describe('Two clients of one name', () => {
  test('are told apart in a row, and either can be chosen', async () => {
    const [one, other] = [addClient(server(), 'Acme'), addClient(server(), 'Acme')];
    const { shown, type } = await openRow(other);
    expect(await shown()).toBe(`Acme (#${other})`);
    expect(await type(`Acme (#${one})`)).toBe(one);
    expect(await shown()).toBe(`Acme (#${one})`);
    expect(await type(`  acme (#${other}) `)).toBe(other);
  });

  test('are told apart where one is inactive', async () => {
    const gone = addClient(server(), 'Acme');
    const { shown } = await openRow(gone);
    const visitor = await visitSignedIn(server());
    await visitor.api('PUT', `/api/clients/${gone}`, { isActive: false });
    addClient(server(), 'Acme');
    expect(await shown()).toBe(`Acme (#${gone})`);
  });

  test.each(['Acme (#2)', 'acme  (#2)', ' ACME (#2)'])(
    'are chosen by what is shown, beside one whose name is that: %s',
    async (text) => {
      addClient(server(), 'Thornbury');
      const ids = ['Acme', 'Acme', 'Acme (#2)'].map((name) => addClient(server(), name));
      expect(ids).toEqual([2, 3, 4]);
      const { shown, type } = await openRow(4);
      // Not what is shown for client 2.
      expect(await shown()).toBe('Acme (#2) (#4)');
      expect(await type(text)).toBe(2);
      expect(await type('Acme (#2) (#4)')).toBe(4);
    },
  );
});

describe('A client whose name ends like a mark of ours', () => {
  test.each(['Quay Books (#1)', ' quay books (#1) ', 'Quay  Books (#1)'])(
    'is the one that is meant by its name: %s',
    async (text) => {
      const [thorn, quay] = ['Thornbury', 'Quay Books (#1)'].map((name) =>
        addClient(server(), name),
      );
      expect(thorn).toBe(1);
      const { shown, type } = await openRow();
      expect(await type(text)).toBe(quay);
      expect(await shown()).toBe('Quay Books (#1)');
    },
  );

  test('is not taken for the one whose number it has and whose name it begins with', async () => {
    const [acme, marked] = ['Acme', 'Acme (#1)'].map((name) => addClient(server(), name));
    const { shown, type } = await openRow(marked);
    expect(await type('Acme')).toBe(acme);
    expect(await type('Acme (#1)')).toBe(marked);
    expect(await type((await shown()) ?? '')).toBe(marked);
  });

  test('is asked about where two names differ in case alone', async () => {
    const [one, other] = ['Acme (#9)', 'ACME (#9)'].map((name) => addClient(server(), name));
    const { type } = await openRow();
    expect(await type('ACME (#9)')).toBe(other);
    expect(await type('Acme (#9)')).toBe(one);
    expect(await type('acme (#9)')).toBe(
      'Did you mean Acme (#9) or ACME (#9)? Type more of the name.',
    );
  });
});

test('A work type whose name ends like a mark is the one that is meant by it', async () => {
  const [, quay] = ['Support', 'Remote (#1)'].map((name) => addWorkType(server(), name));
  const visitor = await visitSignedIn(server());
  const id = addPendingLog(server());
  const html = (await visitor.get('/pending-work-logs')).text;
  await pressPlainly(visitor, html, 'Save all', { [`${id}:workType`]: 'Remote (#1)' });
  expect(pendingRow(server(), id).workTypeId).toBe(quay);
});
