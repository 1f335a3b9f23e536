import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eq } from 'drizzle-orm';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf, toastOf, visibleText } from '../../support/html.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let clientId: number;
let workTypeId: number;

/** A Thursday. */
const NOW = new Date('2026-11-26T15:00:00Z');

beforeEach(async () => {
  server().setClock(NOW);
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Thorn');
  workTypeId = addWorkType(server(), 'Support');
});

/** Logs an hour at £60.00, on a day; gives its id. */
const log = async (date: string, more: object = {}) =>
  idOf(
    await visitor.api('POST', '/api/work-logs', {
      clientId,
      workTypeId,
      duration: 60,
      description: `Of ${date}`,
      date,
      ...more,
    }),
  );

const markInvoiced = (...ids: number[]) => {
  for (const id of ids) {
    server()
      .services.db.update(workLogs)
      .set({ isInvoiced: true })
      .where(eq(workLogs.id, id))
      .run();
  }
};

const page = async () => (await visitor.get('/forgotten')).text;
const text = async () => visibleText(await page());
const count = async () =>
  /(Forgotten work: (over )?\d+|Nothing forgotten)/.exec(
    visibleText((await visitor.get('/dashboard')).text),
  )?.[0];
const press = (fields: Record<string, string>) => visitor.post('/forgotten', fields);

