import { beforeEach, describe, expect, test } from 'vitest';
import { timers, workLogs } from '#db/schema.ts';
import { addClient, addWorkType, approve } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let clientId: number;
let support: number;

beforeEach(async () => {
  server().setClock(new Date('2026-11-20T09:00:00Z'));
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Thorn');
  support = addWorkType(server(), 'Support');
});

/** The fields of the form of a page, with what somebody types there. */
const typedIn = (page: Answer, typed: Record<string, string>) => ({
  ...fieldsOf(page.text, 'draft'),
  ...typed,
});

describe('the form of time to be logged, while another window', () => {
  const typed = () => ({
    clientId: String(clientId),
    workTypeId: String(support),
    description: 'What was typed',
    ended: '2026-11-20T09:40',
  });

  /** The page of a stopped timer that lacks its client. */
  async function openDraft() {
    await visitor.api('POST', '/api/timer/start', { workTypeId: support });
    server().setClock(new Date('2026-11-20T09:45:00Z'));
    await visitor.api('POST', '/api/timer/stop');
    const [{ id } = { id: 0 }] = server().services.db.select().from(timers).all();
    const path = `/timer/drafts/${id}`;
    return { path, page: await visitor.get(path) };
  }

  test.each(['log', 'discard'])('has used it up (%s), comes back filled', async (press) => {
    const { path, page } = await openDraft();
    const other = { ...typed(), description: 'By the other window', press };
    expect(
      (await visitor.post(path, typedIn(page, { ...other, oneTimeKey: 'other' }))).status,
    ).toBe(303);
    const before = server().services.db.select().from(workLogs).all();
    const refused = await visitor.post(path, typedIn(page, { ...typed(), press: 'log' }));
    expect(refused.status).toBe(404);
    for (const [name, value] of Object.entries(typed())) {
      expect([name, controlOf(refused.text, name).value]).toEqual([name, value]);
    }
    expect(visibleText(refused.text)).toContain(
      'The time was not found. It may have been removed. Not saved. What you typed is still here.',
    );
    expect(toastOf(refused.text)).toBe('Error Failed to log work');
    expect(server().services.db.select().from(workLogs).all()).toEqual(before);
    expect((await visitor.get(path)).status).toBe(404);
  });

  test('does nothing, logs it at the rate that is chosen', async () => {
    const { path, page } = await openDraft();
    const rate = { rateChoice: 'typed', hourlyRate: '61.50' };
    await visitor.post(path, typedIn(page, { ...typed(), ...rate, press: 'log' }));
    expect(server().services.db.select().from(workLogs).all()).toMatchObject([
      { duration: 40, hourlyRatePence: 6_150, hasOwnRate: true },
    ]);
  });

  test('says nothing of somebody else’s', async () => {
    const { path } = await openDraft();
    approve(server(), 'sam@example.com');
    const other = await visitSignedIn(server(), 'sam@example.com');
    const refused = await other.post(path, { ...typed(), press: 'log' });
    expect(refused.status).toBe(404);
    expect(visibleText(refused.text)).not.toContain('The timer was started on');
    expect(
      (await other.post('/timer/drafts/999999', { ...typed(), press: 'log' })).text,
    ).not.toContain('What was typed');
  });
});
