import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { visibleText } from '../support/html.ts';
import { openLink } from '../support/server/login-link.ts';
import { cardsOf, valuesOf } from '../support/data/rewrites.ts';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';
import { TEST_EMAIL } from '../support/server/test-server.ts';
import { OPENAI_KEY, useOpenAi } from '../support/server/use-openai.ts';
import { idOf, visit } from '../support/server/visitor.ts';

const openAi = useOpenAi();
const folders: string[] = [];

afterEach(async () => {
  await discardServerProcesses();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after a server ended by %s in the middle of a batch, a person can go on with the rest',
  async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-kept-'));
    folders.push(dataDir);
    const environment = { APPROVED_EMAILS: TEST_EMAIL, ...openAi().environment };
    const first = await startServerProcess({ environment, dataDir });
    await first.waitFor('"listening"');
    const link = /^http\S+$/m.exec(first.output().stdout)?.[0] ?? '';
    const visitor = visit(first);
    await openLink(visitor, link.replace(first.url, ''));
    const call = async (path: string, body: object) => {
      const answer = await visitor.api('POST', path, body);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer;
    };
    await call('/api/ai/config', { openaiApiKey: OPENAI_KEY });
    const clientId = idOf(await call('/api/clients', { name: 'Acme' }));
    const workTypeId = idOf(await call('/api/work-types', { name: 'Support' }));
    const fields = new URLSearchParams({ subject: 'work_log' });
    for (const description of ['a svr', 'b svr', 'c svr', 'd svr', 'e svr']) {
      const log = { clientId, workTypeId, duration: 60, description };
      fields.append('ids', String(idOf(await call('/api/work-logs', log))));
    }
    // The first answer comes; the calls after it hang.
    openAi().fail({ kind: 'silence' });
    const started = await visitor.post('/descriptions', fields);
    expect(started.location).toBe('/descriptions/1');
    const calls = () => openAi().seen.filter(({ path }) => path.endsWith('/completions')).length;
    await expect.poll(calls).toBe(3);

    const signalledAt = performance.now();
    first.child.kill(signal);
    expect(await first.ended()).toBe(signal === 'SIGTERM' ? 0 : null);
    // Waiting for the AI service would have taken 28 seconds.
    expect(performance.now() - signalledAt).toBeLessThan(9_500);

    openAi().heal();
    const second = await startServerProcess({ environment, dataDir });
    await second.waitFor('"listening"');
    const later = visit(second);
    for (const [name, value] of visitor.cookies) later.cookies.set(name, value);
    const interrupted = await later.get('/descriptions/1');
    expect(visibleText(interrupted.text)).toContain(
      'The server stopped before everything was rewritten',
    );
    expect(cardsOf(interrupted.text).map(({ text }) => text.includes('Waiting'))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(calls()).toBe(3);
    await later.post('/descriptions/1', { intent: 'again' });
    const shown = async () => (await later.get('/descriptions/1')).text;
    await expect.poll(shown, { timeout: 10_000 }).toContain('5 of 5 rewritten');
    const used = new URLSearchParams({ intent: 'use' });
    const page = await shown();
    for (const texts of valuesOf(page, 'shown')) used.append('shown', texts);
    for (const { id } of cardsOf(page)) used.append('used', id ?? '');
    await later.post('/descriptions/1', used);
    const logs = (await later.api('GET', '/api/work-logs')).json() as { description: string }[];
    expect(logs.map(({ description }) => description).sort()).toEqual([
      'A server.',
      'B server.',
      'C server.',
      'D server.',
      'E server.',
    ]);
  },
);
