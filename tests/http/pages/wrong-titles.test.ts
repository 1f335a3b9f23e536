import { expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { startTags } from '../../support/html.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

/** The links of the list of wrong fields, and whether each leads to a field that is marked as wrong. */
function wrongLinks(html: string): [to: string, isWrong: boolean][] {
  const fields = ['input', 'select', 'textarea'].flatMap((name) => startTags(html, name));
  return startTags(html, 'a')
    .map(({ href = '' }) => href)
    .filter((href) => href.startsWith('#') && href !== '#main' && href !== '#navigation')
    .map((href) => [
      href,
      fields.some(({ id, ...field }) => `#${id}` === href && field['aria-invalid'] === 'true'),
    ]);
}

test('A form that came back says so first in its title, and leads to each field that is wrong', async () => {
  const { visitor } = shared();
  const form = await visitor.get('/clients/new');
  expect(titleOf(form.text)).toBe('Add Client · Tallyhour');
  expect(wrongLinks(form.text)).toEqual([]);
  const again = await visitor.post('/clients/new', { name: '', standardRate: 'much', email: 'x' });
  expect(again.status).toBe(400);
  expect(titleOf(again.text)).toBe('Error: Add Client · Tallyhour');
  const links = wrongLinks(again.text);
  expect(links.length).toBeGreaterThanOrEqual(3);
  expect(links.every(([, isWrong]) => isWrong)).toBe(true);
  // The same address again is no error.
  expect(titleOf((await visitor.get('/clients/new')).text)).toBe('Add Client · Tallyhour');
});

test('So does the form of a log, in which a row is wrong', async () => {
  const { server, visitor } = shared();
  const clientId = String(addClient(server, 'Acme'));
  const type = await visitor.api('POST', '/api/work-types', { name: 'Hardware', hourlyRate: '0' });
  const { id } = type.json() as { id: number };
  const again = await visitor.post('/work-logs/new', {
    clientId,
    workTypeId: String(id),
    'hardwareItems[0].itemName': '',
    'hardwareItems[0].quantity': 'many',
    'hardwareItems[0].unitPrice': '1',
    'hardwareItems[0].vatIncluded': 'true',
  });
  expect(titleOf(again.text)).toBe('Error: Add Log · Tallyhour');
  expect(wrongLinks(again.text).map(([, isWrong]) => isWrong)).toEqual([true, true]);
});

test('A filter that cannot be read is an error, too', async () => {
  const { text } = await shared().visitor.get('/work-logs?startDate=nonsense');
  expect(titleOf(text)).toBe('Error: Work Logs · Tallyhour');
});

test('On Todoist Import all are selected without scripts, and stay ticked after Assign', async () => {
  const { server, visitor } = shared();
  const clientId = addClient(server, 'Harbour Dental');
  addWorkType(server, 'Support');
  const ids = ['One', 'Two'].map((taskName) => addPendingLog(server, { taskName }));
  const ticked = (html: string) =>
    startTags(html, 'input')
      .filter(({ name, checked }) => name === 'ids' && checked !== undefined)
      .map(({ value }) => Number(value))
      .sort();
  const page = await visitor.get('/pending-work-logs');
  expect(ticked(page.text)).toEqual([]);
  const link = />([^<]*)<\/a>/;
  const [, to = ''] = /<a href="([^"]+)">Select all<\/a>/.exec(page.text) ?? [];
  expect(link.test(page.text)).toBe(true);
  const all = await visitor.get(to.replaceAll('&amp;', '&'));
  expect(ticked(all.text)).toEqual(ids);
  const fields = new URLSearchParams({ do: 'assign', client: 'Harbour Dental' });
  for (const id of ids) fields.append('ids', String(id));
  const given = await visitor.post('/pending-work-logs/review', fields);
  expect(given.status).toBe(303);
  const after = await visitor.get(given.location ?? '');
  expect(ticked(after.text)).toEqual(ids);
  expect(after.text).toContain('Harbour Dental');
  expect(clientId).toBeGreaterThan(0);
  // Pressed again, it drops them.
  const [, none = ''] = /<a href="([^"]+)">Select all<\/a>/.exec(after.text) ?? [];
  expect(ticked((await visitor.get(none.replaceAll('&amp;', '&'))).text)).toEqual([]);
});
