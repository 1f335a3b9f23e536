import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clients, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, rowsOf, toastOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visitSignedIn, type Answer } from '../../support/server/visitor.ts';

const shared = useSharedServer();

/** Follows the redirect after a form; gives the page behind it. */
async function follow(answer: Answer, to: string): Promise<string> {
  expect([answer.status, answer.location]).toEqual([303, to]);
  const page = await shared().visitor.get(to);
  expect(page.status).toBe(200);
  return page.text;
}

function makeEntries() {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  const onSiteId = addWorkType(server, 'On-site support');
  return { clientId, workTypeId, onSiteId };
}

const logOf = (id: number) =>
  shared().server.services.db.select().from(workLogs).where(eq(workLogs.id, id)).get();

describe('Clients', () => {
  test('are added, edited, deactivated and brought back, each with its toast', async () => {
    const { visitor, server } = shared();
    const added = await visitor.post('/clients/new', { name: 'Cargo Ltd', standardRate: '75' });
    const page = await follow(added, '/clients');
    expect(toastOf(page)).toBe('Client created successfully');
    expect(visibleText(page)).toContain(
      'Cargo Ltd Active Standard £75.00/hr Premium £90.00/hr Edit',
    );
    const { db } = server.services;
    const id = db.select().from(clients).where(eq(clients.name, 'Cargo Ltd')).get()?.id ?? 0;
    const edited = await visitor.post(`/clients/${id}/edit`, {
      name: 'Cargo & Co',
      standardRate: '60',
      premiumRate: '90',
      discountedRate: '50.50',
    });
    expect(toastOf(await follow(edited, '/clients'))).toBe('Client updated successfully');
    const removed = await visitor.post(`/clients/${id}/deactivate`);
    const without = await follow(removed, '/clients');
    expect(toastOf(without)).toBe('Client deactivated successfully');
    expect(visibleText(without)).toContain(
      'Cargo & Co Inactive Standard £60.00/hr Premium £90.00/hr Discounted £50.50/hr',
    );
    const back = await follow(await visitor.post(`/clients/${id}/reactivate`), '/clients');
    expect(toastOf(back)).toBe('Client updated successfully');
    expect(visibleText(back)).toContain('Cargo & Co Active');
  });
});

