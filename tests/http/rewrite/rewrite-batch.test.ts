import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmPendingLog } from '#app/pending-work-logs/entries.server.ts';
import { hardwareItems, rewrites, workLogs } from '#db/schema.ts';
import { addWorkType } from '../../support/data/entries.ts';
import { controlOf, fieldsOf, toastOf, visibleText } from '../../support/html.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { configured, IMPORT, PREVIEW, rewritesOn, valuesOf } from '../../support/data/rewrites.ts';
import { useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import { useXero } from '../../support/server/use-xero.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import { connecting, HARBOUR_ID } from '../../support/server/xero-connection.ts';

const openAi = useOpenAi();
const xero = useXero();
/** What the lines of the preview say. */
const linesOf = (html: string) =>
  (html.match(/<label[^>]*>(?:(?!<\/label>).)*Include .*?<\/label>/g) ?? []).map(visibleText);
const server = useServer(() => ({ ...openAi().environment, ...xero().environment }));
const { connect } = connecting(server, xero);
const { addLogs, addTasks, textOf, rows, batches, start, review, answer } = rewritesOn(server);

/** Somebody with the AI service and Xero set up. */
async function equipped(): Promise<Visitor> {
  const visitor = await configured(server());
  await connect(visitor, [HARBOUR_ID]);
  return visitor;
}

describe('descriptions on the invoice preview', () => {
  test('are selected, rewritten, looked at, used, and on the invoice', async () => {
    const visitor = await equipped();
    const [first = 0, second = 0, silent = 0] = addLogs('fixed svr', 'call w/ Anna, 2 hrs', '');
    const before = await visitor.get(PREVIEW);
    expect(valuesOf(before.text, 'ids')).toEqual([first, second, silent].map(String));
    expect(textOf(silent)).toBe('');

    const ticked = fieldsOf(before.text, 'create-invoices');
    ticked.set('press', 'rewrite');
    const started = await visitor.post(PREVIEW, ticked);
    expect([started.status, started.location]).toEqual([303, '/descriptions/1']);
    const shown = await review(visitor);
    expect(visibleText(shown.page.text)).toContain('2 of 2 rewritten');
    expect(shown.cards).toEqual([
      {
        text: expect.stringContaining('Harbour Dental Support · 5 Oct 2026') as string,
        id: '1',
        isTicked: true,
      },
      {
        text: expect.stringContaining('Use this text for Harbour Dental') as string,
        id: '2',
        isTicked: true,
      },
    ]);
    expect(shown.page.text).toMatch(/<del[^>]*>.*svr.*<\/del>/);
    expect(shown.page.text).toMatch(/<ins[^>]*>.*server.*<\/ins>/);
    // Nothing is saved before somebody decides.
    expect([textOf(first), textOf(second)]).toEqual(['fixed svr', 'call w/ Anna, 2 hrs']);

    const used = await answer(visitor, shown, ['1', '2']);
    expect([used.status, used.location]).toEqual([303, PREVIEW]);
    const after = await visitor.get(PREVIEW);
    expect(toastOf(after.text)).toBe('2 descriptions updated');
    expect(linesOf(after.text)).toEqual([
      'Include 05/10/2026 | Support | Fixed server.',
      'Include 05/10/2026 | Support | Call with Anna, 2 hours.',
      'Include 05/10/2026 | Support',
    ]);
    // The preview from before the rewrite is out of date now.
    const { value: stale } = controlOf(before.text, 'fingerprint');
    const refused = await visitor.post(PREVIEW, { fingerprint: stale ?? '' });
    expect(refused.location).toBe(PREVIEW);
    expect(toastOf((await visitor.get(PREVIEW)).text)).toContain('Something changed');
    expect(xero().state().invoices).toEqual([]);
  });

  test('are offered only for time, and not where the template leaves them out', async () => {
    const visitor = await equipped();
    const [log = 0] = addLogs('fixed svr');
    const hardware = addWorkType(server(), 'Cables');
    const { db, clock } = server().services;
    const [row] = db.select().from(workLogs).where(eq(workLogs.id, log)).all();
    if (!row) throw new Error('There is a log');
    const { id } = db
      .insert(workLogs)
      .values({
        ...row,
        id: undefined,
        workTypeId: hardware,
        isHardware: true,
        duration: 0,
        description: 'Cables',
      })
      .returning()
      .get();
    const times = { createdAt: clock(), updatedAt: clock() };
    db.insert(hardwareItems)
      .values({
        workLogId: id,
        itemName: 'Cable',
        quantityInPlaces: 10_000,
        unitPriceInPlaces: 99_900,
        vatIncluded: true,
        vatRateHundredths: 2_000,
        taxCode: 'OUTPUT2',
        ...times,
      })
      .run();
    const page = await visitor.get(PREVIEW);
    expect(linesOf(page.text)).toHaveLength(2);
    expect(page.text).toContain('Rewrite with AI');

    const template = { invoiceDescriptionTemplate: '{date} | {workType}' };
    expect((await visitor.api('POST', '/api/ai/config', template)).status).toBe(200);
    const bare = await visitor.get(PREVIEW);
    expect(bare.text).not.toContain('Rewrite with AI');
  });

  test('leave the dates, the numbers and the boxes as they were chosen before', async () => {
    const visitor = await equipped();
    const [first = 0, second = 0] = addLogs('fixed svr', 'call w/ Anna, 2 hrs');
    const page = (await visitor.get(PREVIEW)).text;
    const key = controlOf(page, 'invoices').value ?? '';
    const fields = fieldsOf(page, 'create-invoices');
    fields.set('press', 'rewrite');
    fields.delete('ids', String(second));
    fields.set(`day-${key}`, '2026-10-31');
    fields.set(`due-${key}`, '2026-12-24');
    fields.set(`po-${key}`, '  PO & 4711 ');
    expect((await visitor.post(PREVIEW, fields)).location).toBe('/descriptions/1');
    const used = await answer(visitor, await review(visitor), ['1']);
    const after = (await visitor.get(used.location ?? '')).text;
    expect(controlOf(after, `day-${key}`).value).toBe('2026-10-31');
    expect(controlOf(after, `due-${key}`).value).toBe('2026-12-24');
    expect(controlOf(after, `po-${key}`).value).toBe('PO & 4711');
    expect(textOf(first)).toBe('Fixed server.');
    // And so it goes to Xero, from the page as it is.
    const create = fieldsOf(after, 'create-invoices');
    create.set('press', 'create');
    await visitor.post(used.location ?? '', create);
    const made = () => xero().state().invoices;
    await expect.poll(() => made().length, { timeout: 30_000 }).toBe(1);
    expect(made()[0]).toMatchObject({ date: '2026-10-31', dueDate: '2026-12-24' });
    expect(made()[0]?.reference).toMatch(/^PO & 4711 TH-/);
    expect(made()[0]?.lines).toHaveLength(1);
  });

  test('are not asked for while a field cannot be read, which stays as it was typed', async () => {
    const visitor = await equipped();
    addLogs('fixed svr');
    const page = (await visitor.get(PREVIEW)).text;
    const key = controlOf(page, 'invoices').value ?? '';
    const fields = fieldsOf(page, 'create-invoices');
    fields.set('press', 'rewrite');
    fields.set(`day-${key}`, '2026-02-31');
    const refused = await visitor.post(PREVIEW, fields);
    expect(refused.status).toBe(400);
    expect(controlOf(refused.text, `day-${key}`)).toMatchObject({
      value: '2026-02-31',
      isInvalid: true,
    });
    expect(batches()).toEqual([]);
  });

  test('are rewritten a hundred at a time, those first of which none was decided', async () => {
    const visitor = await equipped();
    const ids = addLogs(...Array.from({ length: 102 }, (_, index) => `log ${index}`));
    const press = async () => {
      const fields = fieldsOf((await visitor.get(PREVIEW)).text, 'create-invoices');
      fields.set('press', 'rewrite');
      return visitor.post(PREVIEW, fields);
    };
    const asked = (batch: number) =>
      server()
        .services.db.select()
        .from(rewrites)
        .where(eq(rewrites.batchId, batch))
        .all()
        .map(({ subjectId }) => subjectId);
    expect((await press()).location).toBe('/descriptions/1');
    expect(asked(1)).toEqual(ids.slice(0, 100));
    await review(visitor);
    server().services.db.$client.exec("update rewrites set decision = 'kept', after = before");
    expect((await press()).location).toBe('/descriptions/2');
    expect(new Set(asked(2))).toEqual(new Set([...ids.slice(100), ...ids.slice(0, 98)]));
  });
});

describe('tasks on Todoist Import', () => {
  test('are rewritten, from their name where they have no description, and the filter stays', async () => {
    const visitor = await configured(server());
    const [named = 0] = addTasks('reset svr');
    const told = addPendingLog(server(), { taskName: 'Call', description: 'call w/ Anna' });
    const back = `${IMPORT}?startDate=2026-03-01`;
    const page = await visitor.get(back);
    const ids = [named, told].map(String);
    await pressPlainly(visitor, page.text, 'Rewrite with AI', { ids });
    const shown = await review(visitor);
    expect(shown.cards.map(({ text }) => text.split(' Before ')[0])).toEqual([
      expect.stringContaining('reset svr'),
      expect.stringContaining('Call'),
    ]);
    const used = await answer(visitor, shown, ['1', '2']);
    // What was selected stays selected.
    expect(used.location).toBe(`${back}&selected=1-2`);
    expect(pendingRow(server(), named)).toMatchObject({
      taskName: 'reset svr',
      description: 'Reset server.',
    });
    expect(pendingRow(server(), told).description).toBe('Call with Anna.');
  });

  test('that left the review meanwhile are left alone', async () => {
    const visitor = await configured(server());
    const [task = 0] = addTasks('reset svr');
    const clientId = (await visitor.api('POST', '/api/clients', { name: 'Acme' })).json() as {
      id: number;
    };
    await start(visitor, [task], { subject: 'pending_work_log', back: IMPORT });
    const shown = await review(visitor);
    const workTypeId = addWorkType(server(), 'Support');
    const change = { clientId: clientId.id, workTypeId, duration: 60 };
    confirmPendingLog(server().services, task, change);
    const used = await answer(visitor, shown, ['1']);
    expect(toastOf((await visitor.get(used.location ?? '')).text)).toBe(
      '0 descriptions updated, 1 could no longer be changed',
    );
    expect(pendingRow(server(), task).description).toBe('');
    expect((await review(visitor)).cards[0]?.text).toContain('This task was confirmed already');
  });
});

describe('a selection', () => {
  const toastFor = async (visitor: Visitor, ids: number[]) => {
    const refused = await start(visitor, ids, { subject: 'pending_work_log', back: IMPORT });
    expect([refused.status, refused.location]).toEqual([303, IMPORT]);
    expect(batches()).toEqual([]);
    return toastOf((await visitor.get(IMPORT)).text);
  };

  test('of nothing, of too much, of what is gone, and without a key, is refused with a reason', async () => {
    const unequipped = await visitSignedIn(server());
    const tasks = addTasks(...Array.from({ length: 101 }, (_, index) => `task ${index}`));
    expect(await toastFor(unequipped, tasks.slice(0, 1))).toContain(
      'OpenAI API key not configured',
    );
    expect((await unequipped.get(IMPORT)).text).toContain('set up the AI helper in Settings');
    const visitor = await configured(server());
    expect(await toastFor(visitor, [])).toContain('Select at least one task first');
    expect(await toastFor(visitor, tasks)).toContain('At most 100 descriptions');
    expect(await toastFor(visitor, [999])).toContain('None of these descriptions can be changed');
    expect(openAi().seen.filter(({ method }) => method === 'POST')).toEqual([]);
    // A hundred are not too many.
    await start(visitor, tasks.slice(1), { subject: 'pending_work_log', back: IMPORT });
    expect((await review(visitor)).cards).toHaveLength(100);
    expect(openAi().seen.filter(({ method }) => method === 'POST')).toHaveLength(100);
  });

  test('that is sent twice makes one batch, and another selection another batch', async () => {
    const visitor = await configured(server());
    const logs = addLogs('fixed svr', 'call w/ Anna');
    const key = 'pressed-twice';
    const [one, two] = await Promise.all([
      start(visitor, logs, { key }),
      start(visitor, logs, { key }),
    ]);
    expect([one.location, two.location]).toEqual(['/descriptions/1', '/descriptions/1']);
    expect((await start(visitor, logs.slice(1), { key })).location).toBe('/descriptions/2');
    await review(visitor);
    expect(rows()).toHaveLength(3);
  });

  test('never leads back to another place than its screen', async () => {
    const visitor = await configured(server());
    const logs = addLogs('fixed svr');
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/settings',
    ]) {
      await start(visitor, logs, { back });
    }
    expect(new Set(batches().map(({ back }) => back))).toEqual(new Set([PREVIEW]));
  });

  test('leaves out what cannot be changed any more, and says so', async () => {
    const visitor = await configured(server());
    const [open = 0, invoiced = 0] = addLogs('fixed svr', 'call w/ Anna');
    const { db } = server().services;
    db.update(workLogs).set({ isInvoiced: true }).where(eq(workLogs.id, invoiced)).run();
    await start(visitor, [open, invoiced]);
    const { page, cards } = await review(visitor);
    expect(toastOf(page.text)).toBe('1 description was left out: it can no longer be changed');
    expect(cards).toHaveLength(1);
  });
});
