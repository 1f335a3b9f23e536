import { expect, test, vi } from 'vitest';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import {
  activeWebhooks,
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
} from './webhooks.server.ts';

test('without an active webhook the database is asked once, and then not until there is one', () => {
  const db = openDatabase(':memory:');
  migrateDatabase(db);
  const services = { db, clock: () => new Date(), appSecret: 'x'.repeat(32) };
  const select = vi.spyOn(db, 'select');
  expect([activeWebhooks(services), activeWebhooks(services)]).toEqual([[], []]);
  expect(select).toHaveBeenCalledTimes(1);
  const { id } = createWebhook(services, {
    ...{ name: 'Receiver', url: 'https://hooks.example.com/', events: ['client.created'] },
    ...{ body: 'standard', contentType: 'application/json', template: null },
    ...{ authorization: null, forgetAuthorization: null },
  });
  expect(activeWebhooks(services)).toMatchObject([{ id }]);
  pauseWebhook(services, id);
  expect(activeWebhooks(services)).toEqual([]);
  resumeWebhook(services, id);
  expect(activeWebhooks(services)).toMatchObject([{ id }]);
  deleteWebhook(services, id);
  expect(activeWebhooks(services)).toEqual([]);
});
