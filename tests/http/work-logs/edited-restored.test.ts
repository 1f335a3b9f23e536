import { expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fieldsOf } from '#tests/support/form.ts';
import { visibleText } from '#tests/support/html.ts';
import { useRestorable } from '#tests/support/server/use-restorable.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const { server, backUp, restore } = useRestorable();

const EDIT = '/work-logs/1/edit';
const API = '/api/work-logs/1';
const open = async (visitor: Visitor) => fieldsOf((await visitor.get(EDIT)).text, 'work-log');
const read = async (visitor: Visitor) => (await visitor.api('GET', API)).json();

/** A log that was backed up. Gives who saw it then. */
async function setUp() {
  const clientId = addClient(server(), 'Acme');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
  const visitor = await visitSignedIn(server());
  await backUp();
  return visitor;
}

test('A form that was open while a backup was restored overwrites nothing that was saved since', async () => {
  const before = await setUp();
  expect((await before.api('PUT', API, { description: 'By Ann' })).status).toBe(200);
  const anns = await open(before);
  await restore();
  const visitor = await visitSignedIn(server());
  const bobs = await open(visitor);
  expect((await visitor.post(EDIT, { ...bobs, description: 'By Bob' })).status).toBe(303);
  const refused = await visitor.post(EDIT, { ...anns, description: 'By Ann again' });
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Saved by someone else: By Bob');
  expect((await visitor.post(EDIT, { ...anns, duration: '2' })).status).toBe(303);
  expect(await read(visitor)).toMatchObject({ description: 'By Bob', duration: 120 });
});

test('A form that was open since before the backup is saved as ever', async () => {
  const before = await setUp();
  const anns = await open(before);
  await restore();
  const visitor = await visitSignedIn(server());
  expect((await visitor.post(EDIT, { ...anns, duration: '2' })).status).toBe(303);
  expect(await read(visitor)).toMatchObject({ duration: 120 });
});

test.each([1, 2])(
  'If-Match with a tag from before %i restores does not match what was saved since',
  async (restores) => {
    let visitor = await setUp();
    for (let count = 0; count < restores; count += 1) {
      const changed = await visitor.api('PUT', API, { description: 'By Ann' });
      const tag = changed.headers.get('ETag') ?? '';
      await restore();
      visitor = await visitSignedIn(server());
      expect((await visitor.api('PUT', API, { description: 'By Bob' })).status).toBe(200);
      const stale = { 'If-Match': tag };
      expect((await visitor.api('PUT', API, { duration: 90 }, stale)).status).toBe(412);
      expect((await visitor.api('DELETE', API, undefined, stale)).status).toBe(412);
    }
  },
);
