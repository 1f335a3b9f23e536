import { expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { toastOf } from '../../support/html.ts';
import { plainFormsOf, pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

/** A bulk press that waited on a device is called done there only where all of it was done. */

const server = useServer();
const SCREEN = '/pending-work-logs';

/** The review of four tasks: one that can be confirmed, two without a client, and one more. */
async function openReview() {
  const visitor = await visitSignedIn(server());
  const acme = addClient(server(), 'Acme');
  const workTypeId = addWorkType(server(), 'Support');
  const [router = 0, printer = 0, cable = 0, other = 0] = [acme, null, null, acme].map(
    (clientId, index) =>
      addPendingLog(server(), {
        ...{ taskName: `Task ${index}`, clientId, workTypeId, duration: 60 },
      }),
  );
  const html = (await visitor.get(SCREEN)).text;
  /** Sends the bar's Confirm of this page as the device does when the line is back. */
  const sendLater = async (ids: number[]) => {
    const form = plainFormsOf(html).find(({ action }) => action.includes('/review'));
    const fields = new URLSearchParams([...(form?.fields ?? []), ['do', 'confirm']]);
    for (const id of ids) fields.append('ids', String(id));
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Sent-Later': '1 60000' };
    const answer = await visitor.post(form?.action ?? '', fields, headers);
    const said = decodeURIComponent(answer.headers.get('X-Taken-Said') ?? '');
    return [answer.status, answer.headers.get('X-Taken'), said];
  };
  const setClient = (id: number) =>
    visitor.api('PUT', `/api/pending-worklogs/${id}`, { clientId: acme });
  return { visitor, html, sendLater, setClient, router, printer, cable, other };
}

const statusesOf = (ids: number[]) => ids.map((id) => pendingRow(server(), id).status);
const WAITS = 'pending_review';

test('Done in part is refused with its sentence, and nothing of it is done twice', async () => {
  const { visitor, html, sendLater, setClient, router, printer, cable } = await openReview();
  const ids = [router, printer, cable];
  const partly = [409, 'refused', '1 confirmed, 2 need a client'];
  expect(await sendLater(ids)).toEqual(partly);
  await setClient(printer);
  // The same once more, with its key: the answer stays what it was.
  expect(await sendLater(ids)).toEqual(partly);
  expect(statusesOf(ids)).toEqual(['confirmed', WAITS, WAITS]);
  // Opened from the list: the answer is a page, which shows what is left, and the list lets it go.
  const opened = await pressPlainly(visitor, html, 'Confirm Selected', { ids: ids.map(String) });
  expect([opened.status, opened.headers.get('X-Taken')]).toEqual([303, 'done']);
  expect(opened.location).toBe(`${SCREEN}?selected=${printer}-${cable}`);
  const page = (await visitor.get(opened.location ?? '')).text;
  expect(toastOf(page)).toContain('1 confirmed, 2 need a client');
  await pressPlainly(visitor, page, 'Confirm Selected');
  expect(statusesOf(ids)).toEqual(['confirmed', 'confirmed', WAITS]);
});

test('Done in full is done', async () => {
  const { sendLater, router, other } = await openReview();
  expect(await sendLater([router, other])).toEqual([200, 'done', '']);
  expect(statusesOf([router, other])).toEqual(['confirmed', 'confirmed']);
});
