import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { activate, refreshTenants } from '#app/xero/connection/organisations.server.ts';
import { clients, invoices, timers, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { ourFile } from '#tests/support/data/imports.ts';
import { isInstalled } from '#tests/support/browser/lynx.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { openLynx, openW3m, type TextBrowser } from '#tests/support/browser/text-browsers.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const db = () => server().services.db;
const logs = () => db().select().from(workLogs).all();

let folder: string;
let browser: TextBrowser;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhour-text-browser-'));
  server().setClock(NOW);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A client and a work type; gives their ids. */
function addPair() {
  const clientId = addClient(server(), 'Harbour Dental');
  return { clientId, workTypeId: addWorkType(server(), 'Support') };
}

/** Two tasks that have all but a time: the router's and, below it, the printer's. */
function addTasks() {
  const pair = addPair();
  const [router = 0, printer = 0] = ['Router', 'Printer'].map((taskName, index) =>
    addPendingLog(server(), {
      ...pair,
      taskName,
      duration: 60,
      completedAt: new Date(Date.UTC(2026, 0, 20 - index)),
    }),
  );
  return { router, printer, statusOf: (id: number) => pendingRow(server(), id).status };
}

function walkTheTen(open: () => TextBrowser | Promise<TextBrowser>, sendsFiles: boolean) {
  beforeEach(async () => {
    browser = await open();
  });

  test('signs in', async () => {
    expect(await browser.signIn()).toContain('No work logs found');
  });

  test('logs work by the form', async () => {
    const { clientId, workTypeId } = addPair();
    await browser.signIn();
    const answer = await browser.send(
      '/work-logs/new',
      [
        { label: 'Client', name: 'clientId', option: 'Harbour Dental', value: String(clientId) },
        { label: 'Work Type', name: 'workTypeId', option: 'Support', value: String(workTypeId) },
        { label: 'Duration (hours)', name: 'duration', text: '1h30' },
        { label: 'Description', name: 'description', text: 'Cabled', below: 'Add Item' },
      ],
      { text: 'Save' },
    );
    expect(answer).toContain('Work log created successfully');
    expect(logs()).toMatchObject([{ clientId, workTypeId, duration: 90, description: 'Cabled' }]);
  });

  test('logs work by one line', async () => {
    addPair();
    await browser.signIn();
    const line = { label: 'Log in one line', name: 'line', text: '45m dental support router' };
    const answer = await browser.send('/work-logs/line', [{ ...line, below: 'Close' }], {
      text: 'Log',
      below: 'What you can type',
    });
    expect(answer).toContain('Harbour Dental, Support,');
    expect(logs()).toMatchObject([{ duration: 45, description: 'router' }]);
  });

  test('changes the rate of a log, and nothing else', async () => {
    const id = addLog(server(), addPair());
    const [before] = logs();
    await browser.signIn();
    const rate = { label: 'Hourly Rate (£)', name: 'hourlyRate', text: '72.50' };
    const answer = await browser.send(`/work-logs/${id}/edit`, [rate], { text: 'Update' });
    expect(answer).toContain('Work log updated successfully');
    const rest = { hasOwnRate: true, version: 2, updatedAt: expect.any(Date) as Date };
    expect(logs()).toEqual([{ ...before, hourlyRatePence: 7_250, totalPence: 7_250, ...rest }]);
  });

  test('deletes a log', async () => {
    const id = addLog(server(), addPair());
    await browser.signIn();
    const answer = await browser.send(`/work-logs/${id}/delete`, [], { text: 'Delete' });
    expect(answer).toContain('Work log deleted successfully');
    expect(logs()).toEqual([]);
  });

  test('adds a client', async () => {
    await browser.signIn();
    const name = { label: 'Client Name', name: 'name', text: 'Café Ellis' };
    const answer = await browser.send('/clients/new', [name], { text: 'Add Client' });
    expect(answer).toContain('Client created successfully');
    expect(db().select().from(clients).all()).toMatchObject([{ name: 'Café Ellis' }]);
  });

  test('adds a work type', async () => {
    await browser.signIn();
    const answer = await browser.send(
      '/settings/work-types/new',
      [
        { label: 'Name', name: 'name', text: 'On-site' },
        { label: 'Hourly Rate (£)', name: 'hourlyRate', text: '75' },
      ],
      { text: 'Add Type' },
    );
    expect(answer).toContain('Work type created successfully');
    expect(db().select().from(workTypes).all()).toMatchObject([
      { name: 'On-site', hourlyRatePence: 7_500 },
    ]);
  });

  test('rejects the task whose button is pressed, and touches no other', async () => {
    const { router, printer, statusOf } = addTasks();
    const other = pendingRow(server(), router);
    await browser.signIn();
    const press = { text: 'Reject', below: 'Printer', label: 'Reject Printer' };
    expect(await browser.send('/pending-work-logs', [], press)).toContain(
      'Pending work log rejected and deleted',
    );
    expect(statusOf(printer)).toBe('rejected');
    expect(pendingRow(server(), router)).toEqual(other);
  });

  test('confirms a task with a time typed into its row', async () => {
    const { router, printer, statusOf } = addTasks();
    await browser.signIn();
    const time = { label: '00:00', name: `${printer}:duration`, text: '0.4', below: 'Printer' };
    const press = { text: 'Confirm', below: 'Printer', label: 'Confirm Printer' };
    expect(await browser.send('/pending-work-logs', [time], press)).toContain(
      'Work log confirmed and added to work logs',
    );
    expect([statusOf(printer), statusOf(router)]).toEqual(['confirmed', 'pending_review']);
    expect(logs()).toMatchObject([{ duration: 24 }]);
  });

  test('starts a timer', async () => {
    await browser.signIn();
    const press = { text: 'Start timer', below: 'You can fill in the details later' };
    expect(await browser.send('/timer', [], press)).toContain('Timer started');
    expect(db().select().from(timers).all()).toHaveLength(1);
  });

  test('makes an invoice', async () => {
    const { services } = server();
    const tenantId = await connectToXero(services, xero());
    await refreshTenants(services);
    await activate(services, tenantId);
    addLog(server(), { ...addPair(), day: '2026-10-12' });
    await browser.signIn();
    const preview = await browser.read('/work-logs/create-invoices');
    expect(preview).toContain('£60.00');
    await browser.send('/work-logs/create-invoices', [], { text: 'Create 1 invoice in Xero' });
    await expect.poll(() => xero().state().invoices.length).toBe(1);
    await expect
      .poll(() => db().select().from(invoices).all())
      .toMatchObject([{ state: 'created', totalPence: 7_200 }]);
    expect(await browser.read('/work-logs/invoice-runs/1')).toContain('INV-0001');
  });

  test.skipIf(!sendsFiles)('imports a file', async () => {
    const file = join(folder, 'ours.csv');
    await writeFile(file, ourFile('2026-03-02,Acme,Support,90,Telephone,true,60.00,,'));
    await browser.signIn();
    const chosen = { label: 'File', name: 'file', text: file, below: 'A CSV file' };
    const look = await browser.send('/import', [chosen], { text: 'Check file' });
    expect(look).toContain('Client: Acme (1 line)');
    const done = await browser.send('/import/1', [], { text: 'Import', below: 'Names' });
    expect(done).toContain('1 imported');
    expect(logs()).toMatchObject([{ duration: 90, description: 'Telephone' }]);
  });

  test('reads a report', async () => {
    addLog(server(), { ...addPair(), day: '2026-11-12' });
    await browser.signIn();
    const report = await browser.read('/reports?from=2026-11-01&to=2026-11-30');
    expect(report).toMatch(/Harbour Dental .*1\.00.*£60\.00/);
  });
}

describe.skipIf(!isInstalled('lynx'))('In lynx, the ten', () => {
  walkTheTen(() => openLynx(server(), folder), true);
});

describe.skipIf(!isInstalled('w3m'))('In w3m, the ten', () => {
  walkTheTen(() => openW3m(server(), folder), false);
});
