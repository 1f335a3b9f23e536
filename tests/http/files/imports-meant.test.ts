import { expect, test } from 'vitest';
import { beginWriting, chooseForImport } from '#app/transfer/in/imports.server.ts';
import { writeImport } from '#app/transfer/in/carry-out.server.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { ourFile } from '#tests/support/data/imports.ts';
import { chosenOn, lookAt as lookAtFile, lookPage } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { TEST_EMAIL } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import type { Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();

const lookAt = (file: string) => lookAtFile(server(), file);
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const made = () => [rows('select id from work_logs'), rows('select name from clients order by id')];
const SUPPORT = '2026-03-02,Acme,Support,60,,true,,false,';
const USER = { id: 1, email: TEST_EMAIL, firstName: null, lastName: null };

async function rename(visitor: Visitor) {
  expect((await visitor.api('PUT', '/api/clients/1', { name: 'Acme Ltd' })).status).toBe(200);
}

test('A client that was renamed since a page showed it is not made anew by the Import of this page', async () => {
  addClient(server(), 'Acme');
  addWorkType(server(), 'Support');
  const { visitor, first } = await lookAt(ourFile(SUPPORT));
  expect(chosenOn(first, 'nameIs')).toEqual(['1', '1']);
  await rename(visitor);
  const answer = await pressPlainly(visitor, first, 'Import');
  expect(answer.status).toBe(409);
  expect(visibleText(answer.text)).toContain(
    'Client “Acme”: this page showed “Acme Ltd”, and it is “Create new” now.',
  );
  expect(made()).toEqual([[], [{ name: 'Acme Ltd' }]]);
  // It is shown, and can be chosen.
  const now = await lookPage(visitor);
  expect(chosenOn(now, 'nameIs')).toEqual(['0', '1']);
  await pressPlainly(visitor, now, 'Import', { nameIs: ['1', '1'] });
  await expect.poll(() => rows('select client_id as id from work_logs')).toEqual([{ id: 1 }]);
});

test('A work type that was chosen and is deleted by now is not made anew under the name in the file', async () => {
  addClient(server(), 'Acme');
  const helpdesk = addWorkType(server(), 'Helpdesk');
  const { visitor, first } = await lookAt(ourFile(SUPPORT));
  const nameIs = ['1', `${helpdesk}`];
  await pressPlainly(visitor, first, 'Check again', { nameIs });
  const shown = await lookPage(visitor);
  expect(chosenOn(shown, 'nameIs')).toEqual(nameIs);
  expect((await visitor.api('DELETE', `/api/work-types/${helpdesk}`)).status).toBe(204);
  const answer = await pressPlainly(visitor, shown, 'Import');
  expect(answer.status).toBe(409);
  expect(visibleText(answer.text)).toContain(
    'Work type “Support”: this page showed one that is deleted, and it is “Create new” now.',
  );
  // Nor where it is chosen with this very press.
  const chosen = await pressPlainly(visitor, first, 'Import', { nameIs });
  expect(chosen.status).toBe(409);
  expect(visibleText(chosen.text)).toContain('Work type “Support”: what you chose was deleted.');
  expect([rows('select id from work_logs'), rows('select id from work_types')]).toEqual([[], []]);
});

test('Only the lines that a page showed are left out as lines with a problem', async () => {
  addClient(server(), 'Acme');
  const other = '2026-03-03,Acme,Support,45,,true,,false,';
  const { visitor, first } = await lookAt(ourFile(SUPPORT, other, SUPPORT.replace('60', 'long')));
  addClient(server(), 'Acme');
  const answer = await pressPlainly(visitor, first, 'Import', { skip: '1' });
  expect(answer.status).toBe(409);
  const text = visibleText(answer.text);
  expect(text).toContain(
    'Client “Acme”: this page showed “Acme”, and it has to be chosen now. There are several clients called “Acme”. Choose one.',
  );
  expect(text).toContain('Lines with a problem: this page showed 1, and there are 3 now.');
  expect(rows('select status from imports')).toEqual([{ status: 'waiting' }]);
});

test('A work type that became hardware since makes more lines a problem, which is said', async () => {
  addClient(server(), 'Acme');
  const type = addWorkType(server(), 'Helpdesk');
  const { visitor, first } = await lookAt(ourFile(SUPPORT, SUPPORT.replace('60', 'long')));
  await pressPlainly(visitor, first, 'Check again', { nameIs: ['1', `${type}`] });
  const shown = await lookPage(visitor);
  const change = { isHardware: true };
  expect((await visitor.api('PUT', `/api/work-types/${type}`, change)).status).toBe(200);
  const answer = await pressPlainly(visitor, shown, 'Import', { skip: '1' });
  expect(answer.status).toBe(409);
  expect(visibleText(answer.text)).toContain(
    'Lines with a problem: this page showed 1, and there are 2 now.',
  );
});

/** What is so of an import that was stopped since a client was renamed: people look again. */
async function expectStopped(visitor: Visitor) {
  await expect
    .poll(() => rows('select status from imports'), { timeout: 10_000 })
    .toEqual([{ status: 'waiting' }]);
  expect(made()).toEqual([[], [{ name: 'Acme Ltd' }]]);
  const shown = await lookPage(visitor);
  expect(visibleText(shown)).toContain(
    'Not imported: something changed since this page was shown. Client “Acme”: this page showed “Acme Ltd”, and it is “Create new” now. Check the page, then press Import again.',
  );
  return shown;
}

test('A client that is renamed while the import waits for its turn has people look again', async () => {
  addClient(server(), 'Acme');
  const { visitor } = await lookAt(ourFile(SUPPORT));
  await rename(visitor);
  await beginWriting(server().services, USER, { id: 1, skips: false, confirms: false });
  const shown = await expectStopped(visitor);
  expect((await pressPlainly(visitor, shown, 'Import')).status).toBe(303);
  await expect.poll(() => rows('select name from clients')).toHaveLength(2);
  expect(rows('select status, message from imports')).toEqual([{ status: 'done', message: null }]);
});

test('The same while the file is read again by what was changed with Import', async () => {
  addClient(server(), 'Acme');
  const { visitor } = await lookAt(ourFile(SUPPORT));
  await rename(visitor);
  const names = [{ key: 'client:Acme', was: '1', is: '1' }];
  await chooseForImport(server().services, USER, {
    id: 1,
    look: { names, seen: null, problems: 0 },
  });
  await expectStopped(visitor);
});

test('The same between comparing and writing', async () => {
  addClient(server(), 'Acme');
  const { visitor } = await lookAt(ourFile(SUPPORT));
  await rename(visitor);
  const compared = {
    importId: 1,
    format: 'work-logs',
    timeZone: 'Europe/London',
    seen: 0,
  } as const;
  writeImport(server().services, compared, () => undefined);
  await expectStopped(visitor);
});
