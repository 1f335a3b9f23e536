import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { rewriteBatches, rewrites, workLogs } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from './entries.ts';
import { attributesOf, visibleText } from '../html.ts';
import { eventually } from '../browser/page.ts';
import { addPendingLog } from './pending-work-logs.ts';
import type { TestServer } from '../server/test-server.ts';
import { OPENAI_KEY } from '../server/use-openai.ts';
import { visitSignedIn, type Answer, type Visitor } from '../server/visitor.ts';

export const PREVIEW = '/work-logs/create-invoices';
export const IMPORT = '/pending-work-logs';

/** One card of the review page, as a person sees it. */
export type Card = {
  text: string;
  /** The id of the rewrite; null where there is no checkbox. */
  id: string | null;
  isTicked: boolean;
};

/** The cards of a review page, in the order of the page. */
export function cardsOf(html: string): Card[] {
  const [, ...cards] = html.split('<li aria-labelledby="rewrite-');
  return cards.map((card) => {
    const box = /<input\b[^>]*\sname="used"[^>]*>/.exec(card)?.[0];
    const attributes = box ? attributesOf(box) : {};
    return {
      text: visibleText(`<li ${card}`),
      id: attributes.value ?? null,
      isTicked: 'checked' in attributes,
    };
  });
}

/** The values of every field with this name on a page. */
export function valuesOf(html: string, name: string): string[] {
  const fields = html.match(new RegExp(`<input\\b[^>]*\\sname="${name}"[^>]*>`, 'g')) ?? [];
  return fields.map((field) => attributesOf(field).value ?? '');
}

/** Saves the stand-in's key as Settings does; gives somebody who is signed in. */
export async function configured(server: TestServer): Promise<Visitor> {
  const visitor = await visitSignedIn(server);
  const saved = await visitor.api('POST', '/api/ai/config', { openaiApiKey: OPENAI_KEY });
  if (saved.status !== 200) throw new Error(`The key was not saved: ${saved.text}`);
  return visitor;
}

/** Adds a batch with one rewritten description straight to the database; gives the batch's id. */
export function addRewrite(
  { services }: Pick<TestServer, 'services'>,
  row: { subjectId: number; before: string; after: string },
): number {
  const { db, clock } = services;
  const { id } = db
    .insert(rewriteBatches)
    .values({ subject: 'work_log', back: PREVIEW, status: 'done', startedAt: clock() })
    .returning({ id: rewriteBatches.id })
    .get();
  db.insert(rewrites)
    .values({ batchId: id, ...row })
    .run();
  return id;
}

/** Helpers for tests of batches of rewrites: requests, and looks into the database. */
export function rewritesOn(server: () => TestServer) {
  const db = () => server().services.db;
  const describeLog = (id: number, description: string) =>
    db().update(workLogs).set({ description }).where(eq(workLogs.id, id)).run();

  /** Waits until the last batch has stopped running. */
  async function settled() {
    const last = () =>
      db().select().from(rewriteBatches).orderBy(desc(rewriteBatches.id)).limit(1).get();
    await eventually(() => last()?.status ?? 'none').not.toBe('running');
    return last();
  }

  return {
    /** Adds logs of one client with these descriptions; gives their ids. */
    addLogs: (...descriptions: string[]): number[] => {
      const clientId = addClient(server(), 'Harbour Dental');
      const workTypeId = addWorkType(server(), 'Support');
      return descriptions.map((description) => {
        const id = addLog(server(), { clientId, workTypeId, day: '2026-10-05' });
        describeLog(id, description);
        return id;
      });
    },
    addTasks: (...names: string[]): number[] =>
      names.map((taskName) => addPendingLog(server(), { taskName })),
    describeLog,
    textOf: (id: number) =>
      db().select().from(workLogs).where(eq(workLogs.id, id)).get()?.description,
    rows: () => db().select().from(rewrites).orderBy(rewrites.id).all(),
    batches: () => db().select().from(rewriteBatches).all(),
    settled,
    /** Presses "Rewrite with AI" on a screen for these entries. */
    start: (
      visitor: Visitor,
      ids: number[],
      { subject = 'work_log', back = PREVIEW, key = '' } = {},
    ): Promise<Answer> => {
      const fields = new URLSearchParams({ subject, back, oneTimeKey: key });
      for (const id of ids) fields.append('ids', String(id));
      return visitor.post('/descriptions', fields);
    },
    /** The review page of the last batch, once that has stopped running. */
    review: async (visitor: Visitor): Promise<{ path: string; page: Answer; cards: Card[] }> => {
      const path = `/descriptions/${(await settled())?.id}`;
      const page = await visitor.get(path);
      expect(page.status).toBe(200);
      return { path, page, cards: cardsOf(page.text) };
    },
    /** Presses a button of a review page as it was shown, with these texts ticked. */
    answer: (
      visitor: Visitor,
      { path, page }: { path: string; page: Answer },
      used: (string | null)[],
      intent = 'use',
    ): Promise<Answer> => {
      const fields = new URLSearchParams({ intent });
      fields.set('oneTimeKey', valuesOf(page.text, 'oneTimeKey')[0] ?? '');
      for (const id of valuesOf(page.text, 'shown')) fields.append('shown', id);
      for (const id of used) fields.append('used', id ?? '');
      return visitor.post(path, fields);
    },
  };
}
