import { expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { toastOf, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

const CLIENT = 'מסעדת הנמל';
const WORK_TYPE = 'دعم';

/** A name with the signs between which it has a direction of its own. */
const isolated = (name: string) => `\u2068${name}\u2069`;

test('A name from right to left ends before the figures behind it, and is stored as it was typed', async () => {
  const visitor = await visitSignedIn(server());
  const clientId = addClient(server(), CLIENT);
  const workTypeId = addWorkType(server(), WORK_TYPE);
  const id = addLog(server(), { clientId, workTypeId });

  const { text: form } = await visitor.get('/work-logs/new');
  expect(visibleText(form)).toContain(`${isolated(WORK_TYPE)} (£75.00/hr)`);

  const repeated = await visitor.post('/work-logs/repeat', { repeat: String(id) });
  expect(toastOf((await visitor.get(repeated.location ?? '')).text)).toContain(
    `1h 0m for ${isolated(CLIENT)}, ${isolated(WORK_TYPE)}: £60.00`,
  );

  const fields = { line: `30m ${CLIENT} ${WORK_TYPE}`, back: '/dashboard' };
  const logged = await visitor.post('/work-logs/line', fields);
  expect(toastOf((await visitor.get(logged.location ?? '')).text)).toContain(
    `${isolated(CLIENT)}, ${isolated(WORK_TYPE)}, `,
  );

  const names = { client: { name: CLIENT }, workType: { name: WORK_TYPE } };
  const { text: list } = await visitor.api('GET', '/api/work-logs');
  expect(JSON.parse(list)).toMatchObject([names, names, names]);
});
