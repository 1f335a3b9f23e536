import { expect, test } from 'vitest';
import { withoutTriggers } from '#db/business-days.server.ts';
import { write } from '#db/connection.server.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { heldBytes } from '#tests/support/held-bytes.ts';
import { longestWait, timeOf } from '#tests/support/longest-turn.ts';
import { NO_FILTERS } from '../../work-logs/list/filters.ts';
import { claimInvoices } from '../runs/claim.server.ts';
import { loadRun } from '../runs/run-screen.server.ts';
import { MOST_READ } from './billable.server.ts';
import { INVOICE_BOX, LINE_BOX } from './field-names.ts';
import { MOST_LINES, MOST_SHOWN } from './open-at-once.ts';
import { loadPreview, type Preview } from './preview.server.ts';
import { readChoices } from './read-choices.server.ts';

const ALL = new URL('https://product.example/work-logs/create-invoices?months=all');
const DAY = Date.UTC(2026, 8, 1, 12);

/** Puts hours of work at £60.00, on days from September 2026 on, straight into the database. */
function addLogs({ services, addClient, types }: Invoicing, count: number, clients: number) {
  const { db } = services;
  const insert = db.$client.prepare(`
    insert into work_logs (client_id, work_type_id, duration, description, hourly_rate_pence,
      total_pence, billable, date, day, is_invoiced, is_hardware, created_at, updated_at)
    values (?, ?, 60, 'Sample', 6000, 6000, 1, ?, ?, 0, 0, 0, 0)`);
  write(db, () => {
    withoutTriggers(db, '%', () => {
      const ids = Array.from({ length: clients }, (_, n) => addClient(`${n} ${'x'.repeat(200)}`));
      for (let n = 0; n < count; n += 1) {
        const date = new Date(DAY + Math.floor((n / count) * 28) * 86_400_000);
        const day = date.toISOString().slice(0, 10);
        insert.run(ids[n % clients], types.time, date.getTime(), day);
      }
    });
  });
}

const load = ({ services }: Invoicing, answered = {}) => loadPreview(services, ALL, answered);

/** The form of the page as a browser sends it, without these boxes. */
function sent({ lines, groups }: Preview, unticked: (string | number)[] = []): FormData {
  const form = new FormData();
  const tick = (name: string, value: string | number, goes: boolean) => {
    if (goes && !unticked.includes(value)) form.append(name, String(value));
  };
  form.set(lines.rows.name, lines.rows.value);
  for (const { shown, entries } of Object.values(lines.of)) {
    form.set(shown.name, shown.value);
    for (const { id, goes } of entries) tick(LINE_BOX, id, goes);
  }
  for (const { key, goes } of groups) tick(INVOICE_BOX, key, goes);
  return form;
}

/** For how long work keeps others waiting: the least of three times. */
const busyFor = (work: () => unknown) => Math.min(...[1, 2, 3].map(() => timeOf(work)));

test('150,000 logs are counted and not read, and it is said what to do', () =>
  withInvoicing((invoicing) => {
    addLogs(invoicing, 150_000, 3_000);
    const refuse = () => {
      expect(() => load(invoicing)).toThrow(
        '150,000 logs can be invoiced, and Create Invoices shows 3,000 at a time. Filter by client or a shorter period',
      );
    };
    const before = heldBytes();
    expect(busyFor(refuse)).toBeLessThan(longestWait());
    expect(heldBytes() - before).toBeLessThan(64 * 2 ** 20);
    return Promise.resolve();
  }));

test('As many logs as a page looks at, of a thousand clients, hold nobody up', () =>
  withInvoicing((invoicing) => {
    addLogs(invoicing, MOST_READ, 1_000);
    const before = heldBytes();
    const preview = load(invoicing);
    expect(heldBytes() - before).toBeLessThan(64 * 2 ** 20);
    expect(busyFor(() => load(invoicing))).toBeLessThan(longestWait());
    expect(preview.groups.length).toBe(MOST_SHOWN);
    expect(preview.rest.count).toBe(1_000 - MOST_SHOWN);
    return Promise.resolve();
  }));

test('More invoices than a page has are all made, without those that were left out', () =>
  withInvoicing((invoicing) => {
    const { services } = invoicing;
    addLogs(invoicing, 130, 130);
    const preview = load(invoicing);
    const first = preview.groups.find(({ hasLines }) => !hasLines);
    const read = readChoices(sent(preview, [first?.key ?? '']));
    const again = load(invoicing, { read });
    expect(again.groups.map(({ goes }) => goes)).toContain(false);
    const { choices } = readChoices(sent(again));
    const { fingerprint } = again;
    const request = { userId: null, filters: NO_FILTERS, fingerprint, choices };
    const { runId, groups } = claimInvoices(services, request);
    expect(groups).toHaveLength(129);
    const run = loadRun(services, runId ?? 0);
    expect(run).toMatchObject({ count: 129, more: 29 });
    expect(run.invoices).toHaveLength(MOST_SHOWN);
    return Promise.resolve();
  }));

test('An invoice of more lines than a page has is made whole, without those that were left out', () =>
  withInvoicing((invoicing) => {
    addLogs(invoicing, 700, 1);
    const preview = load(invoicing);
    const [lines] = Object.values(preview.lines.of);
    expect(lines?.entries).toHaveLength(MOST_LINES);
    expect(lines?.rest).toMatchObject({
      work: '200 12000',
      net: '£12,000.00',
      text: expect.stringContaining('200 more lines are on this invoice') as string,
    });
    const [group] = preview.groups;
    expect(group?.sum).toMatchObject({ logs: 700, netPence: 700 * 6_000 });
    const one = lines?.entries[7]?.id ?? 0;
    const read = readChoices(sent(preview, [one]));
    const { groups } = claimInvoices(invoicing.services, {
      userId: null,
      filters: NO_FILTERS,
      fingerprint: preview.fingerprint,
      choices: read.choices,
    });
    expect(groups[0]?.logIds).toHaveLength(699);
    expect(groups[0]?.logIds).not.toContain(one);
    return Promise.resolve();
  }));

test('Of many invoices that need an answer, the first is open, and the others are rows', () =>
  withInvoicing((invoicing) => {
    addLogs(invoicing, 3_000, 30);
    invoicing.services.db.$client.exec('update xero_organisations set account_code = null');
    const preview = load(invoicing);
    expect(preview.groups).toHaveLength(30);
    expect(preview.groups.filter(({ isOpen }) => isOpen)).toEqual([preview.groups[0]]);
    expect(preview.groups.every(({ sum }) => sum.isStopped)).toBe(true);
    return Promise.resolve();
  }));
