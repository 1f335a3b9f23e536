import { expect, test } from 'vitest';
import { clients, workTypes } from '#db/schema.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

test.each([
  ['Café', 'Café'.normalize('NFD')],
  ['Café'.normalize('NFD'), 'Café'],
  ['CAFÉ', 'café'],
  ['Acme  Ltd', 'Acme Ltd'],
  ['Ac\u00adme', 'Acme'],
  ['Acme', '\u200eAcme\u200b'],
  ['Acme', 'Ａｃｍｅ'],
])('A client or work type %j is known in a file as %j', async (here, there) => {
  const visitor = await visitSignedIn(server());
  addClient(server(), here);
  addWorkType(server(), here);
  const known = { status: 'done', new: 0, known: 1 };
  expect(await importFile(visitor, `name,email,standard_rate\n${there},,\n`)).toMatchObject(known);
  expect(await importFile(visitor, `name,hourly_rate,kind\n${there},75.00,time\n`)).toMatchObject(
    known,
  );
});

test('One client is known once, and the second of its name is new', async () => {
  const visitor = await visitSignedIn(server());
  addClient(server(), 'Acme');
  const file = 'name,email,standard_rate\nACME,,\nBolt,,\nacme,,\n';
  expect(await importFile(visitor, file, '?confirm=doubtful')).toMatchObject({ new: 2, known: 1 });
  expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 3 });
});

test('Names of two lines from before are known by their own files', async () => {
  const visitor = await visitSignedIn(server());
  addClient(server(), 'Acme');
  addWorkType(server(), 'Support');
  const { db } = server().services;
  db.update(clients).set({ name: 'Acme\nLtd' }).run();
  db.update(workTypes).set({ name: 'On\r\nsite' }).run();
  for (const list of ['clients', 'work-types']) {
    const { text } = await visitor.get(`/${list}.csv`);
    expect(await importFile(visitor, text)).toMatchObject({ status: 'done', new: 0, known: 1 });
  }
});
