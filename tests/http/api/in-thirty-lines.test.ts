import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { users } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { programOf } from '../../support/data/tokens.ts';
import { freePort } from '../../support/server/free-port.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { testRoot } from '../../support/server/test-root.ts';

const shared = useSharedServer();
const DOCUMENT = join(import.meta.dirname, '../../../docs/api.md');
const KEY = Buffer.from('a key of no other program');

/** The lines of the document, running; with what they have written so far. */
async function startLines(environment: Record<string, string>) {
  const folder = await mkdtemp(join(testRoot(), 'lines-'));
  const [, lines = ''] = /```js\n(.*?)```/s.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  await writeFile(join(folder, 'hours.mjs'), lines);
  const child = spawn(process.execPath, ['hours.mjs', '45m Acme support: cables'], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (written += data.toString()));
  }
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true });
  });
  return { folder, lines, written: () => written };
}

test('the lines of docs/api.md log, list, export, and believe only a webhook that is signed', async () => {
  const { server } = shared();
  addClient(server, 'Acme');
  addWorkType(server, 'Support');
  const user = server.services.db.select().from(users).get();
  const { token } = programOf(server, user?.id ?? 0, { scopes: ['read', 'log'] });
  const port = String(await freePort());
  const { folder, lines, written } = await startLines({
    TALLYHOUR: server.url,
    TOKEN: token,
    SECRET: `whsec_${KEY.toString('base64')}`,
    PORT: port,
  });
  expect(
    lines
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(30);
  await expect.poll(written).toContain('Waiting for webhooks');
  expect(written()).toContain('Logged: Acme 45 minutes 45.00');
  const file = await readFile(join(folder, 'work-logs.json'), 'utf8');
  expect(JSON.parse(file)).toMatchObject([{ duration: 45, client: { name: 'Acme' } }]);

  const tell = async (type: string, key: Buffer, time = Date.now() / 1_000) => {
    const [body, at] = [JSON.stringify({ type, data: {} }), String(Math.floor(time))];
    const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signature}`,
    };
    return (await fetch(`http://localhost:${port}`, { method: 'POST', body, headers })).status;
  };
  expect(await tell('invoice.paid', KEY)).toBe(204);
  expect(await tell('invoice.false', Buffer.from('another'))).toBe(401);
  expect(await tell('invoice.old', KEY, Date.now() / 1_000 - 3_600)).toBe(401);
  await expect.poll(written).toContain('Told: invoice.paid');
  expect(written()).not.toContain('Told: invoice.false');
  expect(written()).not.toContain('Told: invoice.old');
});
