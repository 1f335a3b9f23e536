import { expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer(() => ({ TIME_ZONE: 'America/New_York' }));

test('West of Greenwich a log is refused that is of 1970 in UTC and of the day before there', async () => {
  const visitor = await visitSignedIn(server());
  const log = {
    clientId: addClient(server(), 'Acme'),
    workTypeId: addWorkType(server(), 'Support'),
  };
  const send = (date: string) =>
    visitor.api('POST', '/api/work-logs', { ...log, duration: 60, date, confirm: 'date' });
  const refused = await send('1970-01-01T02:00:00Z');
  expect(refused.status).toBe(400);
  expect(refused.json()).toMatchObject({
    issues: [{ path: 'date', message: 'Enter a date from 1970-01-01 to 9998-12-31.' }],
  });
  expect((await send('1970-01-01T06:00:00Z')).status).toBe(201);
  expect(server().services.db.select().from(workLogs).all()).toMatchObject([{ day: '1970-01-01' }]);
});
