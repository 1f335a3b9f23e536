import { expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

async function shownAt(address: string) {
  const { text } = await (await visitSignedIn(server())).get(address);
  const words = visibleText(text);
  return { cards: text.match(/aria-label="Edit /g)?.length ?? 0, words };
}

test('a hundred clients are shown, others are counted and found by their name', async () => {
  for (let number = 1; number <= 100; number++) addClient(server(), `Client ${number}`);
  const few = await shownAt('/clients');
  expect(few.cards).toBe(100);
  expect(few.words).not.toContain('Find others by name');

  addClient(server(), 'Quay Books');
  const many = await shownAt('/clients');
  expect(many.cards).toBe(100);
  expect(many.words).toContain('100 of 101 clients shown. Find others by name.');
  expect(many.words).not.toContain('Quay Books');

  const found = await shownAt('/clients?name=quay');
  expect(found.cards).toBe(1);
  expect(found.words).toContain('Quay Books');
  expect((await shownAt('/clients?name=nobody')).words).toContain('No client has that name');
});

test('a report and the Dashboard list the first clients, and count all', async () => {
  const workTypeId = addWorkType(server(), 'Support');
  for (let number = 1; number <= 161; number++) {
    addLog(server(), { clientId: addClient(server(), `Client ${number}`), workTypeId });
  }
  const report = await shownAt('/reports?by=client');
  expect(report.words).toContain('160 of 161 rows shown. Totals and the CSV file include all.');
  expect(report.words).toContain('161.00');
  const dashboard = await shownAt('/dashboard');
  expect(dashboard.words).toContain('156 more clients');
  expect(dashboard.words).toContain('See all in Reports');
  const few = await shownAt('/reports?by=client&clientId=1');
  expect(few.words).not.toContain('rows shown');
});
