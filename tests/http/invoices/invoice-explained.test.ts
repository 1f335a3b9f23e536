import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { withoutTriggers } from '#db/business-days.server.ts';
import { historyEntries, rewriteBatches, rewrites, users, workLogs } from '#db/schema.ts';
import { historyOfLogs } from '#app/invoices/one/log-history.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType, approve } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { recordPlans } from '#tests/support/plans.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;

beforeEach(async () => {
  visitor = await visitSignedIn(server());
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  services.db.update(users).set({ firstName: 'Alex', lastName: 'Moor' }).run();
});

const text = async (path: string) => visibleText((await visitor.get(path)).text);

describe("An invoice's page", () => {
  test('says of each line what is behind it, who did what and when, in the words of the trail', async () => {
    const { services } = server();
    const { db } = services;
    const clientId = addClient(server(), 'Harbour Dental');
    await visitor.api('PUT', `/api/clients/${clientId}`, { billingStep: 15 });
    const workTypeId = addWorkType(server(), 'Support');
    const task = addPendingLog(server(), {
      taskName: 'Reset the router',
      description: 'upd rtr',
      projectName: 'Front desk',
      clientId,
      workTypeId,
      duration: 70,
      completedAt: new Date('2026-09-30T09:00:00Z'),
    });
    // One person takes the task, another changes the rate.
    const confirmed = await visitor.api('POST', `/api/pending-worklogs/${task}/confirm`);
    const { workLogId } = confirmed.json() as { workLogId: number };
    approve(server(), 'robin@example.com');
    const robin = await visitSignedIn(server(), 'robin@example.com');
    const changed = await robin.api('PUT', `/api/work-logs/${workLogId}`, { hourlyRate: '80.00' });
    expect(changed.status).toBe(200);
    const [alex] = db.select().from(users).all();
    const batch = { subject: 'work_log', back: '/', status: 'done', userId: alex?.id } as const;
    const { id: batchId } = db
      .insert(rewriteBatches)
      .values({ ...batch, startedAt: services.clock() })
      .returning()
      .get();
    const rewrite = { batchId, subjectId: workLogId, decision: 'accepted' } as const;
    db.insert(rewrites)
      .values({ ...rewrite, before: 'upd rtr', after: 'Updated the router.' })
      .run();
    await visitor.api('PUT', `/api/work-logs/${workLogId}`, { description: 'Updated the router.' });
    await visitor.api('POST', '/api/xero/create-invoices');
    await expect.poll(() => text('/invoices'), { timeout: 30_000 }).toContain('INV-0001');

    const page = await text('/invoices/1');
    // The logs behind it, their minutes, and the rounding.
    expect(page).toContain('30 Sept 2026 · Support · 1h 10m £93.33');
    expect(page).toContain('1h 10m worked, 1h 15m billed, as agreed with the client: £100.00.');
    // The rate, and why.
    expect(page).toContain('Rate: £80.00 an hour: chosen or typed for this log.');
    // The task.
    expect(page).toMatch(/From the Todoist task “Reset the router” of Front desk, completed/);
    // The description before and after AI, and who used it.
    expect(page).toMatch(/Before AI upd rtr After AI Updated the router\. Used by Alex Moor,/);
    // Who did each, and when, in the words of the trail.
    const when = /\d{1,2} \w{3,5} \d{4}, \d\d:\d\d: /.source;
    const order = [
      'Completed in Todoist',
      'Alex Moor: Confirmed',
      'Alex Moor: Logged: 1h 10m at £60.00',
      'robin@example.com: Rate changed from £60.00 to £80.00',
      'Alex Moor: Description changed from upd rtr to Updated the router.',
      'Alex Moor: On INV-0001',
    ].map((said) => {
      const at = page.search(new RegExp(when + said.replaceAll('.', '\\.')));
      expect(at, `${said}\n${page}`).toBeGreaterThan(0);
      return at;
    });
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  test('says of what is older than the trail what the tables know', async () => {
    const { db } = server().services;
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    const id = addLog(server(), { clientId, workTypeId, day: '2026-09-30' });
    const [alex] = db.select().from(users).all();
    db.update(workLogs).set({ createdBy: alex?.id }).where(eq(workLogs.id, id)).run();
    await visitor.api('POST', '/api/xero/create-invoices');
    await expect.poll(() => text('/invoices'), { timeout: 30_000 }).toContain('INV-0001');
    withoutTriggers(db, 'history_%', () => {
      db.delete(historyEntries).run();
    });
    const page = await text('/invoices/1');
    expect(page).toMatch(/: Alex Moor: Logged .*: Alex Moor: Put on invoice INV-0001/);
  });

  test('takes as many queries for many logs as for one, none of which reads a whole table', () => {
    const { db } = server().services;
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    const day = '2026-09-30';
    const ids = Array.from({ length: 40 }, () => addLog(server(), { clientId, workTypeId, day }));
    const plans = recordPlans(db);
    const taken = (some: number[]) => {
      plans.length = 0;
      expect(historyOfLogs(server().services, some).size).toBe(some.length);
      return plans.map(({ text: query }) => query);
    };
    const forOne = taken(ids.slice(0, 1));
    expect(taken(ids)).toEqual(forOne);
    expect(forOne.length).toBeLessThan(10);
    const steps = plans.flatMap((plan) => plan.steps.filter((step) => step.startsWith('SCAN')));
    expect(steps.filter((step) => !/^SCAN (j|json_each)/.test(step))).toEqual([]);
  });
});