/** The part of the page about a reason; null when there is none. */
function card(html: string, reason: string): string | null {
  const match = new RegExp(`<section id="${reason}"[\\s\\S]*?</section>`).exec(html);
  return match ? visibleText(match[0]) : null;
}

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('Forgotten work', () => {
  test('is for those who are signed in', async () => {
    const visitor = visit(server());
    expect((await visitor.get('/forgotten')).status).toBe(401);
    expect((await visitor.post('/forgotten', { leave: 'old-log:1' })).status).toBe(401);
    expect((await visitor.post('/forgotten/1/put-back')).status).toBe(401);
    expect((await visitor.post('/forgotten/1/not-billable')).status).toBe(401);
  });

  test('says so where nothing is forgotten, and Dashboard and Invoices lead to it', async () => {
    expect(await text()).toContain('Nothing forgotten');
    expect(await count()).toBe('Nothing forgotten');
    for (const path of ['/dashboard', '/invoices']) {
      expect(hrefs((await visitor.get(path)).text)).toContain('/forgotten');
    }
  });

  test('lists a billable log that is on no invoice after 61 days, not after 60', async () => {
    await log('2026-09-27');
    expect(card(await page(), 'old-log')).toBeNull();
    const id = await log('2026-09-26');
    const found = await page();
    expect(card(found, 'old-log')).toContain(
      'Thorn, 26 Sept 2026: 1h 0m Support Billable, not invoiced for 61 days.',
    );
    expect(card(found, 'old-log')).toContain('£60.00 net');
    expect(hrefs(found)).toContain(
      `/work-logs/create-invoices?clientId=${clientId}&startDate=2026-09-01&endDate=2026-09-30`,
    );
    expect(await count()).toBe('Forgotten work: 1');
    markInvoiced(id);
    expect(card(await page(), 'old-log')).toBeNull();
  });

  test('says hardware without the VAT that its price includes', async () => {
    const hardware = addWorkType(server(), 'Hardware');
    await log('2026-06-01', {
      workTypeId: hardware,
      duration: 0,
      hardwareItems: [{ itemName: 'Router', quantity: 1, unitPrice: '120.00', vatIncluded: true }],
    });
    expect(card(await page(), 'old-log')).toContain('£100.00 net');
  });

  test('leaves a log as it is for good, and lists it again by Undo or by its button', async () => {
    const id = await log('2026-08-03');
    const answer = await press({ leave: `old-log:${id}` });
    expect(answer.location).toBe('/forgotten');
    const left = await page();
    expect(toastOf(left)).toContain('Left as is');
    const undo = /action="(\/forgotten\/\d+\/put-back)/.exec(left)?.[1] ?? '';
    expect(card(left, 'old-log')).toBeNull();
    expect(await count()).toBe('Nothing forgotten');
    expect(await text()).toContain('Left as is (1)');
    // A change of the log does not bring it back.
    await visitor.api('PUT', `/api/work-logs/${id}`, { description: 'Other words' });
    expect(card(await page(), 'old-log')).toBeNull();

    expect((await visitor.post(undo, { goTo: '/forgotten' })).location).toBe('/forgotten');
    const again = await page();
    expect(toastOf(again)).toBe('Listed again if it still applies');
    expect(card(again, 'old-log')).toContain('Other words');
    expect(await count()).toBe('Forgotten work: 1');

    await press({ leave: `old-log:${id}` });
    const back = /name="back" value="(\d+)"/.exec(await page())?.[1] ?? '';
    await press({ back });
    expect(card(await page(), 'old-log')).toContain('Other words');
  });

  test('leaves all of one reason with one press, what was seen only, and takes that back', async () => {
    const ids = [await log('2026-08-03'), await log('2026-08-04'), await log('2026-08-05')];
    addPendingLog(server(), { completedAt: new Date('2026-11-01T09:00:00Z') });
    const seen = await page();
    expect(card(seen, 'in-review')).not.toContain('Leave all');
    expect(card(seen, 'old-log')).toContain('Leave all 3');
    // Found since: nobody has seen it yet.
    await log('2026-08-06');
    const leave = fieldsOf(seen, 'forgotten');
    leave.set('leaveAll', `old-log:${ids.join(',')}`);
    expect(seen).toContain(`value="old-log:${ids.join(',')}"`);
    expect((await visitor.post('/forgotten', leave)).location).toBe('/forgotten');
    const left = await page();
    expect(toastOf(left)).toContain('3 things');
    expect(card(left, 'old-log')).toContain('6 Aug 2026');
    expect(card(left, 'old-log')).not.toContain('5 Aug 2026');
    expect(await text()).toContain('Left as is (3)');
    // Sent again, under the key of the page, it changes nothing.
    await visitor.post('/forgotten', leave);
    expect(await text()).toContain('Left as is (3)');
    const action = /action="(\/forgotten\/\d+\/put-back[^"]*)"/.exec(left)?.[1] ?? '';
    const undo = action.replaceAll('&amp;', '&');
    expect((await visitor.post(undo)).location).toBe('/forgotten');
    expect(card(await page(), 'old-log')).toContain('(4)');
    expect(await text()).not.toContain('What was left as it is');
  });

  test('has pages of a reason that has more than a hundred, and each can be left there', async () => {
    const { services } = server();
    const shared = { duration: 15, travelTime: null, hourlyRate: null, billable: null };
    const start = Date.UTC(2026, 0, 1);
    const ids = services.db.$client.transaction(() =>
      Array.from({ length: 205 }, (_, index) => {
        const day = new Date(start + (index % 200) * 86_400_000).toISOString().slice(0, 10);
        const what = { clientId, workTypeId, description: `Of ${day}`, date: { day } };
        return logWork(services, { ...shared, ...what, hardwareItems: null }).id;
      }),
    )();
    expect(ids).toHaveLength(205);
    const first = await page();
    expect(card(first, 'old-log')).toContain('(the first 100 of more)');
    const second = hrefs(first).find((href) => href.includes('page=2')) ?? '';
    const third = hrefs((await visitor.get(second)).text).find((href) => href.includes('page=3'));
    const last = (await visitor.get(third ?? '')).text;
    expect(card(last, 'old-log')).toContain('(201 to 205 of more)'.replace(' of more', ''));
    const [name] = /old-log:\d+(?=")/.exec(last) ?? [];
    const answer = await visitor.post(third ?? '', { leave: name ?? '' });
    expect(answer.location).toBe(third);
    expect(toastOf((await visitor.get(third ?? '')).text)).toContain('Left as is');
    // All that is on a page goes with one press, and an empty page shows what is left.
    const all = /old-log:[\d,]+,\d+(?=")/.exec((await visitor.get(third ?? '')).text)?.[0] ?? '';
    expect((await visitor.post(third ?? '', { leaveAll: all })).location).toBe(third);
    expect(card((await visitor.get(third ?? '')).text, 'old-log')).toContain('the first 100 of');
  });

  test('says in the history who left what', async () => {
    const id = await log('2026-08-03');
    await press({ leave: `old-log:${id}` });
    const entries = z
      .array(z.looseObject({ record: z.string(), action: z.string(), after: z.unknown() }))
      .parse((await visitor.api('GET', '/api/history?kind=forgotten')).json());
    expect(entries).toMatchObject([
      {
        record: 'forgotten:1',
        action: 'created',
        by: 'alex@example.com',
        after: {
          reason: 'old-log',
          subject: String(id),
          name: 'Thorn, 3 Aug 2026: 1h 0m Support',
          amount: '60.00',
        },
      },
    ]);
    expect(visibleText((await visitor.get('/history')).text)).toMatch(
      /Forgotten work: Thorn, 3 Aug 2026: 1h 0m Support/,
    );
  });

  test('refuses to leave what is not listed', async () => {
    const id = await log('2026-11-20');
    await press({ leave: `old-log:${id}` });
    expect(toastOf(await page())).toContain('This is not listed any more.');
    await press({ leave: 'nonsense' });
    expect(toastOf(await page())).toContain('Choose what to leave.');
    await press({});
    expect(toastOf(await page())).toContain('Choose what to leave.');
    expect(await text()).not.toContain('What was left as it is');
  });

  test('lists tasks that were done more than a week ago and are still in review', async () => {
    const day = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
    const old = addPendingLog(server(), { completedAt: day(7.1), duration: 90, clientId });
    addPendingLog(server(), { completedAt: day(6.9), taskName: 'A young one' });
    addPendingLog(server(), { completedAt: day(30), taskName: 'Without a duration' });
    const found = await page();
    expect(card(found, 'in-review')).toContain(
      'Thorn: Reset the router Completed 19 Nov 2026, in review for 7 days. £90.00 net',
    );
    expect(card(found, 'in-review')).toContain('No duration yet. amount not known');
    expect(card(found, 'in-review')).not.toContain('A young one');
    expect(hrefs(found)).toContain(`/pending-work-logs/${old}/edit`);
    expect((await visitor.get(`/pending-work-logs/${old}/edit`)).status).toBe(200);
  });

  test('lists clients with work last month and no invoice for it', async () => {
    const other = addClient(server(), 'Quay');
    await log('2026-10-05');
    await log('2026-10-31', { duration: 30 });
    await log('2026-10-06', { billable: false });
    await log('2026-10-09', {
      workTypeId: addWorkType(server(), 'Hardware'),
      duration: 0,
      hardwareItems: [{ itemName: 'Router', quantity: 1, unitPrice: '120.00', vatIncluded: true }],
    });
    markInvoiced(await log('2026-10-07', { clientId: other }));
    await log('2026-10-08', { clientId: other });
    const found = await page();
    expect(card(found, 'no-invoice')).toContain(
      'Thorn, October 2026 3 billable logs, 1h 30m, no invoice. £190.00 net',
    );
    expect(card(found, 'no-invoice')).not.toContain('Quay');
    expect(hrefs(found)).toContain(
      `/work-logs/create-invoices?clientId=${clientId}&startDate=2026-10-01&endDate=2026-10-31`,
    );
    await press({ leave: `no-invoice:${clientId}:2026-10` });
    expect(card(await page(), 'no-invoice')).toBeNull();
    // Another month is another matter.
    server().setClock(new Date('2026-12-10T09:00:00Z'));
    await log('2026-11-03');
    expect(card(await page(), 'no-invoice')).toContain('Thorn, November 2026');
  });

  test('makes a log billable that is not, where all else is, and takes that back', async () => {
    for (const day of ['02', '03', '04', '05', '06']) await log(`2026-11-${day}`);
    const id = await log('2026-11-09', { billable: false });
    const free = addClient(server(), 'Internal');
    await log('2026-11-09', { clientId: free, billable: false });
    await log('2026-11-10', { billable: false, description: 'Second visit, no charge' });
    // Two of seven logs are no slip.
    expect(card(await page(), 'not-billable')).toBeNull();
    for (const day of [...Array(40).keys()]) {
      await log(`2026-${day < 20 ? '10' : '11'}-${String((day % 20) + 1).padStart(2, '0')}`);
    }
    const found = card(await page(), 'not-billable');
    expect(found).toContain('Thorn, 9 Nov 2026: 1h 0m Support Not billable, where 45 other logs');
    expect(found).toContain('(1)');
    await press({ billable: String(id) });
    const now = await page();
    expect(toastOf(now)).toContain('1h 0m for Thorn is billable now: £60.00 net');
    expect(card(now, 'not-billable')).toBeNull();
    const undo = /action="(\/forgotten\/\d+\/not-billable)/.exec(now)?.[1] ?? '';
    await visitor.post(undo);
    expect(card(await page(), 'not-billable')).toContain('9 Nov 2026');
  });

  test('logs usual work that is missing this month by one press', async () => {
    const text = (month: string) => ({ description: `Patching, ${month}`, duration: 90 });
    for (const [month, day] of [
      ['June', '2026-06-04'],
      ['July', '2026-07-06'],
      ['August', '2026-08-05'],
      ['September', '2026-09-04'],
      ['October', '2026-10-05'],
    ] as const) {
      markInvoiced(await log(day, text(month)));
    }
    const found = await page();
    expect(card(found, 'missing')).toContain(
      'Thorn: Patching, October Logged every month, last on 5 Oct 2026. The next was due about 5 Nov 2026.',
    );
    expect(card(found, 'missing')).toContain('£90.00 net, estimated');
    const id = /name="repeat" value="(\d+)"/.exec(found)?.[1] ?? '';
    await press({ repeat: id });
    expect(toastOf(await page())).toContain('Work logged successfully');
    expect(card(await page(), 'missing')).toBeNull();
    // Another window that was open all the while still lists it.
    await press({ repeat: id });
    expect(toastOf(await page())).toContain('not listed any more');
    expect(server().services.db.select().from(workLogs).all()).toHaveLength(6);
  });

  test('lists a day with far fewer hours than usual, and leads to the form for that day', async () => {
    // Full Wednesdays for three months, but for one.
    for (let week = 0; week <= 13; week += 1) {
      const day = new Date(NOW.getTime() - (week * 7 + 1) * 86_400_000).toISOString().slice(0, 10);
      markInvoiced(await log(day, { duration: week === 2 ? 60 : 420, description: '' }));
    }
    const found = await page();
    expect(card(found, 'short-day')).toContain(
      'Wednesday 11 Nov 2026 1h 0m logged; usually 7h 0m on a Wednesday. £360.00 net, estimated',
    );
    expect(hrefs(found)).toContain('/work-logs/new?date=2026-11-11&back=%2Fforgotten');
    expect((await visitor.get('/work-logs/new?date=2026-11-11&back=%2Fforgotten')).text).toContain(
      'value="2026-11-11"',
    );
    await press({ leave: 'short-day:2026-11-11' });
    expect(card(await page(), 'short-day')).toBeNull();
  });

  test('shows the first hundred of many, and the Dashboard says that there are more', async () => {
    for (let one = 0; one < 101; one += 1)
      await log('2026-02-02', { description: `Of ${one}`, confirm: 'day' });
    expect(card(await page(), 'old-log')).toContain('the first 100 of more');
    expect(await text()).toContain('more than 100 to check');
    expect(await count()).toBe('Forgotten work: over 100');
  });

  test('one press is one decision, however often it arrives', async () => {
    const id = await log('2026-08-03');
    const oneTimeKey = /name="oneTimeKey" value="([^"]+)"/.exec(await page())?.[1] ?? '';
    const fields = { leave: `old-log:${id}`, oneTimeKey };
    await press(fields);
    expect((await press(fields)).location).toBe('/forgotten');
    await press({ leave: `old-log:${id}` });
    const left = server().services.db.$client.prepare('select count(*) from left_findings');
    expect(left.pluck().get()).toBe(1);
  });
});