describe('Work types', () => {
  test('are added, edited, deleted and brought back, each with its toast', async () => {
    const { visitor, server } = shared();
    const added = await visitor.post('/settings/work-types/new', { name: 'Zoology' });
    expect(toastOf(await follow(added, '/settings'))).toBe('Work type created successfully');
    const { db } = server.services;
    const id = db.select().from(workTypes).where(eq(workTypes.name, 'Zoology')).get()?.id ?? 0;
    const path = `/settings/work-types/${id}`;
    const edited = await visitor.post(`${path}/edit`, { name: 'Zoology', hourlyRate: '99.5' });
    expect(toastOf(await follow(edited, '/settings'))).toBe('Work type updated successfully');
    const all = await visitor.get('/settings?workTypes=all');
    expect(visibleText(all.text)).toContain('Zoology £99.50/hr');
    expect(visibleText((await visitor.get(`${path}/delete`)).text)).toContain(
      'Are you sure you want to delete "Zoology"? This action cannot be undone.',
    );
    addLog(server, { clientId: addClient(server, 'Zoo'), workTypeId: id });
    const deleted = await follow(await visitor.post(`${path}/delete`), '/settings');
    expect(toastOf(deleted)).toBe('Work type deleted successfully');
    expect(visibleText(deleted)).toContain('Zoology Restore');
    const back = await visitor.post(`${path}/restore`);
    expect(toastOf(await follow(back, '/settings'))).toBe('Work type updated successfully');
  });

  test('show three of them, and all on request', async () => {
    const { visitor, server } = shared();
    for (const name of ['1', '2', '3', '4']) addWorkType(server, `Type ${name}`);
    const some = (await visitor.get('/settings')).text;
    const all = (await visitor.get('/settings?workTypes=all')).text;
    const countRows = (html: string) => html.match(/aria-label="Edit /g)?.length;
    const active = server.services.db.select().from(workTypes).where(eq(workTypes.isActive, true));
    expect(countRows(some)).toBe(3);
    expect(countRows(all)).toBe(active.all().length);
    expect(visibleText(some)).toContain(`Show All (${active.all().length})`);
    expect(visibleText(all)).toContain('Show Less');
  });
});

describe('Work Logs', () => {
  test('are logged with travel time, edited and deleted, and the filters stay', async () => {
    const { visitor, server } = shared();
    const { clientId, workTypeId, onSiteId } = makeEntries();
    const here = `?clientId=${clientId}`;
    const added = await visitor.post(`/work-logs/new${here}`, {
      clientId: String(clientId),
      workTypeId: String(onSiteId),
      duration: '1.5',
      travelTime: '0.5',
      description: 'Mended the printer',
      date: '2026-03-29',
      billable: 'on',
    });
    const page = await follow(added, `/work-logs${here}`);
    expect(toastOf(page)).toBe(
      "Work log created successfully 2h 0m · £120.00 at £60.00, Acme's standard rate",
    );
    expect(rowsOf(page)).toEqual([
      [
        // Its box.
        '',
        // The day's hours are for a phone, and the second description is the one that is not only a hint.
        'Mar 29, 2026 2h 0m',
        'Acme Mended the printer Mended the printer',
        'On-site support',
        '2h 0m',
        '£120.00',
        'Pending',
        '–',
        'Repeat 2h 0m for Acme Edit Delete',
      ],
    ]);
    expect(visibleText(page)).toContain('Logs 1 Hours 2.00 Amount £120.00');
    const { db } = server.services;
    const log = db.select().from(workLogs).where(eq(workLogs.clientId, clientId)).get();
    expect(log).toMatchObject({ duration: 120, date: new Date('2026-03-29T11:00:00Z') });
    const edit = await visitor.get(`/work-logs/${log?.id}/edit${here}`);
    expect(controlOf(edit.text, 'duration').value).toBe('2');
    expect(controlOf(edit.text, 'travelTime').value ?? '').toBe('');
    const edited = await visitor.post(`/work-logs/${log?.id}/edit${here}`, {
      clientId: String(clientId),
      workTypeId: String(workTypeId),
      duration: '0.25',
      description: '',
    });
    const after = await follow(edited, `/work-logs${here}`);
    expect(toastOf(after)).toBe(
      'Work log updated successfully 0h 15m · not billable, £18.75 at £75.00, the rate of Support. The rate changed from £60.00 to £75.00.',
    );
    // Unticked: not billable. The new work type brings its rate of £75.
    expect(rowsOf(after)[0]?.slice(2, 7)).toEqual([
      'Acme No description available',
      'Support',
      '0h 15m',
      '£18.75',
      'Pending Not billable',
    ]);
    const question = await visitor.get(`/work-logs/${log?.id}/delete${here}`);
    expect(visibleText(question.text)).toContain(
      'Support for Acme on Mar 29, 2026: 0h 15m, £18.75.',
    );
    const deleted = await visitor.post(`/work-logs/${log?.id}/delete${here}`);
    const empty = await follow(deleted, `/work-logs${here}`);
    expect(toastOf(empty)).toBe('Work log deleted successfully Undo');
    expect(visibleText(empty)).toContain('No work logs found Try adjusting your filters');
  });

  test('that are invoiced are locked on every screen, and each screen says why', async () => {
    const { visitor, server } = shared();
    const { clientId, workTypeId } = makeEntries();
    const id = addLog(server, { clientId, workTypeId });
    const mark = (isInvoiced: boolean) =>
      server.services.db
        .update(workLogs)
        .set({ isInvoiced, xeroInvoiceId: '1234567890-abc' })
        .where(eq(workLogs.id, id))
        .run();
    mark(true);
    const before = logOf(id);
    const why = 'This work log is on an invoice, so it cannot be edited or deleted.';
    const list = (await visitor.get(`/work-logs?clientId=${clientId}`)).text;
    expect(rowsOf(list)[0]?.slice(6)).toEqual([
      '✓ Invoiced',
      '12345678',
      'Repeat 1h 0m for Acme Locked: invoiced',
    ]);
    expect(list).not.toContain(`/work-logs/${id}/`);
    const change = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '9' };
    for (const answer of [
      await visitor.get(`/work-logs/${id}/edit`),
      await visitor.post(`/work-logs/${id}/edit`, change),
      await visitor.get(`/work-logs/${id}/delete`),
    ]) {
      expect(answer.status).toBe(409);
      expect(visibleText(answer.text)).toContain(why);
    }
    const refused = await visitor.post(`/work-logs/${id}/delete`);
    expect(toastOf(await follow(refused, '/work-logs'))).toBe(
      `Error Failed to delete work log. ${why}`,
    );
    expect(logOf(id)).toEqual(before);
    mark(false);
    expect((await visitor.post(`/work-logs/${id}/edit`, change)).status).toBe(303);
  });

  test('page by fifty, with links both ways that keep the filters', async () => {
    const { visitor, server } = shared();
    const { clientId, workTypeId } = makeEntries();
    const ids = Array.from({ length: 120 }, (_, index) =>
      addLog(server, { clientId, workTypeId, day: index % 2 ? '2026-02-03' : '2026-02-02' }),
    );
    const start = `/work-logs?clientId=${clientId}&startDate=2026-02-01`;
    const linkOf = (html: string, rel: string) => {
      const tag = [...html.matchAll(/<a\b[^>]*>/g)].find(([text]) => text.includes(`rel="${rel}"`));
      return /href="([^"]*)"/.exec(tag?.[0] ?? '')?.[1]?.replaceAll('&amp;', '&') ?? null;
    };
    const idsOn = (html: string) =>
      [...html.matchAll(/\/work-logs\/(\d+)\/edit/g)].map(([, id]) => Number(id));
    const ofDay = (parity: number) => ids.filter((_, index) => index % 2 === parity).reverse();
    const expected = [...ofDay(1), ...ofDay(0)];
    const pages: string[] = [];
    let next: string | null = start;
    while (next !== null) {
      const { status, text } = await visitor.get(next);
      expect(status).toBe(200);
      expect(visibleText(text)).toContain('Logs 120 Hours 120.00 Amount £7,200.00');
      pages.push(text);
      next = linkOf(text, 'next');
    }
    expect(pages.map((page) => idsOn(page).length)).toEqual([50, 50, 20]);
    expect(pages.flatMap(idsOn)).toEqual(expected);
    const [first = '', second = '', third = ''] = pages;
    expect(linkOf(first, 'prev')).toBeNull();
    const backToSecond = await visitor.get(linkOf(third, 'prev') ?? '');
    expect(idsOn(backToSecond.text)).toEqual(idsOn(second));
    const backToFirst = await visitor.get(linkOf(backToSecond.text, 'prev') ?? '');
    expect(idsOn(backToFirst.text)).toEqual(idsOn(first));
    expect(linkOf(backToFirst.text, 'prev')).toBeNull();
  });

  test('with a wrong filter say what is wrong beside it', async () => {
    const { text, status } = await shared().visitor.get(
      '/work-logs?startDate=2026-02-02&endDate=2026-02-01&isInvoiced=true',
    );
    expect(status).toBe(400);
    expect(controlOf(text, 'startDate')).toMatchObject({
      value: '2026-02-02',
      isInvalid: true,
      descriptions: ['Start date must be before or equal to end date'],
    });
    expect(controlOf(text, 'endDate').value).toBe('2026-02-01');
    expect(controlOf(text, 'isInvoiced').value).toBe('true');
  });
});

test('a toast is shown once, and only to the person it is meant for', async () => {
  const { visitor, server } = shared();
  const other = await visitSignedIn(server);
  await visitor.post('/clients/new', { name: 'Toasted' });
  expect(toastOf((await other.get('/clients')).text)).toBeNull();
  expect(toastOf((await visitor.get('/clients')).text)).toBe('Client created successfully');
  expect(toastOf((await visitor.get('/clients')).text)).toBeNull();
});
