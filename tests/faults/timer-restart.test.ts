import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openLink } from '../support/server/login-link.ts';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';
import { TEST_EMAIL } from '../support/server/test-server.ts';
import { visit } from '../support/server/visitor.ts';

const folders: string[] = [];

afterEach(async () => {
  await discardServerProcesses();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('a timer runs on after a server that was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-kept-'));
  folders.push(dataDir);
  const environment = { APPROVED_EMAILS: TEST_EMAIL };
  const first = await startServerProcess({ environment, dataDir });
  await first.waitFor('"listening"');
  const link = /^http\S+$/m.exec(first.output().stdout)?.[0] ?? '';
  const visitor = visit(first);
  await openLink(visitor, link.replace(first.url, ''));
  await visitor.api('POST', '/api/timer/start', { description: 'Mailbox' });
  const before = (await visitor.api('GET', '/api/timer')).json();
  expect(before).toMatchObject({ running: true, description: 'Mailbox' });
  first.child.kill('SIGKILL');
  await first.ended();

  const second = await startServerProcess({ environment, dataDir });
  await second.waitFor('"listening"');
  const later = visit(second);
  for (const [name, value] of visitor.cookies) later.cookies.set(name, value);
  expect((await later.api('GET', '/api/timer')).json()).toEqual(before);
});
