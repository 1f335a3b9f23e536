import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { cardsOf, configured, IMPORT, rewritesOn } from '../../support/data/rewrites.ts';
import { OPENAI_KEY, useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);
const { addLogs, addTasks, textOf, rows, batches, start, review, answer } = rewritesOn(server);

/** Makes every write of this kind fail, until `mend` is called. */
function breakWrites(write: 'insert' | 'update', table: string): { mend: () => void } {
  const { db } = server().services;
  db.run(
    sql.raw(
      `create trigger broken before ${write} on ${table} begin select raise(abort, 'broken'); end`,
    ),
  );
  return { mend: () => db.run(sql.raw('drop trigger broken')) };
}

describe('a fault of the database', () => {
  test('while the AI settings are saved is said on the form, which keeps the prompt and no key', async () => {
    const visitor = await visitSignedIn(server());
    const { mend } = breakWrites('insert', 'settings');
    const typed = { openaiApiKey: OPENAI_KEY, aiInvoiceSummaryPrompt: 'Be brief.' };
    const refused = await visitor.post('/settings/ai/save', typed);
    expect(refused.status).toBe(500);
    expect(toastOf(refused.text)).toBe('Error Failed to save AI settings');
    expect(visibleText(refused.text)).toContain(
      'Failed to save AI settings. Your entries are kept',
    );
    expect(refused.text).toContain('Be brief.');
    expect(refused.text).not.toContain(OPENAI_KEY);
    mend();
    expect((await visitor.post('/settings/ai/save', typed)).location).toBe('/settings');
  });

  test('while the key is removed is said on Settings, and the key stays', async () => {
    const visitor = await configured(server());
    server().services.db.run(
      sql`create trigger broken before delete on settings begin select raise(abort, 'broken'); end`,
    );
    const refused = await visitor.post('/settings/ai/remove', {});
    expect([refused.status, refused.location]).toEqual([303, '/settings']);
    const page = await visitor.get('/settings');
    expect(toastOf(page.text)).toBe('Error Failed to save AI settings');
    expect(page.text).toContain('Remove Key');
  });

  test('while a batch is started is said on the screen of the button, and nothing is asked for', async () => {
    const visitor = await configured(server());
    const tasks = addTasks('fixed svr');
    const back = `${IMPORT}?startDate=2026-03-01`;
    const press = () =>
      start(visitor, tasks, { subject: 'pending_work_log', back, key: 'pressed' });
    const { mend } = breakWrites('insert', 'rewrites');
    const refused = await press();
    expect([refused.status, refused.location]).toEqual([303, back]);
    expect(toastOf((await visitor.get(back)).text)).toBe('Error Failed to rewrite descriptions');
    expect(batches()).toEqual([]);
    mend();
    expect((await press()).location).toBe('/descriptions/1');
  });

  test('while a batch is decided on is said on its page, with the same texts ticked', async () => {
    const visitor = await configured(server());
    const logs = addLogs('fixed svr', 'call w/ Anna', 'reset pwd');
    await start(visitor, logs);
    const shown = await review(visitor);
    const { mend } = breakWrites('update', 'work_logs');
    const refused = await answer(visitor, shown, ['2']);
    expect(refused.status).toBe(500);
    expect(toastOf(refused.text)).toBe('Error Failed to update descriptions');
    expect(visibleText(refused.text)).toContain(
      'Failed to update descriptions. Your entries are kept',
    );
    expect(cardsOf(refused.text).map(({ isTicked }) => isTicked)).toEqual([false, true, false]);
    expect(controlOf(refused.text, 'oneTimeKey').value).not.toBe('');
    expect(rows().map(({ decision }) => decision)).toEqual([null, null, null]);
    mend();
    await answer(visitor, { path: shown.path, page: refused }, ['2']);
    expect(logs.map(textOf)).toEqual(['fixed svr', 'Call with Anna.', 'reset pwd']);
  });

  test('while a batch goes on is said on its page', async () => {
    const visitor = await configured(server());
    openAi().fail({ kind: '401' });
    await start(visitor, addLogs('fixed svr'));
    const { path } = await review(visitor);
    breakWrites('update', 'rewrite_batches');
    const refused = await visitor.post(path, { intent: 'again' });
    expect([refused.status, refused.location]).toEqual([303, path]);
    expect(toastOf((await visitor.get(path)).text)).toBe('Error Failed to rewrite descriptions');
  });
});
