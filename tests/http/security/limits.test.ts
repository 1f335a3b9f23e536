import { expect, test } from 'vitest';
import { useServer } from '../../support/server/use-server.ts';
import { sendFile, ourFile } from '../../support/data/imports.ts';
import { visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';

const LIMIT = 3;
const server = useServer(() => ({
  AI_CALLS_PER_MINUTE: String(LIMIT),
  IMPORTS_PER_MINUTE: String(LIMIT),
  EXPORTS_PER_MINUTE: String(LIMIT),
  SIGN_INS_PER_MINUTE: '0',
}));

const COSTLY: [string, (visitor: Visitor, from: Record<string, string>) => Promise<Answer>][] = [
  ['downloads', (visitor, from) => visitor.get('/work-logs.csv', from)],
  ['imports', (visitor, from) => visitor.api('POST', '/api/todoist/sync', undefined, from)],
  [
    'texts for the AI service',
    (visitor, from) => visitor.api('POST', '/api/ai/generate-description', { taskName: 'x' }, from),
  ],
  [
    'texts that are asked for again',
    (visitor, from) => visitor.post('/descriptions/12', { intent: 'again:7' }, from),
  ],
];
const at = (address: string) => ({ 'X-Forwarded-For': address });

test.each(COSTLY)('%s: a person has a limit, wherever they are', async (_, ask) => {
  const visitor = await visitSignedIn(server());
  for (let n = 0; n < LIMIT; n++) {
    expect((await ask(visitor, at(`192.0.2.${n}`))).status).not.toBe(429);
  }
  const refused = await ask(visitor, at('192.0.2.99'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(refused.text).toMatch(/ait a minute, then try again\./);
  // Everything else goes on.
  expect((await visitor.get('/work-logs', at('192.0.2.99'))).status).toBe(200);
});

test.each(COSTLY)('%s: an address has a limit, whoever is there', async (_, ask) => {
  const { db } = server().services;
  const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
  for (const email of emails) {
    db.$client.prepare('insert into approved_emails (email, created_at) values (?, 0)').run(email);
  }
  const statuses = [];
  for (const email of emails) {
    statuses.push((await ask(await visitSignedIn(server(), email), at('192.0.2.1'))).status);
  }
  expect(statuses.slice(0, LIMIT)).not.toContain(429);
  expect(statuses[LIMIT]).toBe(429);
  const elsewhere = await visitSignedIn(server());
  expect((await ask(elsewhere, at('192.0.2.2'))).status).not.toBe(429);
});

test('What is limited does not use up the limit of another kind, and 0 is no limit', async () => {
  const visitor = await visitSignedIn(server());
  for (let n = 0; n <= LIMIT; n++) await visitor.get('/work-logs.csv');
  expect((await visitor.get('/export.zip')).status).toBe(429);
  // However the address is written, where it leads to the same.
  expect((await visitor.get('/EXPORT%2Ezip')).status).toBe(429);
  expect((await visitor.get('/Work-Logs.csv')).status).toBe(429);
  const file = ourFile('2026-03-02 10:00,Acme,Support,60,Text,true,60,,');
  expect((await sendFile(visitor, file)).status).not.toBe(429);
  for (let n = 0; n < 65; n++) expect((await visitor.get('/api/login')).status).not.toBe(429);
});
