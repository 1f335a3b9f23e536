import { expect, test } from 'vitest';
import { timers, workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

/** The page of a timer that has run for an hour; whatever is pressed there, is pressed before an answer has come. */
async function open() {
  const visitor = await visitSignedIn(server());
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const now = new Date('2026-11-26T14:05:00Z');
  server().setClock(now);
  await visitor.api('POST', '/api/timer/start', { clientId, workTypeId });
  server().setClock(new Date(now.getTime() + 3_600_000));
  const page = (await visitor.get('/timer')).text;
  return {
    press: (button: string, description: string) =>
      pressPlainly(visitor, page.replace(/^[\s\S]*?<main/, ''), button, { description }),
    saveElsewhere: async (description: string) =>
      pressPlainly(
        visitor,
        (await visitor.get('/timer')).text.replace(/^[\s\S]*?<main/, ''),
        'Save',
        { description },
      ),
  };
}

const stored = () => server().services.db.select().from(timers).all();
const logs = () => server().services.db.select().from(workLogs).all();

test('What a timer is for is saved twice', async () => {
  const { press } = await open();
  expect((await press('Save', 'The gate')).status).toBe(303);
  expect((await press('Save', 'The gate and the fence')).status).toBe(303);
  expect(stored()).toMatchObject([{ description: 'The gate and the fence' }]);
});

test('A timer is saved and stopped, once', async () => {
  const { press } = await open();
  expect((await press('Save', 'The gate')).status).toBe(303);
  for (let time = 0; time < 2; time += 1) {
    expect((await press('Stop', 'The gate and the fence')).status).toBe(303);
  }
  expect(stored()).toEqual([]);
  expect(logs()).toMatchObject([{ description: 'The gate and the fence', duration: 60 }]);
});

test('A timer is saved and discarded', async () => {
  const { press } = await open();
  await press('Save', 'The gate');
  await press('Discard', 'The gate');
  expect(stored()).toEqual([]);
  expect(logs()).toEqual([]);
});

test('A timer that another window changed between the two is not stopped unasked', async () => {
  const { press, saveElsewhere } = await open();
  await press('Save', 'The gate');
  expect((await saveElsewhere('The pond')).status).toBe(303);
  expect((await press('Stop', 'The fence')).status).toBe(422);
  expect(stored()).toMatchObject([{ description: 'The pond' }]);
});
