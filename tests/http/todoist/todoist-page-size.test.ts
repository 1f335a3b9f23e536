import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const FIRST = 'Harbour Quay Thorn Copper Pennine Ellis Marlow Juniper Bracken Fairweather'.split(
  ' ',
);
const SECOND = 'View Brook Field Grange Hill Mill Cross Bridge Wood Moor'.split(' ');
const KIND = ['Dental', 'Solicitors', 'Cafés', 'Timber Supplies', 'Primary School'];
const TASKS =
  'Reset the router|Printer in reception does not print|Set up a laptop|Move the mailbox|Renew the certificate'.split(
    '|',
  );

const server = useServer();

test('A page of 50 tasks with 500 clients and 50 work types is at most 15 KB on the line', async () => {
  const visitor = await visitSignedIn(server());
  const names = FIRST.flatMap((one) =>
    SECOND.flatMap((two) => KIND.map((kind) => `${one} ${two} ${kind}`)),
  );
  const clients = names.map((name) => addClient(server(), name));
  const types = FIRST.flatMap((one) =>
    KIND.map((kind) => addWorkType(server(), `${kind} work, ${one}`)),
  );
  for (let index = 0; index < 60; index += 1) {
    addPendingLog(server(), {
      taskName: `${TASKS[index % TASKS.length] ?? ''} ${index < 10 ? '' : index}`,
      projectName: names[(index * 23) % names.length] ?? '',
      clientId: clients[(index * 23) % names.length],
      workTypeId: types[(index * 7) % types.length],
      suggestions:
        index % 2 === 0
          ? JSON.stringify({ clientId: { reason: 'as the last 3 of this task' } })
          : '{}',
      labels: JSON.stringify(['support']),
      duration: 15 * ((index % 8) + 1),
      completedAt: new Date(Date.UTC(2026, 2, 27, 9, -37 * index)),
    });
  }
  const { text } = await visitor.get('/pending-work-logs');
  expect(clients).toHaveLength(500);
  expect(types).toHaveLength(50);
  expect(
    text.match(/<input type="checkbox" name="ids"|<input type="checkbox"[^>]*name="ids"/g),
    'control: 50 tasks',
  ).toHaveLength(50);
  // Each name of the list once for the field that filters, and no row has a list of its own.
  expect(text.match(/<option/g)?.length).toBeLessThan(600);
  expect(gzipSync(text).length).toBeLessThanOrEqual(15 * 1024);
});
