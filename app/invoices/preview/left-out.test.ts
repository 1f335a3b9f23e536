import { describe, expect, test } from 'vitest';
import { dayOf } from '../../lib/calendar.ts';
import { NO_CHOICES } from '../lines/choices.ts';
import { groupLogs } from '../lines/groups.ts';
import type { BillableLog } from './billable.server.ts';
import { choicesOfAddress, previewAddress } from './choices-address.server.ts';
import { LINE_BOX } from './field-names.ts';
import { readChoices, writeShown } from './read-choices.server.ts';

const DAY = dayOf(new Date('2026-11-05T12:00:00Z'), 'Europe/London');
const RULES = {
  isVatRegistered: false,
  taxRates: [],
  taxCodes: new Map<string, string>(),
  timeTaxCode: null,
  vatChanges: [],
  template: '{date}',
  currency: 'GBP',
};

/** A log of a client whose time is rounded by the day. */
const log = (id: number, day = DAY): BillableLog => ({
  id,
  clientId: 1,
  clientName: 'Acme Ltd',
  clientEmail: null,
  workTypeName: 'Support',
  itemsName: null,
  jobId: null,
  jobName: null,
  jobPoNumber: null,
  description: '',
  day,
  isHardware: false,
  duration: 20,
  hourlyRatePence: 6_000,
  totalPence: 2_000,
  items: [],
  billingStep: 15,
  billingRounding: 'up',
  billingPer: 'day',
  invoicePer: 'month',
  vatTreatment: 'organisation',
  invoiceDate: 'today',
  dueIn: null,
  lines: 'log',
  smallestMinutes: null,
  lineText: null,
  poNumber: null,
});

/** The form of a preview of three logs of one day and one of another, with the first line unticked. */
function untickFirst() {
  const { name, value } = writeShown('1-2026-11', {
    ids: [1, 9],
    together: [[1, [1, 2, 3]]],
    clientId: 1,
    day: DAY,
    termsDay: DAY,
    poNumber: '',
    discount: '',
    invoicePer: 'month',
    ownPer: 'month',
    contactProblem: null,
  });
  const form = new FormData();
  form.set(name, value);
  form.set(LINE_BOX, '9');
  return readChoices(form).choices;
}

const OTHER_DAY = '2026-11-09';
const billed = (logs: BillableLog[], leftOut: ReadonlySet<number>) =>
  groupLogs(logs, RULES, { ...NO_CHOICES, leftOut }).flatMap(({ logIds }) => logIds);

describe('What was left out stays left out', () => {
  test('when the log that stood first has gone to another day, or another one has come', () => {
    const { leftOut } = untickFirst();
    const other = log(9, OTHER_DAY);
    expect(billed([log(1), log(2), log(3), other], leftOut)).toEqual([9]);
    expect(billed([log(2), log(3), other], leftOut)).toEqual([9]);
    expect(billed([log(4), log(2), other], leftOut)).toEqual([9]);
    // A control: nothing was left out.
    expect(billed([log(2), log(3), other], new Set())).toEqual([2, 3, 9]);
  });

  test('after the review of new texts, too, which keeps it in its address', () => {
    const { leftOut } = untickFirst();
    const choices = { ...NO_CHOICES, leftOut };
    const groups = groupLogs([log(1), log(2), log(9, OTHER_DAY)], RULES, choices);
    const url = new URL(previewAddress('', groups, NO_CHOICES.all), 'http://localhost');
    expect(billed([log(2), log(9, OTHER_DAY)], choicesOfAddress(url).choices.leftOut)).toEqual([9]);
  });
});
