import { expect, test } from 'vitest';
import { chosenOn, lookAt as lookAtFile, lookPage, sendByForm } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();

const logs = () => server().services.db.$client.prepare('select duration from work_logs').all();

const FILE = 'Tag,Kunde,Art,Ist,Soll\n2026-03-02,Acme,Support,30,90\n';
const BY_IST = { date: '0', client: '1', workType: '2', minutes: '3' };
const BY_SOLL = { ...BY_IST, minutes: '4' };

/** Sends a file whose columns nobody knows, and chooses them. */
async function lookByIst() {
  const { visitor, first } = await lookAtFile(server(), FILE);
  expect((await pressPlainly(visitor, first, 'Read the file', BY_IST)).status).toBe(303);
  return { visitor, first, shown: await lookPage(visitor) };
}

test('Columns that were chosen in another tab are shown before they count', async () => {
  const { visitor, first, shown } = await lookByIst();
  await pressPlainly(visitor, first, 'Read the file', BY_SOLL);
  const answer = await pressPlainly(visitor, shown, 'Import');
  expect(answer.status).toBe(409);
  expect(visibleText(answer.text)).toContain(
    'Lines, the order of dates or the columns were changed since this page was shown.',
  );
  expect(logs()).toEqual([]);
  await pressPlainly(visitor, await lookPage(visitor), 'Import');
  await expect.poll(logs).toEqual([{ duration: 90 }]);
});

test('Columns that were chosen for another file of this header are shown before they count, too', async () => {
  const { visitor, first, shown } = await lookByIst();
  // The header is read by other columns from now on, this file not until it is read again.
  const other = await sendByForm(server(), visitor, `${FILE}2026-03-03,Acme,Support,20,80\n`);
  const page = (await visitor.get(other.location ?? '')).text;
  const again = await pressPlainly(visitor, page, 'Choose the columns again');
  const choice = (await visitor.get(again.location ?? '')).text;
  await pressPlainly(visitor, choice, 'Read the file', BY_SOLL);
  expect(chosenOn(first, 'minutes')).toEqual(['']);
  const answer = await pressPlainly(visitor, shown, 'Import', { dayOrder: 'day-first' });
  expect(answer.status).toBe(303);
  await expect
    .poll(async () => visibleText(await lookPage(visitor)))
    .toContain(
      'Not imported: something changed since this page was shown. Lines, the order of dates or the columns were changed',
    );
  expect(logs()).toEqual([]);
});

test('The columns of a header that is known by now can be chosen anew', async () => {
  const { visitor, shown } = await lookByIst();
  await pressPlainly(visitor, shown, 'Remove this file');
  // The same header again: it is read at once, as was said.
  const sent = await sendByForm(server(), visitor, FILE);
  const path = sent.location ?? '';
  const look = (await visitor.get(path)).text;
  expect(visibleText(look)).toContain('What the file holds');
  const again = await pressPlainly(visitor, look, 'Choose the columns again');
  expect([again.status, again.location]).toEqual([303, `${path}?columns=anew`]);
  const choice = (await visitor.get(again.location ?? '')).text;
  const names = Object.keys(BY_IST);
  expect(names.map((name) => chosenOn(choice, name))).toEqual(
    Object.values(BY_IST).map((at) => [at]),
  );
  // What is wrong with a choice is said beside it.
  const lack = await pressPlainly(visitor, choice, 'Read the file', { client: '' });
  expect(lack.status).toBe(400);
  expect(visibleText(lack.text)).toContain('Which columns does the file have?');
  const read = await pressPlainly(visitor, choice, 'Read the file', BY_SOLL);
  expect(read.location).toBe(path);
  await pressPlainly(visitor, (await visitor.get(path)).text, 'Import');
  await expect.poll(logs).toEqual([{ duration: 90 }]);
});

test('What was chosen on the page is kept while the columns are chosen anew', async () => {
  const { visitor, shown } = await lookByIst();
  const type = { name: 'Help', hourlyRate: '75.00' };
  expect((await visitor.api('POST', '/api/work-types', type)).status).toBe(201);
  expect(chosenOn(shown, 'nameIs')).toEqual(['0', '0']);
  await pressPlainly(visitor, shown, 'Choose the columns again', { nameIs: ['0', '1'] });
  expect(chosenOn(await lookPage(visitor), 'nameIs')).toEqual(['0', '1']);
});

test('Files of known products have no columns to choose', async () => {
  const { first } = await lookAtFile(
    server(),
    'date,client,work_type,minutes,description,billable\n2026-03-02,Acme,Support,60,,true\n',
  );
  expect(first).not.toContain('Choose the columns again');
});
