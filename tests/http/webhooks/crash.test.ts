import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';
import {
  addClientBy,
  addWebhook,
  checkStandard,
  deliveriesOf,
  LOCAL,
  useWebhookReceiver,
} from '../../support/server/webhooks.ts';

const receiver = useWebhookReceiver();
let server: TestServer | null = null;

afterEach(() => server?.stop());

test('what was sent, and died before that was noted, is sent again under the same id', async () => {
  let deaths = 0;
  server = await startTestServer(LOCAL, {
    checkpoint: (step) => {
      if (step === 'webhook sent' && (deaths += 1) === 1) throw new Error('Died');
    },
  });
  const visitor = await visitSignedIn(server);
  const { key } = await addWebhook(visitor, receiver().url, ['client.created']);
  await addClientBy(visitor, 'Acme');
  await expect.poll(() => receiver().received.length, { timeout: 20_000 }).toBe(2);
  const started = server;
  await expect.poll(() => deliveriesOf(started)[0]?.status, { timeout: 20_000 }).toBe('delivered');
  const [first, second] = receiver().received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  for (const one of receiver().received) checkStandard(one, key);
  expect(deliveriesOf(server)).toMatchObject([{ attempts: 1, answered: 204 }]);
});
