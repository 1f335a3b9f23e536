import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { clients, invoices, unmatchedInvoices, workLogs } from '#db/schema.ts';
import { contactOfClient, withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { NO_FILTERS } from '../../work-logs/list/filters.ts';
import { updateWorkLog } from '../../work-logs/work-logs.server.ts';
import { anyInvoiceOf, NO_CHOICES } from '../lines/choices.ts';
import { explainInvoice } from '../one/explained-invoice.server.ts';
import { readChangesOf } from '../refresh/changes.server.ts';
import { releaseInvoice } from '../refresh/release.server.ts';
import { createInvoices } from '../runs/create.server.ts';
import { continueRun, dueRuns } from '../runs/carry-on.server.ts';
import { restoredState } from './closed.server.ts';
import { isMarkOf, isOwnMark, newMark, readMark, openUnmatched } from './unmatched.server.ts';
import { listUnmatched, loadUnmatched, matchOf } from './unmatched-screen.server.ts';
import { putAside, takeUpAllExact, takeUpWith } from './take-up.server.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

type Services = Invoicing['services'];

const create = (services: Services) =>
  createInvoices(services, { userId: null, filters: NO_FILTERS }, 60_000);
const look = (services: Services, tenantId: string) =>
  readChangesOf(services, tenantId, new AbortController().signal);
const logsOf = ({ db }: Services) =>
  db
    .select({
      id: workLogs.id,
      isInvoiced: workLogs.isInvoiced,
      number: workLogs.xeroInvoiceNumber,
    })
    .from(workLogs)
    .all();
const live = ({ standIn }: Invoicing) => standIn.state().invoices;

describe('our mark', () => {
  test('tells its installation and its logs from others, in whatever reference it stands', () => {
    const mark = newMark('here', '2026-10', [3, 20, 1]);
    expect(mark).toMatch(/^TH-2026-10-[0-9A-Z]{12}$/);
    expect(readMark(`PO 4711 ${mark}`)).toBe(mark);
    expect(readMark('TH-2026 of somebody else')).toBeNull();
    expect(isOwnMark('here', mark)).toBe(true);
    expect(isOwnMark('elsewhere', mark)).toBe(false);
    expect(isMarkOf('here', mark, [1, 3, 20])).toBe(true);
    expect(isMarkOf('here', mark, [1, 3])).toBe(false);
  });
});

describe('an invoice with a discount that only Xero knows', () => {
  test.each(['10%', '£7.77'])('is known again to the penny, with its discount of %s', (discount) =>
    withInvoicing(async (invoicing) => {
      const { services, tenantId } = invoicing;
      const acme = invoicing.addClient('Acme');
      invoicing.addTime(acme, { minutes: 50 });
      invoicing.addTime(acme, { minutes: 75, text: 'Other' });
      const copy = invoicing.copyNow();
      const plain = { isLeftOut: false, day: null, dueDay: null, poNumber: undefined };
      const choices = {
        ...NO_CHOICES,
        invoices: new Map([[anyInvoiceOf(acme), { ...plain, discount, keptPer: undefined }]]),
      };
      await createInvoices(services, { userId: null, filters: NO_FILTERS, choices }, 60_000);
      await look(copy, tenantId);
      expect(takeUpAllExact(copy)).toBe(1);
      const [made, again] = [services, copy].map(({ db }) => db.select().from(invoices).get());
      expect(again).toMatchObject({
        discount,
        netPence: made?.netPence,
        billedPence: made?.netPence,
      });
      expect(explainInvoice(copy, again?.id ?? 0).lines.map(({ logIds }) => logIds)).toEqual([
        [1],
        [2],
        [],
      ]);
      const billed = copy.db.select().from(workLogs).all();
      expect(billed.reduce((sum, log) => sum + log.totalPence + log.billedMorePence, 0)).toBe(
        made?.netPence,
      );
    }),
  );
});

describe('a database that is older than what Xero has', () => {
  test('makes no second invoice of the same work, and knows the first again at one press', () =>
    withInvoicing(async (invoicing) => {
      const { tenantId, pass } = invoicing;
      const acme = invoicing.addClient('Acme');
      invoicing.addTime(acme, { text: 'Alike' });
      invoicing.addTime(acme, { text: 'Alike' });
      invoicing.addTime(invoicing.addClient('Zed'), { day: '2026-11-02' });
      const copy = invoicing.copyNow();
      await invoicing.invoiceAll();
      pass(60_000);
      expect(live(invoicing)).toHaveLength(2);

      const answer = await create(copy);
      expect(live(invoicing)).toHaveLength(2);
      expect(answer.failures).toHaveLength(2);
      expect(answer.failures[0]?.message).toMatch(/Xero has an invoice from here .* \(INV-/);
      expect(restoredState(copy)).toMatchObject({ open: 2 });

      expect(takeUpAllExact(copy)).toBe(2);
      expect(restoredState(copy)).toBeNull();
      expect(logsOf(copy)).toEqual(logsOf(invoicing.services));
      expect(logsOf(copy).every(({ isInvoiced }) => isInvoiced)).toBe(true);
      await look(copy, tenantId);
      expect(openUnmatched(copy)).toEqual([]);
    }));

  test('goes on with the clients that Xero has nothing of', () =>
    withInvoicing(async (invoicing) => {
      invoicing.addTime(invoicing.addClient('Acme'));
      const copy = invoicing.copyNow();
      await invoicing.invoiceAll();
      const zed = copy.db
        .insert(clients)
        .values({
          name: 'Zed',
          standardRatePence: 6_000,
          premiumRatePence: 9_000,
          createdAt: copy.clock(),
          updatedAt: copy.clock(),
        })
        .returning()
        .get();
      copy.db.$client.exec(
        `insert into work_logs (client_id, work_type_id, duration, description, hourly_rate_pence, total_pence, billable, date, day, created_at, updated_at)
         select ${zed.id}, work_type_id, duration, description, hourly_rate_pence, total_pence, 1, date, day, 0, 0 from work_logs`,
      );
      const answer = await create(copy);
      expect(answer).toMatchObject({ invoicesCreated: 1, failures: [{ clientId: 1 }] });
      expect(live(invoicing)).toHaveLength(2);
    }));

  test('says which logs are on it by their ids, whatever was edited since, and leaves the sum to a person', () =>
    withInvoicing(async (invoicing) => {
      const { tenantId } = invoicing;
      const acme = invoicing.addClient('Acme');
      invoicing.addTime(acme);
      const other = invoicing.addTime(acme, { day: '2026-10-20', text: 'Other' });
      const copy = invoicing.copyNow();
      await invoicing.invoiceAll();
      updateWorkLog(copy, other, { duration: 90 });
      await look(copy, tenantId);
      const [unmatched] = openUnmatched(copy);
      if (!unmatched) throw new Error('There should be one');
      expect(matchOf(copy, unmatched)).toMatchObject({ logIds: [1, 2], isExact: false });
      expect(takeUpAllExact(copy)).toBe(0);
      expect(() => {
        takeUpWith(copy, unmatched.id, [1, 77]);
      }).toThrow(/no changes were made/);
      takeUpWith(copy, unmatched.id, [1, 2]);
      expect(logsOf(copy).every(({ isInvoiced }) => isInvoiced)).toBe(true);
      const [made] = copy.db.select().from(invoices).all();
      expect(made).toMatchObject({
        state: 'created',
        netPence: 12_000,
        xeroInvoiceNumber: 'INV-0001',
      });
    }));

  test('opens again once a person has put the invoice aside, or Xero has voided it', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, tenantId, pass } = invoicing;
      invoicing.addTime(invoicing.addClient('Acme'));
      invoicing.addTime(invoicing.addClient('Zed'));
      const copy = invoicing.copyNow();
      await invoicing.invoiceAll();
      await look(copy, tenantId);
      const [acme, zed] = openUnmatched(copy);
      putAside(copy, acme?.id ?? 0);
      pass(60_000);
      standIn.mark(zed?.invoice.invoiceId ?? '', 'voided');
      await look(copy, tenantId);
      expect(openUnmatched(copy)).toEqual([]);
      expect(copy.db.select().from(unmatchedInvoices).all()).toHaveLength(1);
      expect(await create(copy)).toMatchObject({ invoicesCreated: 2, failures: [] });
    }));

  test('settles what it still had claimed with the invoice that another copy sent', () =>
    withInvoicing(async (invoicing) => {
      const { standIn } = invoicing;
      invoicing.addTime(invoicing.addClient('Acme'));
      standIn.fail({ kind: '429-day', path: '/Contacts' });
      await invoicing.invoiceAll();
      const copy = invoicing.copyNow();
      standIn.heal();
      invoicing.pass(25 * 60 * 60_000);
      for (const { id } of dueRuns(invoicing.services)) await continueRun(invoicing.services, id);
      await look(copy, invoicing.tenantId);
      expect(copy.db.select().from(invoices).all()).toMatchObject([{ state: 'created' }]);
      expect(live(invoicing)).toHaveLength(1);
    }));

  test('settles it as voided where it was voided since, and sends it no second time', () =>
    withInvoicing(async (invoicing) => {
      const { standIn } = invoicing;
      invoicing.addTime(invoicing.addClient('Acme'));
      standIn.fail({ kind: '429-day', path: '/Contacts' });
      await invoicing.invoiceAll();
      const copy = invoicing.copyNow();
      standIn.heal();
      invoicing.pass(25 * 60 * 60_000);
      for (const { id } of dueRuns(invoicing.services)) await continueRun(invoicing.services, id);
      standIn.mark(live(invoicing)[0]?.invoiceId ?? '', 'voided');
      await look(copy, invoicing.tenantId);
      for (const { id } of dueRuns(copy)) await continueRun(copy, id);
      expect(copy.db.select().from(invoices).all()).toMatchObject([
        { state: 'created', status: 'voided' },
      ]);
      expect(live(invoicing)).toHaveLength(1);
    }));

  test('knows whose it is by its mark, although client, contact and number are others by now', () =>
    withInvoicing(async (invoicing) => {
      const { tenantId } = invoicing;
      const acme = invoicing.addClient('Acme');
      invoicing.addTime(acme);
      const zed = invoicing.addClient('Zed');
      invoicing.addTime(zed, { text: 'Other' });
      const copy = invoicing.copyNow();
      await invoicing.invoiceAll();
      await look(copy, tenantId);
      copy.db.$client.exec(`update unmatched_invoices
        set contents = json_set(contents, '$.contactId', null, '$.contactName', 'Nobody')`);
      const open = openUnmatched(copy);
      expect(open.map(({ clientIds }) => clientIds)).toEqual([[], []]);
      const matches = open.map((one) => matchOf(copy, one));
      expect(new Set(matches.map((match) => match?.clientId))).toEqual(new Set([acme, zed]));
      expect(takeUpAllExact(copy)).toBe(2);
      expect(logsOf(copy).every(({ isInvoiced }) => isInvoiced)).toBe(true);
    }));

  test('knows a contact of its own by the number, although it was renamed and archived', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, tenantId } = invoicing;
      const acme = invoicing.addClient('Acme');
      invoicing.addTime(acme);
      const copy = invoicing.copyNow();
      await invoicing.invoiceAll();
      standIn.renameContact(contactOfClient(invoicing, acme), 'Another name');
      standIn.archiveContact(contactOfClient(invoicing, acme));
      await look(copy, tenantId);
      expect(openUnmatched(copy)).toMatchObject([{ clientIds: [acme] }]);
      expect(takeUpAllExact(copy)).toBe(1);
    }));

  test('does not take the mark of another installation for its own: the control', () =>
    withInvoicing(async (invoicing) => {
      const { tenantId } = invoicing;
      invoicing.addTime(invoicing.addClient('Acme'));
      const copy = invoicing.copyNow();
      copy.db.$client.exec(
        `insert into settings (name, value) values ('installation.id', 'another')
          on conflict (name) do update set value = excluded.value`,
      );
      await invoicing.invoiceAll();
      await look(copy, tenantId);
      expect(openUnmatched(copy)).toEqual([]);
      // After a restore, marks of before they said their installation count as well.
      copy.db.$client.exec(`insert into settings (name, value) values ('restored.at', 'now');
        update ledger_reads set since = 0`);
      await look(copy, tenantId);
      expect(openUnmatched(copy)).toHaveLength(1);
      expect(
        copy.db
          .select()
          .from(unmatchedInvoices)
          .where(eq(unmatchedInvoices.tenantId, tenantId))
          .all(),
      ).toHaveLength(1);
    }));
});

