import { describe, expect, test } from 'vitest';
import { dayOf } from '../../lib/calendar.ts';
import type { BillableLog } from '../preview/billable.server.ts';
import { groupLogs, type InvoiceGroup } from './groups.ts';

const RULES = {
  isVatRegistered: true,
  taxRates: [
    { code: 'OUTPUT2', rateHundredths: 2_000 },
    { code: 'ZERORATEDOUTPUT', rateHundredths: 0 },
    { code: 'EXEMPTOUTPUT', rateHundredths: 0 },
  ],
  taxCodes: new Map([
    ['ZERORATED', 'ZERORATEDOUTPUT'],
    ['EXEMPTINPUT', 'EXEMPTOUTPUT'],
  ]),
  timeTaxCode: 'OUTPUT2',
  vatChanges: [],
  template: '{date} | {workType} | {description}',
  currency: 'GBP',
};

const ACME = { clientId: 1, clientName: 'Acme Ltd', clientEmail: 'accounts@acme.example' };
const BOAT = { clientId: 2, clientName: 'Boat & Sons', clientEmail: null };

const NOT_ROUNDED = {
  billingStep: 1,
  billingRounding: 'up',
  billingPer: 'log',
  invoicePer: 'month',
  vatTreatment: 'organisation',
  invoiceDate: 'today',
  dueIn: null,
  lines: 'log',
  smallestMinutes: null,
  lineText: null,
  poNumber: null,
} as const;

let lastId = 0;

function log(more: Partial<BillableLog> = {}): BillableLog {
  lastId += 1;
  return {
    id: lastId,
    ...ACME,
    workTypeName: 'Development',
    itemsName: null,
    jobId: null,
    jobName: null,
    jobPoNumber: null,
    description: 'Login page',
    day: '2026-11-05',
    isHardware: more.duration === 0,
    duration: 60,
    hourlyRatePence: 6_000,
    totalPence: 6_000,
    items: [],
    ...NOT_ROUNDED,
    ...more,
  };
}

function onlyGroup(logs: BillableLog[], rules = RULES): InvoiceGroup {
  const [group, ...others] = groupLogs(logs, rules);
  if (!group || others.length > 0) throw new Error('There is not one group.');
  return group;
}

describe('logs become invoices', () => {
  test('one for each client and calendar month, each log on one of them', () => {
    const logs = [
      log({ day: '2026-10-31' }),
      log({ day: '2026-11-01' }),
      log({ ...BOAT, day: '2026-11-01' }),
      log({ day: '2025-11-30' }),
      log({ day: '2026-11-30', duration: 30, totalPence: 3_000 }),
    ];
    const groups = groupLogs(logs, RULES);
    expect(
      groups.map(({ client, month, totalMinutes }) => [client.name, month, totalMinutes]),
    ).toEqual([
      ['Acme Ltd', '2026-10', 60],
      ['Acme Ltd', '2026-11', 90],
      ['Boat & Sons', '2026-11', 60],
      ['Acme Ltd', '2025-11', 60],
    ]);
    expect(groups.flatMap(({ logIds }) => logIds).sort()).toEqual(logs.map(({ id }) => id).sort());
  });

  test('of the month that it is in the business time zone, not in UTC', () => {
    const summer = new Date('2026-07-31T23:30:00Z');
    const day = dayOf(summer, 'Europe/London');
    expect(onlyGroup([log({ day })]).month).toBe('2026-08');
    expect(onlyGroup([log({ day: dayOf(summer, 'America/New_York') })]).month).toBe('2026-07');
  });

  test('with the name of the work when it is one kind, and without when it is several', () => {
    expect(onlyGroup([log(), log()]).workTypeName).toBe('Development');
    expect(onlyGroup([log(), log({ workTypeName: 'Support' })]).workTypeName).toBeNull();
  });

  test('but not in another currency, nor without the items of a hardware log', () => {
    expect(onlyGroup([log()]).problems).toEqual([]);
    expect(onlyGroup([log()], { ...RULES, currency: 'EUR' }).problems).toEqual([
      'The organisation keeps its books in EUR, and logs are in pounds.',
    ]);
    const empty = { duration: 0, totalPence: 0 };
    expect(onlyGroup([log(empty)]).problems[0]).toMatch(/^A hardware log has no items yet/);
    expect(onlyGroup([log(empty), log(empty)]).problems[0]).toMatch(/^2 hardware logs have no/);
  });
});

describe('The PO number of an invoice', () => {
  const of = (...logs: BillableLog[]) => {
    const { poNumber, isPoOfJob } = onlyGroup(logs).client;
    return [poNumber, isPoOfJob];
  };
  const ofJob = (jobId: number, jobPoNumber: string | null = `PO ${jobId}`) =>
    log({ jobId, jobName: 'Mill Lane', jobPoNumber, poNumber: 'PO of Acme' });

  test('is that of the job whose logs it has, and else the client’s', () => {
    expect(of(ofJob(1), ofJob(1))).toEqual(['PO 1', true]);
    expect(of(ofJob(1), ofJob(2))).toEqual(['PO of Acme', false]);
    expect(of(ofJob(1), log({ poNumber: 'PO of Acme' }))).toEqual(['PO of Acme', false]);
    expect(of(ofJob(1, null))).toEqual(['PO of Acme', false]);
    expect(of(log({ poNumber: null }))).toEqual([null, false]);
  });
});
