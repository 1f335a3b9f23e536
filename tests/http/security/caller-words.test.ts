import { expect, test } from 'vitest';
import { addClient } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { configured } from '../../support/data/rewrites.ts';
import { useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);

/** Properties that every JavaScript object inherits: a look-up by such a name must not find them. */
const WORDS = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

test.each(WORDS)('%s is not taken for a button, a filter or an action', async (word) => {
  const visitor = await visitSignedIn(server());
  const id = addPendingLog(server());
  addClient(server(), 'Acme');
  const before = pendingRow(server(), id);
  expect((await visitor.post(`/pending-work-logs/${id}/${word}`)).status).toBe(404);
  for (const path of ['/pending-work-logs/review', '/descriptions', '/settings/xero/choices']) {
    const fields = { do: word, intent: word, subject: word, regenerate: word };
    expect([path, (await visitor.post(path, fields)).status]).toEqual([
      path,
      expect.toSatisfy(isNoFault),
    ]);
  }
  for (const path of [
    `/pending-work-logs?status=${word}`,
    `/work-logs?isInvoiced=${word}`,
    `/api/pending-worklogs?status=${word}`,
    `/api/clients/${word}`,
    `/?error=${word}`,
  ]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, expect.toSatisfy(isNoFault)]);
  }
  expect(pendingRow(server(), id)).toEqual(before);
});

function isNoFault(status: unknown): boolean {
  return typeof status === 'number' && status < 500;
}

test('a description may hold such words', async () => {
  const visitor = await configured(server());
  const description = 'wrote the constructor and toString of Acme, valueOf too';
  const answer = await visitor.api('POST', '/api/ai/generate-description', { text: description });
  expect(answer.status).toBe(200);
  const form = await visitor.post('/descriptions/rewrite', { description });
  expect(form.status).toBe(200);
});
