import { expect, test } from 'vitest';
import { clients } from '#db/schema.ts';
import { ourFile } from '#tests/support/data/imports.ts';
import { chosenOn, lookAt as lookAtFile, lookPage } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const lookAt = (file: string) => lookAtFile(server(), file);
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const lineOf = (client: string) => `2026-03-02,${client},Support,60,,true,,false,`;

const status = () => rows('select status from imports');
/** Ten thousand lines take a while beside other work. */
const PATIENT = { timeout: 120_000 };

const MANY = 10_001;
const manyLines = (of: (at: number) => string) => Array.from({ length: MANY }, (_, at) => of(at));

test.each([
  ['clients of work', ourFile(...manyLines((at) => lineOf(`Client ${at}`)))],
  ['our clients', ['name,standard_rate', ...manyLines((at) => `Client ${at},60.00`)].join('\n')],
])('A file with more names than are looked at at once says so: %s', async (_, file) => {
  const { visitor } = await lookAt(file);
  await expect.poll(status, PATIENT).toEqual([{ status: 'failed' }]);
  expect(visibleText(await lookPage(visitor))).toContain(
    'The file names more than 10,000 clients, work types and people. Check the columns, or send the file in parts.',
  );
});

test('Where a person chose the columns of such a file, they are asked about again', async () => {
  const file = ['who,what,day,hours', ...manyLines((at) => `Text ${at},Support,2026-03-02,1`)];
  const { visitor, first } = await lookAt(file.join('\n'));
  const columns = { client: '0', workType: '1', date: '2', hours: '3' };
  const again = await pressPlainly(visitor, first, 'Read the file', columns);
  expect(again.status).toBe(303);
  await expect.poll(status, PATIENT).toEqual([{ status: 'waiting' }]);
  const page = await lookPage(visitor);
  expect(visibleText(page)).toContain('The file names more than 10,000 clients');
  expect(chosenOn(page, 'client')).toEqual(['0']);
});

/** More clients than stand beside each name of a file. */
const CLIENTS = 4_000;
/** As long as a name may be. */
const LONG = 'Long name '.repeat(18).trim();

const addClients = () => {
  const { db, clock } = server().services;
  const times = { createdAt: clock(), updatedAt: clock() };
  const rates = { standardRatePence: 6_000, premiumRatePence: 6_000 };
  db.transaction((tx) => {
    for (let count = 1; count <= CLIENTS; count += 1) {
      tx.insert(clients)
        .values({ name: `${LONG} ${count}`, ...rates, ...times })
        .run();
    }
    for (const name of ['Bolt', 'Cord', 'cord']) {
      tx.insert(clients)
        .values({ name, ...rates, ...times })
        .run();
    }
  });
};

test('The page of a file with many new names has each client once, and says how many names it does not show', async () => {
  addClients();
  const names = Array.from({ length: 150 }, (_, at) => `Unknown ${at}`);
  const { first } = await lookAt(ourFile(...names.map(lineOf)));
  expect(first.split(`value="${LONG} 4000"`)).toHaveLength(2);
  // The list, and once more for the scripts.
  expect(first.length).toBeLessThan(2.5 * CLIENTS * LONG.length);
  expect(chosenOn(first, 'nameKey')).toHaveLength(100);
  expect(visibleText(first)).toContain('And 51 more names: each is matched by name, or created.');
});

test('Among many clients the one of a name is typed, without any script', async () => {
  addClients();
  const { visitor, first } = await lookAt(ourFile(...['Acme', 'Beta', 'Gamma'].map(lineOf)));
  const typed = { 'nameTyped:0': `cord (${CLIENTS + 3})`, 'nameTyped:1': ' bolt ' };
  const unknown = await pressPlainly(visitor, first, 'Import', {
    ...typed,
    'nameTyped:2': 'Nowhere',
  });
  expect(unknown.status).toBe(409);
  expect(visibleText(unknown.text)).toContain(
    '“Nowhere” is no client here. Choose one from the list, or leave the field empty.',
  );
  expect(rows('select id from work_logs')).toEqual([]);
  // What was known of it is kept; what is to be made new stands first.
  const kept = await lookPage(visitor);
  const names = chosenOn(kept, 'nameKey').map((key, at) => [key, chosenOn(kept, 'nameIs')[at]]);
  expect(names.slice(0, 3)).toEqual([
    ['client:Gamma', '0'],
    ['client:Acme', `${CLIENTS + 3}`],
    ['client:Beta', `${CLIENTS + 1}`],
  ]);
  expect((await pressPlainly(visitor, kept, 'Import')).status).toBe(303);
  const logs = 'select c.name from work_logs w join clients c on c.id = w.client_id order by 1';
  await expect
    .poll(() => rows(logs), PATIENT)
    .toEqual(['Bolt', 'Gamma', 'cord'].map((name) => ({ name })));
});
