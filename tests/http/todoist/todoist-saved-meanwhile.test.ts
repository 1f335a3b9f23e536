import { describe, expect, test } from 'vitest';
import { newOneTimeKey } from '#app/http/once/one-time-keys.server.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { controlOf, toastOf } from '../../support/html.ts';
import { plainFormsOf, pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

/** What another window saved in a field of a row is not overwritten by a page that never showed it. */

const server = useServer();
const SCREEN = '/pending-work-logs';
const SAVED = 'Saved by someone else: 1h 30m';
const FAILED = 'Error Failed to update pending work log.';

async function openReview() {
  const visitor = await visitSignedIn(server());
  const [acme, quay] = ['Acme', 'Quay Books'].map((name) => addClient(server(), name));
  const support = addWorkType(server(), 'Support');
  const [router = 0, printer = 0, newer = 0, older = 0] = [
    'Router',
    'Printer',
    'Backups',
    'Backups',
  ].map((taskName, index) =>
    addPendingLog(server(), {
      ...{ taskName, clientId: acme, workTypeId: support, duration: 60 },
      completedAt: new Date(Date.UTC(2026, 2, 27 - index)),
    }),
  );
  const html = (await visitor.get(SCREEN)).text;
  /** What somebody else saves. */
  const save = (id: number, change: object) =>
    visitor.api('PUT', `/api/pending-worklogs/${id}`, change);
  const press = (button: string, typed: Record<string, string | string[]> = {}, page = html) =>
    pressPlainly(visitor, page, button, typed);
  return { visitor, html, save, press, acme, quay, router, printer, newer, older };
}

const durationOf = (id: number) => pendingRow(server(), id).duration;

test.each([
  ['Save Router', FAILED],
  ['Confirm Router', 'Error Failed to confirm pending work log.'],
  ['Save all', 'Error Failed to update pending work logs.'],
])(
  '%s leaves what was saved meanwhile, says it, and decides when pressed again',
  async (button, failed) => {
    const { save, press, router } = await openReview();
    await save(router, { duration: 90 });
    const field = `${router}:duration`;
    const refused = await press(button, { [field]: '2h' });
    expect(refused.status).toBe(409);
    expect(toastOf(refused.text)).toBe(`${failed} ${SAVED}`);
    expect(pendingRow(server(), router)).toMatchObject({ duration: 90, status: 'pending_review' });
    const shown = controlOf(refused.text, field);
    expect([shown.value, shown.isInvalid]).toEqual(['2h', true]);
    expect(shown.descriptions).toContain(SAVED);
    expect((await press(button, {}, refused.text)).status).toBe(303);
    expect(durationOf(router)).toBe(120);
  },
);

test('A field that was emptied meanwhile, or holds another client, says so; one with another suggestion does not', async () => {
  const { visitor, save, press, quay, router, printer } = await openReview();
  await save(router, { duration: null, clientId: quay });
  const typed = { [`${router}:duration`]: '2h', [`${router}:client`]: '' };
  const refused = (await press('Save Router', typed)).text;
  const said = (name: string) => controlOf(refused, `${router}:${name}`).descriptions.at(-1);
  expect(said('duration')).toBe('Saved by someone else: nothing');
  expect(said('client')).toBe('Saved by someone else: Quay Books');
  await press('Save Router', {}, refused);
  expect(pendingRow(server(), router)).toMatchObject({ duration: 120, clientId: null });
  const fresh = addPendingLog(server(), { taskName: 'Cable' });
  const page = (await visitor.get(SCREEN)).text;
  await visitor.api('POST', '/api/rules', { words: 'Cable', duration: 90 });
  // What was typed is a person's, and goes over whatever was suggested.
  expect((await press('Save Cable', { [`${fresh}:duration`]: '2h' }, page)).status).toBe(303);
  expect([durationOf(fresh), durationOf(printer)]).toEqual([120, 60]);
});

test('The same value is no conflict, and neither is another field', async () => {
  const { save, press, quay, router } = await openReview();
  await save(router, { duration: 90, clientId: quay });
  expect((await press('Save Router', { [`${router}:duration`]: '1.5' })).status).toBe(303);
  expect(pendingRow(server(), router)).toMatchObject({ duration: 90, clientId: quay });
});

test('What cannot be read is said together with what was saved meanwhile', async () => {
  const { save, press, router } = await openReview();
  await save(router, { duration: 90 });
  const refused = await press('Save Router', { [`${router}:duration`]: 'some hours' });
  const [sentence] = controlOf(refused.text, `${router}:duration`).descriptions.slice(-1);
  expect(sentence).toMatch(/^Enter a number of hours.* Saved by someone else: 1h 30m$/);
});

test('A row that comes back with another one says it, too, since its page is new', async () => {
  const { save, press, router, printer } = await openReview();
  await save(router, { duration: 90 });
  const typed = { [`${router}:duration`]: '2h', [`${printer}:duration`]: 'some hours' };
  const refused = (await press('Save Printer', typed)).text;
  expect(toastOf(refused)).toMatch(/Enter a number of hours/);
  expect(controlOf(refused, `${router}:duration`).descriptions).toContain(SAVED);
});

test('A form that was carried out, and comes once more, gets the same answer', async () => {
  const { save, press, router } = await openReview();
  const typed = { [`${router}:duration`]: '2h' };
  const first = await press('Save Router', typed);
  await save(router, { duration: 90 });
  const again = await press('Save Router', typed);
  expect([again.status, again.location]).toEqual([303, first.location]);
  expect(durationOf(router)).toBe(90);
});

test('A save that waited on a device is refused with what was saved meanwhile', async () => {
  const { visitor, html, save, router } = await openReview();
  await save(router, { duration: 90 });
  const answer = await sendLater(visitor, html, {
    do: `${router}:save`,
    [`${router}:duration`]: '2h',
  });
  expect(takenBy(answer)).toEqual([409, 'refused', SAVED]);
  expect(durationOf(router)).toBe(90);
});

describe('What is set for all that are selected', () => {
  test('leaves a task of which another window saved that field, says so, and decides when pressed again', async () => {
    const { visitor, save, press, quay, router, printer, newer } = await openReview();
    await save(router, { duration: 90, clientId: quay });
    const typed = { ids: [router, printer].map(String), duration: '2h' };
    const answer = await press('Assign', typed);
    const page = (await visitor.get(answer.location ?? '')).text;
    expect(toastOf(page)).toContain('1 changed, 1 changed since: check it, then set it again');
    expect([router, printer, newer].map(durationOf)).toEqual([90, 120, 60]);
    await press('Assign', { duration: '2h' }, page);
    expect([router, printer, newer].map(durationOf)).toEqual([120, 120, 60]);
    expect(pendingRow(server(), router)).toMatchObject({ clientId: quay });
  });

  test('leaves a description that another window typed', async () => {
    const { press, save, router } = await openReview();
    await save(router, { description: 'Replaced the router in the cellar' });
    const typed = { ids: String(router), description: 'By phone' };
    expect((await press('Assign', typed)).status).toBe(303);
    expect(pendingRow(server(), router).description).toBe('Replaced the router in the cellar');
  });

  test('goes over what another window saved in other fields, or as the same', async () => {
    const { press, save, quay, router, printer } = await openReview();
    await save(router, { clientId: quay });
    await save(printer, { duration: 120 });
    const typed = { ids: [router, printer].map(String), duration: '2h' };
    expect((await press('Assign', typed)).status).toBe(303);
    expect([router, printer].map(durationOf)).toEqual([120, 120]);
  });

  test('counts as it was pressed last, where the page had no answer to the first press yet', async () => {
    const { press, save, router, printer } = await openReview();
    const assign = async (text: string) => {
      await press('Assign', { ids: [router, printer].map(String), duration: text });
      return [router, printer].map(durationOf);
    };
    await press('Save Router', { [`${router}:duration`]: '15m' });
    expect(await assign('2h')).toEqual([120, 120]);
    expect(await assign('3h')).toEqual([180, 180]);
    await press('Save Router', { [`${router}:duration`]: '45m' });
    expect(await assign('4h')).toEqual([240, 240]);
    await save(router, { duration: 90 });
    expect(await assign('5h')).toEqual([90, 300]);
  });

  test('after it waited on a device is said to the device; twice from there, both are its own', async () => {
    const { visitor, html, save, router, printer } = await openReview();
    const assign = (text: string) =>
      sendLater(visitor, html, {
        do: 'assign',
        ids: [router, printer].map(String),
        duration: text,
        oneTimeKey: newOneTimeKey(),
      });
    expect(takenBy(await assign('2h'))[1]).toBe('done');
    expect(takenBy(await assign('3h'))[1]).toBe('done');
    await save(router, { duration: 90 });
    const [status, taken, said] = takenBy(await assign('4h'));
    expect([status, taken]).toEqual([409, 'refused']);
    expect(said).toContain('1 changed, 1 changed since: check it, then set it again');
    expect([router, printer].map(durationOf)).toEqual([90, 240]);
  });
});

describe('Twins', () => {
  test('are set together only where none of them was saved meanwhile', async () => {
    const { save, press, newer, older } = await openReview();
    await save(older, { duration: 90 });
    const field = `${newer}-${older}:duration`;
    const refused = await press('Save all 2 of Backups', { [field]: '2h' });
    expect(refused.status).toBe(409);
    expect([newer, older].map(durationOf)).toEqual([60, 90]);
    const shown = controlOf(refused.text, field);
    expect([shown.value, shown.descriptions.at(-1)]).toEqual(['2h', SAVED]);
    await press('Save all 2 of Backups', {}, refused.text);
    expect([newer, older].map(durationOf)).toEqual([120, 120]);
  });

  test('are judged each by what it showed', async () => {
    const { visitor, save, press, newer, older } = await openReview();
    await save(older, { duration: 90 });
    const html = (await visitor.get(SCREEN)).text;
    const typed = { [`${newer}-${older}:duration`]: '2h' };
    expect((await press('Save all 2 of Backups', typed, html)).status).toBe(303);
    expect([newer, older].map(durationOf)).toEqual([120, 120]);
  });
});

type Visitor = Awaited<ReturnType<typeof visitSignedIn>>;

/** Sends the review's form as a device does on which it waited for a line. */
function sendLater(visitor: Visitor, html: string, typed: Record<string, string | string[]>) {
  const form = plainFormsOf(html).find(({ action }) => action.includes('/review'));
  const fields = new URLSearchParams(form?.fields.filter(([name]) => !(name in typed)));
  for (const [name, values] of Object.entries(typed)) {
    for (const value of [values].flat()) fields.append(name, value);
  }
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Sent-Later': '1 60000' };
  return visitor.post(form?.action ?? '', fields, headers);
}

const takenBy = ({ status, headers }: Awaited<ReturnType<typeof sendLater>>) => [
  status,
  headers.get('X-Taken'),
  decodeURIComponent(headers.get('X-Taken-Said') ?? ''),
];

test('Two saves of a row that waited on a device are both its own; one of another window between them is not', async () => {
  const { visitor, html, save, router } = await openReview();
  const saveLater = (text: string) =>
    sendLater(visitor, html, {
      do: `${router}:save`,
      oneTimeKey: newOneTimeKey(),
      [`${router}:duration`]: text,
    });
  expect(takenBy(await saveLater('2h'))[1]).toBe('done');
  expect(takenBy(await saveLater('3h'))[1]).toBe('done');
  expect(durationOf(router)).toBe(180);
  await save(router, { duration: 90 });
  expect(takenBy(await saveLater('4h'))).toEqual([409, 'refused', SAVED]);
  expect(durationOf(router)).toBe(90);
});
