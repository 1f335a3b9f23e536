import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { claimInvoices } from '#app/invoices/runs/claim.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { workLogs } from '#db/schema.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { cardsOf, configured, rewritesOn, valuesOf } from '../../support/data/rewrites.ts';
import { useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import { useXero } from '../../support/server/use-xero.ts';
import type { Visitor } from '../../support/server/visitor.ts';
import { connecting, HARBOUR_ID } from '../../support/server/xero-connection.ts';

const openAi = useOpenAi();
const xero = useXero();
const server = useServer(() => ({ ...openAi().environment, ...xero().environment }));
const { connect } = connecting(server, xero);
const { addLogs, describeLog, textOf, rows, start, review, answer } = rewritesOn(server);

/** Somebody with the AI service and Xero set up. */
async function equipped(): Promise<Visitor> {
  const visitor = await configured(server());
  await connect(visitor, [HARBOUR_ID]);
  return visitor;
}

describe('a decision', () => {
  test('saves the ticked texts, except where the log was changed meanwhile or is on an invoice', async () => {
    const visitor = await equipped();
    const [used = 0, kept = 0, changed = 0, deleted = 0] = addLogs(
      'a svr',
      'b svr',
      'c svr',
      'd svr',
    );
    const claimed = addLogs('e svr')[0] ?? 0;
    const { services } = server();
    services.db.update(workLogs).set({ billable: false }).run();
    await start(visitor, [used, kept, changed, deleted, claimed]);
    const shown = await review(visitor);
    describeLog(changed, 'somebody was here');
    services.db.delete(workLogs).where(eq(workLogs.id, deleted)).run();
    services.db.update(workLogs).set({ billable: true }).where(eq(workLogs.id, claimed)).run();
    await activate(services, HARBOUR_ID);
    expect(claimInvoices(services, { userId: null, filters: NO_FILTERS }).groups).toHaveLength(1);

    const answered = await answer(visitor, shown, ['1', '3', '4', '5']);
    expect(toastOf((await visitor.get(answered.location ?? '')).text)).toBe(
      '1 description updated, 1 was changed since and kept, 2 could no longer be changed',
    );
    expect([used, kept, changed, claimed].map(textOf)).toEqual([
      'A server.',
      'b svr',
      'somebody was here',
      'e svr',
    ]);
    const { cards } = await review(visitor);
    const states = [
      'Updated',
      'Kept as it was',
      'This description has changed since, so the new text was not used.',
      'deleted',
      'An invoice for',
    ];
    for (const [index, state] of states.entries()) expect(cards[index]?.text).toContain(state);
    expect(cards.map(({ id }) => id)).toEqual([null, null, null, null, null]);
  });

  test('that is sent twice, or from another page, changes nothing more', async () => {
    const visitor = await equipped();
    const [log = 0] = addLogs('fixed svr');
    await start(visitor, [log]);
    const shown = await review(visitor);
    const other = await review(visitor);
    const toastAfter = async (page: typeof shown) => {
      const answered = await answer(visitor, page, ['1']);
      return toastOf((await visitor.get(answered.location ?? '')).text);
    };
    expect(await toastAfter(shown)).toBe('1 description updated');
    expect(textOf(log)).toBe('Fixed server.');
    describeLog(log, 'written by hand since');
    expect(await toastAfter(shown)).toBe('1 description updated');
    expect(await toastAfter(other)).toContain('were already decided. No further changes');
    expect(textOf(log)).toBe('written by hand since');
    expect(rows().map(({ decision }) => decision)).toEqual(['accepted']);
  });

  test('to keep all changes nothing', async () => {
    const visitor = await equipped();
    const logs = addLogs('fixed svr', 'call w/ Anna');
    await start(visitor, logs);
    const kept = await answer(visitor, await review(visitor), ['1', '2'], 'keep');
    expect(toastOf((await visitor.get(kept.location ?? '')).text)).toBe(
      'All descriptions were kept as they are',
    );
    expect(logs.map(textOf)).toEqual(['fixed svr', 'call w/ Anna']);
  });

  test('to use the ticked texts needs a ticked text', async () => {
    const visitor = await configured(server());
    await start(visitor, addLogs('fixed svr'));
    const shown = await review(visitor);
    const refused = await answer(visitor, shown, []);
    expect(refused.location).toBe(shown.path);
    expect(toastOf((await visitor.get(shown.path)).text)).toContain('Tick at least one text');
    expect(rows().map(({ decision }) => decision)).toEqual([null]);
  });

  test('covers only the texts that were on the page', async () => {
    const visitor = await configured(server());
    const [first = 0, second = 0] = addLogs('fixed svr', 'call w/ Anna');
    await start(visitor, [first, second]);
    const shown = await review(visitor);
    const text = shown.page.text.replace(/<input[^>]*name="shown"[^>]*value="2-[^>]*>/, '');
    expect(valuesOf(text, 'shown')).toEqual([expect.stringMatching(/^1-/)]);
    await answer(visitor, { path: shown.path, page: { ...shown.page, text } }, ['1', '2']);
    expect([textOf(first), textOf(second)]).toEqual(['Fixed server.', 'call w/ Anna']);
    expect(rows().map(({ decision }) => decision)).toEqual(['accepted', null]);
  });

  test.each(['use', 'keep'])(
    'of a page whose text was replaced since decides nothing about it (%s)',
    async (intent) => {
      const visitor = await configured(server());
      const [replaced = 0, other = 0] = addLogs('fixed svr', 'call w/ Anna');
      await start(visitor, [replaced, other]);
      const stale = await review(visitor);
      // Elsewhere the log is changed, and its new text is asked for once more.
      describeLog(replaced, 'mended the svr');
      await visitor.post(stale.path, { intent: 'again' });
      const fresh = await review(visitor);
      expect(rows()[0]).toMatchObject({ before: 'mended the svr', after: 'Mended the server.' });

      const refused = await answer(visitor, stale, ['1'], intent);
      expect(refused.location).toBe(stale.path);
      const again = await visitor.get(stale.path);
      expect(toastOf(again.text)).toContain(
        '1 text was asked for again after your page was shown, so it was kept undecided.',
      );
      expect(visibleText(again.text)).toContain('[added: Mended] the [added: server.]');
      expect([textOf(replaced), textOf(other)]).toEqual(['mended the svr', 'call w/ Anna']);
      expect(rows().map(({ decision }) => decision)).toEqual([null, 'kept']);

      await answer(visitor, fresh, ['1']);
      expect(textOf(replaced)).toBe('Mended the server.');
    },
  );

  test('of a page that does not say what it showed decides nothing', async () => {
    const visitor = await configured(server());
    const [log = 0] = addLogs('fixed svr');
    await start(visitor, [log]);
    const { path } = await review(visitor);
    await visitor.post(path, { intent: 'use', shown: '1', used: '1' });
    expect(textOf(log)).toBe('fixed svr');
    expect(rows().map(({ decision }) => decision)).toEqual([null]);
  });

  test('is not ticked beforehand where a fact was lost or made up', async () => {
    const visitor = await configured(server());
    openAi().fail({ kind: 'invents' });
    await start(visitor, addLogs('Fitted 3 sockets for £45'));
    const { cards, page } = await review(visitor);
    expect(cards.map(({ isTicked }) => isTicked)).toEqual([false]);
    expect(cards[0]?.text).toContain('Missing from the new text: £45. Not in your text: £46.');
    expect(cardsOf(page.text)[0]?.id).toBe('1');
  });

  test('is not asked for where the text did not change', async () => {
    const visitor = await configured(server());
    await start(visitor, addLogs('Fixed the server.'));
    const { cards } = await review(visitor);
    expect(cards[0]).toMatchObject({ id: null });
    expect(cards[0]?.text).toContain('Nothing to change');
  });
});

test('a batch can be looked at for 30 days, and is deleted when one starts after a day that was noted since', async () => {
  const visitor = await configured(server());
  const DAY = 24 * 60 * 60 * 1000;
  const logs = addLogs('fixed svr');
  const begin = server().services.clock().getTime();
  await start(visitor, logs);
  await review(visitor);
  server().setClock(new Date(begin + 29 * DAY));
  // Each request comes from a new session, since a session ends after 30 days, too.
  const later = await configured(server());
  await start(later, logs);
  expect((await later.get('/descriptions/1')).status).toBe(200);
  for (const [day, status] of [
    // The clock may have jumped: nothing goes on its first day.
    [31, 200],
    [32, 404],
  ] as const) {
    server().setClock(new Date(begin + day * DAY));
    const last = await configured(server());
    await start(last, logs);
    await review(last);
    expect((await last.get('/descriptions/1')).status).toBe(status);
  }
  expect(rows().map(({ batchId }) => batchId)).toEqual([2, 3, 4]);
});
