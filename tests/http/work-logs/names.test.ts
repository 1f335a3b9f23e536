import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { clients, hardwareItems } from '#db/schema.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { controlOf } from '#tests/support/html.ts';
import { plainFormsOf } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { idOf, visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const visit = () => visitSignedIn(server());

/** The form of a dialog as a browser sends it unchanged: a field of one line takes the ends of lines out. */
function unchanged(html: string) {
  const form = plainFormsOf(html).find(({ fields }) => fields.some(([name]) => name === 'name'));
  if (!form) throw new Error('No form has a name');
  return new URLSearchParams(
    form.fields.map(([name, value]) =>
      ['madeFrom', 'notes'].includes(name) ? [name, value] : [name, value.replace(/[\r\n]/g, '')],
    ),
  );
}

describe.each(['Acme\nLtd', 'Acme\r\n\tLtd', 'Acme\tLtd'])('A name such as %j', (name) => {
  test.each<[string, string, string, object]>([
    ['a client', '/api/clients', 'name', {}],
    ['a contact person', '/api/clients', 'contactPerson', { name: 'Bolt' }],
    ['a work type', '/api/work-types', 'name', {}],
    ['the project of a rule', '/api/rules', 'project', { archive: true }],
    ['the label of a rule', '/api/rules', 'label', { archive: true }],
    ['the words of a rule', '/api/rules', 'words', { archive: true }],
  ])('is of one line, of %s', async (_, path, field, more) => {
    const visitor = await visit();
    const made = await visitor.api('POST', path, { ...more, [field]: name });
    expect([made.status, made.json()]).toMatchObject([201, { [field]: 'Acme Ltd' }]);
    const id = idOf(made);
    const changed = await visitor.api('PUT', `${path}/${id}`, {
      ...more,
      [field]: `${name} & Co`,
    });
    expect(changed.json()).toMatchObject({ [field]: 'Acme Ltd & Co' });
  });

  test('is of one line, of an item', async () => {
    const visitor = await visit();
    const log = await visitor.api('POST', '/api/work-logs', {
      clientId: idOf(await visitor.api('POST', '/api/clients', { name: 'Bolt' })),
      workTypeId: idOf(await visitor.api('POST', '/api/work-types', { name: 'Hardware' })),
      hardwareItems: [{ itemName: name, quantity: 1, unitPrice: '10.00' }],
    });
    expect([log.status, log.json()]).toMatchObject([
      201,
      { hardwareItems: [{ itemName: 'Acme Ltd' }] },
    ]);
  });
});

test('A name from before keeps its words when its form is saved unchanged', async () => {
  const visitor = await visit();
  const id = idOf(
    await visitor.api('POST', '/api/clients', { name: 'Acme', contactPerson: 'Ann' }),
  );
  const { db } = server().services;
  db.update(clients).set({ name: 'Acme\nLtd', contactPerson: 'Ann\r\nLee' }).run();
  const action = `/clients/${id}/edit`;
  const { text } = await visitor.get(action);
  expect(controlOf(text, 'name').value).toBe('Acme Ltd');
  expect((await visitor.post(action, unchanged(text))).status).toBe(303);
  expect((await visitor.get(`/api/clients/${id}`)).json()).toMatchObject({
    name: 'Acme Ltd',
    contactPerson: 'Ann Lee',
  });
});

test('Hardware whose item had a name of two lines is known by our own file', async () => {
  const visitor = await visit();
  const log = await visitor.api('POST', '/api/work-logs', {
    clientId: idOf(await visitor.api('POST', '/api/clients', { name: 'Bolt' })),
    workTypeId: idOf(await visitor.api('POST', '/api/work-types', { name: 'Hardware' })),
    hardwareItems: [{ itemName: 'Dock', quantity: 1, unitPrice: '10.00' }],
  });
  expect(z.object({ id: z.int() }).parse(log.json()).id).toBe(1);
  const { db } = server().services;
  db.update(hardwareItems).set({ itemName: 'Dock\nUSB', description: 'a\r\nb ' }).run();
  const file = (await visitor.get('/work-logs.csv')).text;
  expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 1 });
});
