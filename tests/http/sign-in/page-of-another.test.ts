import { beforeEach, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType, approve } from '../../support/data/entries.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { visibleText } from '../../support/html.ts';
import { dataAddress } from '../../support/route-ids.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const ROBIN = 'robin@example.com';
const server = useServer();
let alex: Visitor;
/** The same browser once Robin is signed in there. */
let robin: Visitor;

beforeEach(async () => {
  addClient(server(), 'Thorn');
  addWorkType(server(), 'Support');
  approve(server(), ROBIN);
  alex = await visitSignedIn(server());
  robin = await visitSignedIn(server(), ROBIN);
});

const logs = () => server().services.db.select().from(workLogs).all();

/** The fields of the form for a line, as a visitor's page has it, with a line typed. */
async function typedBy(visitor: Visitor): Promise<Record<string, string>> {
  const { text } = await visitor.get('/work-logs/line');
  const form = plainFormsOf(text).find(({ action }) => action.startsWith('/work-logs/line'));
  return { ...Object.fromEntries(form?.fields ?? []), line: '1h thorn support cables' };
}

test('what was typed in a page of somebody else is not saved as one’s own', async () => {
  const typed = await typedBy(alex);
  const refused = await robin.post('/work-logs/line', typed);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain(
    'Not saved: this page belongs to somebody else who was signed in here.',
  );
  expect(logs()).toEqual([]);
  expect((await robin.post('/work-logs/line', await typedBy(robin))).status).toBe(303);
  expect(logs()).toMatchObject([{ createdBy: 2 }]);
});

test('scripts, the outbox of a device and text browsers are told the same', async () => {
  const typed = await typedBy(alex);
  const byScript = await robin.post(dataAddress('/work-logs/line'), typed);
  expect(byScript.status).toBe(409);
  expect(byScript.text).toContain('this page belongs to somebody else');
  const me = (await robin.api('GET', '/api/auth/user')).json() as { id: number };
  const later = { Origin: server().url, 'X-Sent-Later': `${me.id} 5000` };
  const byOutbox = await robin.post('/work-logs/line', typed, later);
  expect(byOutbox.status).toBe(409);
  expect(decodeURIComponent(byOutbox.headers.get('X-Taken-Said') ?? '')).toContain(
    'this page belongs to somebody else',
  );
  expect((await robin.post('/work-logs/line', typed, {})).status).toBe(403);
  expect(logs()).toEqual([]);
});

test('a page of one’s own is taken after the next sign-in, and a form that says nothing of it', async () => {
  const typed = await typedBy(alex);
  const again = await visitSignedIn(server());
  expect((await again.post('/work-logs/line', typed)).status).toBe(303);
  const line = { line: '2h thorn support' };
  expect((await robin.post('/work-logs/line', line)).status).toBe(303);
  expect(logs()).toHaveLength(2);
  expect((await visit(server()).post('/work-logs/line', typed)).status).toBe(401);
});