describe('work whose invoice was voided since the backup, and that is on another by now', () => {
  /** A copy from before that, which has looked at Xero. */
  async function billedAgain(invoicing: Invoicing, minutes = 60) {
    const { services, standIn, tenantId, pass } = invoicing;
    const acme = invoicing.addClient('Acme');
    invoicing.addTime(acme);
    await invoicing.invoiceAll();
    const copy = invoicing.copyNow();
    pass(60_000);
    standIn.mark(live(invoicing)[0]?.invoiceId ?? '', 'voided');
    await look(services, tenantId);
    releaseInvoice(services, 1);
    updateWorkLog(services, 1, { duration: minutes });
    await invoicing.invoiceAll();
    await look(copy, tenantId);
    expect(openUnmatched(copy)).toHaveLength(1);
    return copy;
  }
  const owed = (invoicing: Invoicing) =>
    live(invoicing).filter(({ status }) => status !== 'VOIDED').length;

  test('is matched with that one at one press, and is billed once', () =>
    withInvoicing(async (invoicing) => {
      const copy = await billedAgain(invoicing);
      expect(listUnmatched(copy).rows).toMatchObject([
        {
          isExact: true,
          says: 'Matches 1 log here to the penny. INV-0001 was voided in Xero: matching releases its logs.',
        },
      ]);
      expect(takeUpAllExact(copy)).toBe(1);
      expect(logsOf(copy)).toMatchObject([{ isInvoiced: true, number: 'INV-0002' }]);
      expect(copy.db.select().from(invoices).all()).toMatchObject([
        { state: 'released', status: 'voided' },
        { state: 'created' },
      ]);
      expect(await create(copy)).toMatchObject({ invoicesCreated: 0 });
      expect(owed(invoicing)).toBe(1);
    }));

  test('is matched as well where its logs are released first', () =>
    withInvoicing(async (invoicing) => {
      const copy = await billedAgain(invoicing);
      releaseInvoice(copy, 1);
      expect(takeUpAllExact(copy)).toBe(1);
      expect(await create(copy)).toMatchObject({ invoicesCreated: 0 });
      expect(owed(invoicing)).toBe(1);
    }));

  test('is known by its mark beside other work that is free, and whatever was edited since', () =>
    withInvoicing(async (invoicing) => {
      const copy = await billedAgain(invoicing, 90);
      const free = { ...copy.db.select().from(workLogs).get(), id: 2, isInvoiced: false };
      copy.db
        .insert(workLogs)
        .values({ ...(free as typeof workLogs.$inferInsert), xeroInvoiceNumber: null })
        .run();
      const [unmatched] = openUnmatched(copy);
      const { logs } = loadUnmatched(copy, unmatched?.id ?? 0);
      expect(logs).toMatchObject([
        {
          id: 1,
          isTicked: true,
          name: expect.stringContaining('INV-0001 was voided in Xero') as string,
        },
        { id: 2, isTicked: false },
      ]);
      expect(takeUpAllExact(copy)).toBe(0);
      takeUpWith(copy, unmatched?.id ?? 0, [1]);
      expect(logsOf(copy)).toMatchObject([{ number: 'INV-0002' }, { isInvoiced: false }]);
    }));
});
