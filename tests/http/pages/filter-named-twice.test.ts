import { beforeAll, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();
let one: number;
let other: number;

/** More than a page for each of two clients, so that there are links to pages. */
beforeAll(() => {
  const { server } = shared();
  // Lists for paper say the minute at which they were made.
  server.setClock(new Date('2026-11-20T12:00:00Z'));
  [one, other] = [addClient(server, 'One'), addClient(server, 'Other')];
  const workTypeId = addWorkType(server, 'Support');
  for (const clientId of [one, other, other]) {
    for (let day = 1; day <= 28; day += 1) {
      const text = String(day).padStart(2, '0');
      addLog(server, { clientId, workTypeId, day: `2026-10-${text}` });
      addPendingLog(server, { taskName: `Task ${day}`, clientId });
      addPendingLog(server, { taskName: `Old ${day}`, clientId });
    }
  }
  server.services.db.$client.exec(
    `update pending_work_logs set status = 'archived' where task_name like 'Old %'`,
  );
});

/** What a page shows and where it leads: its text, its links, and what its fields hold. */
async function shownAt(path: string) {
  const { status, text } = await shared().visitor.get(path);
  // Without one-time keys, and the way back to this very address, which is as it came.
  const links = [...text.matchAll(/href="([^"]*\?[^"]*)"/g)]
    .map(([, link = '']) => link)
    .filter((link) => !link.includes('?back='));
  const chosen = [...text.matchAll(/<option[^>]*\sselected=""[^>]*>([^<]*)/g)].map(
    ([, name]) => name,
  );
  return { status, links, chosen, text: visibleText(text) };
}

test.each([
  ['/work-logs', 'clientId'],
  ['/work-logs/print', 'clientId'],
  ['/pending-work-logs', 'clientId'],
  ['/pending-work-logs/print', 'clientId'],
  ['/archived-work-logs', 'clientId'],
  ['/invoices', 'clientId'],
  ['/reports', 'clientId'],
])('%s takes the last of two that are named %s, wherever it leads', async (path, name) => {
  const once = await shownAt(`${path}?${name}=${other}`);
  const twice = await shownAt(`${path}?${name}=${one}&${name}=${other}`);
  expect(twice).toEqual(once);
});

test.each([
  ['/pending-work-logs', 'status=pending_review&status=archived', 'status=archived'],
  ['/pending-work-logs', 'status=&status=archived', 'status=archived'],
  ['/pending-work-logs/print', 'status=pending_review&status=archived', 'status=archived'],
  ['/history', 'kind=client&kind=work-log', 'kind=work-log'],
  ['/history', 'kind=work-log&kind=', ''],
  ['/work-logs', 'startDate=2026-10-01&startDate=2026-10-20', 'startDate=2026-10-20'],
  ['/work-logs', 'q=nothing&q=', ''],
  ['/reports', 'by=month&by=person&from=2026-10-01', 'by=person&from=2026-10-01'],
])('%s?%s is as ?%s', async (path, twice, once) => {
  expect(await shownAt(`${path}?${twice}`)).toEqual(await shownAt(`${path}?${once}`));
});

test.each([
  ['/work-logs.csv', 'clientId'],
  ['/pending-work-logs.csv', 'clientId'],
  ['/invoices.csv', 'clientId'],
  ['/reports.csv', 'clientId'],
  ['/api/work-logs', 'clientId'],
  ['/api/work-logs', 'limit'],
  ['/api/pending-worklogs', 'clientId'],
  ['/api/reports', 'clientId'],
])('%s takes the last of two %s', async (path, name) => {
  const { visitor } = shared();
  const once = await visitor.get(`${path}?${name}=${other}`);
  const twice = await visitor.get(`${path}?${name}=${one}&${name}=${other}`);
  expect([twice.status, twice.text]).toEqual([once.status, once.text]);
});

test('Create Invoices takes along the last of two', async () => {
  const path = `/work-logs?clientId=${one}&clientId=${other}&go=create-invoices`;
  const answer = await shared().visitor.get(path);
  expect(answer.location).toBe(`/work-logs/create-invoices?clientId=${other}`);
});
