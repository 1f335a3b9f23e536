import { addClient, addWorkType } from './entries.ts';
import { addPendingLog } from './pending-work-logs.ts';

const FIRST = 'Harbour Quay Thorn Copper Pennine Ellis Marlow Juniper Bracken Fairweather'.split(
  ' ',
);
const SECOND = 'View Brook Field Grange Hill Mill Cross Bridge Wood Moor'.split(' ');
const KIND = ['Dental', 'Solicitors', 'Cafés', 'Timber Supplies', 'Primary School'];
const TASKS =
  'Reset the router|Printer in reception does not print|Set up a laptop|Move the mailbox|Renew the certificate'.split(
    '|',
  );

/** 500 clients, 50 work types and 60 tasks that wait for review, half of them with a suggestion. */
export function addFullReview(server: Parameters<typeof addClient>[0]): void {
  const names = FIRST.flatMap((one) =>
    SECOND.flatMap((two) => KIND.map((kind) => `${one} ${two} ${kind}`)),
  );
  const clients = names.map((name) => addClient(server, name));
  const types = FIRST.flatMap((one) =>
    KIND.map((kind) => addWorkType(server, `${kind} work, ${one}`)),
  );
  for (let index = 0; index < 60; index += 1) {
    addPendingLog(server, {
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
}
