import { expect, test } from 'vitest';
import { webhooks } from '#db/schema.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';
import {
  addWebhook,
  formOf,
  useWebhookReceiver,
  webhooksOf,
} from '../../support/server/webhooks.ts';

const receiver = useWebhookReceiver();
const server = useServer();

const REFUSAL = 'This address is in the server’s own network';

const INSIDE = [
  'http://127.0.0.1/',
  'http://localhost/',
  'http://10.1.2.3/',
  'http://172.20.0.1/',
  'http://192.168.0.1/',
  'http://100.64.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0.0.0.0/',
  'http://224.0.0.251/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[ff02::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::7f00:1]/',
  'http://2130706433/',
  'http://0x7f.1/',
];

test('an address of the own network is neither saved nor, once it is there, sent to', async () => {
  const visitor = await visitSignedIn(server());
  for (const url of INSIDE) {
    const answer = await visitor.post('/settings/webhooks/new', formOf(url, ['client.created']));
    expect([url, answer.status]).toEqual([url, 400]);
    expect(visibleText(answer.text)).toContain(REFUSAL);
  }
  expect(webhooksOf(server())).toEqual([]);

  // What was saved while it was allowed, or by a name that meant something else then.
  const { id } = await addWebhook(visitor, 'https://hooks.example.invalid/', ['client.created']);
  const own = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'].map((host) =>
    receiver().url.replace('127.0.0.1', host),
  );
  for (const url of [...INSIDE, ...own]) {
    server().services.db.update(webhooks).set({ url }).run();
    const answer = await visitor.post(`/settings/webhooks/${id}/press`, { press: 'test' });
    const toast = toastOf((await visitor.get(answer.location ?? '')).text);
    expect([url, toast]).toEqual([url, expect.stringContaining(REFUSAL)]);
  }
  expect(receiver().received).toEqual([]);
  const edit = formOf('http://10.0.0.1/', ['client.created'], { version: '1' });
  expect((await visitor.post(`/settings/webhooks/${id}/edit`, edit)).status).toBe(400);
});

test.for([
  ['url', 'ftp://hooks.example.com/'],
  ['url', 'https://user:pass@hooks.example.com/'],
  ['url', 'hooks.example.com'],
  ['events', 'nothing.created'],
  ['body', 'other'],
  ['contentType', 'text/html\r\nX-Header: 1'],
  ['authorization', 'Bearer a\r\nX-Header: 1'],
  ['authorization', 'Bearer ünsent'],
  ['template', '{"a": {{title}}}'],
] as const)('a form with %s %j is refused, and says so', async ([name, value]) => {
  const visitor = await visitSignedIn(server());
  const fields = formOf('https://hooks.example.com/', ['client.created'], { body: 'template' });
  fields.set('template', '{}');
  fields.set(name, value);
  const answer = await visitor.post('/settings/webhooks/new', fields);
  // A field of one line has its breaks taken out, as everywhere.
  if (answer.status === 303) expect(JSON.stringify(webhooksOf(server()))).not.toContain('\\r');
  else expect(answer.status).toBe(400);
});
