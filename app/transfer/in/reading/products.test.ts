import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../lib/calendar.ts';
import { writeMoment } from '../../cells.ts';
import { headerOf } from '../../columns.ts';
import { countDate, dayOrderOf } from './dates.ts';
import { isOfWork, readHeader } from './formats.ts';
import { countNumber, decimalSignOf } from './values.ts';
import { readWorkRow, type WorkRow } from './read-row.ts';
import { NO_TALLY } from '../choices.ts';
import type { FileFacts } from './row-cells.ts';

const LONDON = 'Europe/London';
const NOW = new Date('2026-11-22T12:00:00Z');

/** Reads a file as the product does, its lines given as cells. */
function read(header: string, lines: string[][], more: Partial<FileFacts> = {}) {
  const known = readHeader(header.split(','), null);
  if (!isOfWork(known)) throw new Error('This header is not known');
  const dates = { dayFirst: 0, monthFirst: 0, both: 0 };
  const numbers = { point: 0, comma: 0 };
  for (const cells of lines) {
    countDate(dates, cells[known.columns.date ?? -1] ?? '');
    for (const field of ['hours', 'rate', 'amount'] as const) {
      countNumber(numbers, cells[known.columns[field] ?? -1] ?? '');
    }
  }
  const facts: FileFacts = {
    ...known,
    dayOrder: dayOrderOf(dates),
    decimalSign: decimalSignOf(numbers),
    foreignMoney: 'ask',
    zeroRates: 'ask',
    amounts: 'ask',
    tally: { ...NO_TALLY },
    projects: 'none',
    workTypes: 'names',
    tags: 'text',
    timeZone: LONDON,
    now: NOW,
    ...more,
  };
  return { format: known.format, readings: lines.map((cells) => readWorkRow(cells, facts)) };
}

/** The cells of a line with values for these columns, and nothing in the others. */
function cellsOf(header: string, values: Record<string, string>): string[] {
  return header.split(',').map((name) => values[name] ?? '');
}

const HARVEST =
  'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Roles,Employee?,Billable Rate,Billable Amount,Cost Rate,Cost Amount,Currency,External Reference URL';
const TOGGL =
  'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (GBP)';
const CLOCKIFY =
  'Project,Client,Description,Task,User,Group,Email,Tags,Type,Billable,Invoiced,Invoice ID,Start Date,Start Time,End Date,End Time,Duration (h),Duration (decimal),Billable Rate (GBP),Billable Amount (GBP),Date of creation';
const KIMAI =
  'Date,From,To,Duration,Currency,Price,Internal price,Hourly price,Fixed price,Name,User,E-mail,Staff number,Customer,Project,Activity,Description,Billable,Tags,Type';

const work = (row: Partial<WorkRow>) => ({ row: expect.objectContaining(row) as WorkRow });

test.each([
  [
    'Harvest, as it is by itself',
    HARVEST,
    {
      Date: '2024-03-04',
      Client: 'Acme',
      Task: 'Support',
      Notes: 'Telephone',
      Hours: '0.33',
      'Billable?': 'Yes',
      'Invoiced?': 'No',
      'Billable Rate': '72.50',
      'Billable Amount': '23.93',
      Currency: 'British Pound - GBP',
    },
    {
      client: 'Acme',
      workType: 'Support',
      description: 'Telephone',
      minutes: 20,
      ratePence: 7_250,
      billable: true,
      isInvoiced: false,
      day: '2024-03-04',
      hasTime: false,
      date: new Date('2024-03-04T12:00:00Z'),
    },
  ],
  [
    'Harvest, with the dates and numbers of an account',
    HARVEST,
    {
      Date: '26.01.2015',
      Client: 'Acme',
      Task: 'Support',
      Hours: '1,67',
      'Billable?': 'No',
      'Invoiced?': 'Yes',
      'Billable Rate': '2.000,00',
      Currency: 'British Pound - GBP',
    },
    { minutes: 100, ratePence: 200_000, billable: false, isInvoiced: true, day: '2015-01-26' },
  ],
  [
    'Toggl Track, whose amount gives the rate',
    TOGGL,
    {
      Client: 'Acme',
      Task: 'Support',
      Description: 'Telephone',
      Billable: 'Yes',
      'Start date': '2024-10-15',
      'Start time': '12:02:17',
      Duration: '00:20:00',
      'Amount (GBP)': '16.67',
    },
    { minutes: 20, ratePence: 5_000, date: new Date('2024-10-15T11:02:17Z'), hasTime: true },
  ],
  [
    'Clockify, with dates of America and half days',
    CLOCKIFY,
    {
      Client: 'Acme',
      Task: 'Support',
      Description: 'Telephone',
      Billable: 'Yes',
      Invoiced: 'Yes',
      'Invoice ID': 'INV-7',
      'Start Date': '10/15/2024',
      'Start Time': '11:00:00 PM',
      'End Date': '10/16/2024',
      'End Time': '12:30:00 AM',
      'Duration (h)': '01:30:00',
      'Duration (decimal)': '1.50',
      'Billable Rate (GBP)': '80.00',
      'Billable Amount (GBP)': '120.00',
    },
    {
      minutes: 90,
      ratePence: 8_000,
      day: '2024-10-15',
      date: new Date('2024-10-15T22:00:00Z'),
      isInvoiced: true,
      invoiceNumber: 'INV-7',
    },
  ],
  [
    'Clockify, with short durations and dots',
    CLOCKIFY,
    {
      Client: 'Acme',
      Task: 'Support',
      Billable: 'No',
      'Start Date': '18.08.2026',
      'Start Time': '10:00',
      'Duration (h)': '0:13',
      'Billable Rate (GBP)': '0.00',
    },
    { minutes: 13, ratePence: 0, billable: false, day: '2026-08-18' },
  ],
  [
    'Clockify without durations: from start to end',
    CLOCKIFY,
    {
      Client: 'Acme',
      Task: 'Support',
      Billable: 'Yes',
      'Start Date': '22/06/2026',
      'Start Time': '23:50',
      'End Date': '23/06/2026',
      'End Time': '00:35',
      'Billable Rate (GBP)': '60.00',
    },
    { minutes: 45, ratePence: 6_000, day: '2026-06-22' },
  ],
  [
    'Kimai',
    KIMAI,
    {
      Date: '2026-01-31',
      From: '09:05',
      To: '09:45',
      Duration: '0.67',
      Currency: 'GBP',
      Price: '40.20',
      'Hourly price': '60.00',
      Customer: 'Acme',
      Activity: 'Support',
      Description: `' =1+1`,
      Billable: 'Yes',
    },
    { minutes: 40, ratePence: 6_000, description: '=1+1', date: new Date('2026-01-31T09:05:00Z') },
  ],
])('An export of %s, is read to the minute and the penny', (_, header, values, expected) => {
  const { readings } = read(header, [cellsOf(header, values)]);
  expect(readings).toEqual([work(expected)]);
});

test.each([
  [HARVEST, 'harvest'],
  [TOGGL, 'toggl'],
  [TOGGL.replace(',Amount (GBP)', ''), 'toggl'],
  [CLOCKIFY, 'clockify'],
  [CLOCKIFY.replace(',Type', '').replace(',Duration (h),Duration (decimal)', ''), 'clockify'],
  [KIMAI, 'kimai'],
  [KIMAI.split(',').reverse().join(','), 'kimai'],
])('The header %s is one of %s', (header, format) => {
  expect(readHeader(header.split(','), null).format).toBe(format);
});

test('Every minute of a day is read from its hours with two decimals', () => {
  const header = HARVEST;
  const lines = Array.from({ length: 1_440 }, (_, minute) =>
    cellsOf(header, {
      Date: '2024-03-04',
      Client: 'A',
      Task: 'B',
      Hours: ((minute + 1) / 60).toFixed(2),
      'Billable?': 'Yes',
    }),
  );
  const minutes = read(header, lines).readings.map((one) => ('row' in one ? one.row.minutes : one));
  expect(minutes).toEqual(Array.from({ length: 1_440 }, (_, minute) => minute + 1));
});

describe('Nothing is guessed', () => {
  const line = (values: Record<string, string>) =>
    cellsOf(CLOCKIFY, {
      Client: 'Acme',
      Task: 'Support',
      Billable: 'Yes',
      'Start Date': '2026-03-04',
      'Start Time': '10:00',
      'Duration (h)': '1:00',
      'Billable Rate (GBP)': '60.00',
      ...values,
    });
  const problemOf = (header: string, cells: string[]) => {
    const [reading] = read(header, [cells]).readings;
    return reading !== undefined && 'problem' in reading ? reading.problem : '';
  };

  test.each([
    ['a date that may be two', { 'Start Date': '03/04/2026' }, /day or with the month/],
    ['no such date', { 'Start Date': '31/02/2026' }, /is not a date/],
    ['a rate that may be two', { 'Billable Rate (GBP)': '1,500' }, /thousands or decimals/],
    ['a part of a penny', { 'Billable Rate (GBP)': '60.0055' }, /parts of a penny/],
    ['words for money', { 'Billable Rate (GBP)': 'sixty' }, /not an amount/],
    ['a duration of nothing', { 'Duration (h)': '00:00:20' }, /half a minute/],
    ['a duration below nothing', { 'Duration (h)': '-1:00' }, /not a duration/],
    ['too long a duration', { 'Duration (h)': '100:01' }, /at most 6,000/],
    ['neither yes nor no', { Billable: 'perhaps' }, /neither yes nor no/],
    ['nothing where it is to say yes or no', { Billable: '' }, /billable/],
    ['a time that was skipped', { 'Start Date': '2026-03-29', 'Start Time': '01:30' }, /skipped/],
    ['a date far ahead', { 'Start Date': '2030-01-01' }, /year ahead/],
  ])('of %s', (_, values, sentence) => {
    expect(problemOf(CLOCKIFY, line(values))).toMatch(sentence);
  });

  test('of rates in another currency, until somebody says what they count as', () => {
    const header = CLOCKIFY.replaceAll('GBP', 'EUR');
    const cells = line({ 'Billable Rate (GBP)': '60.00' });
    expect(problemOf(header, cells)).toMatch(/EUR/);
    expect(read(header, [cells], { foreignMoney: 'pounds' }).readings).toEqual([
      work({ ratePence: 6_000 }),
    ]);
    expect(read(header, [cells], { foreignMoney: 'rules' }).readings).toEqual([
      work({ ratePence: null }),
    ]);
  });

  test.each([
    [CLOCKIFY, { 'Billable Rate (GBP)': '0.00' }],
    [CLOCKIFY, { 'Billable Rate (GBP)': '', 'Billable Amount (GBP)': '0.00' }],
    [CLOCKIFY.replaceAll('GBP', 'EUR'), { 'Billable Rate (GBP)': '0,00' }],
  ])('of what is billable at nothing, until somebody says what it counts as', (header, values) => {
    const cells = line(values);
    expect(problemOf(header, cells)).toMatch(/no rate was set/);
    const readAs = (zeroRates: 'ours' | 'keep') => read(header, [cells], { zeroRates }).readings;
    expect(readAs('ours')).toEqual([work({ ratePence: null })]);
    expect(readAs('keep')).toEqual([work({ ratePence: 0 })]);
  });

  test('but a break is no work', () => {
    expect(read(CLOCKIFY, [line({ Type: 'Break' })]).readings).toEqual([{ isLeftOut: true }]);
  });

  test('and the other dates of the file tell the order', () => {
    const days = read(CLOCKIFY, [
      line({ 'Start Date': '03/04/2026' }),
      line({ 'Start Date': '13/04/2026' }),
    ]).readings.map((one) => ('row' in one ? one.row.day : one));
    expect(days).toEqual(['2026-04-03', '2026-04-13']);
  });

  test('and dates of both kinds in one file are none', () => {
    const { readings } = read(CLOCKIFY, [
      line({ 'Start Date': '13/04/2026' }),
      line({ 'Start Date': '04/13/2026' }),
    ]);
    expect(readings.every((one) => 'problem' in one)).toBe(true);
  });
});

const OURS = headerOf('work-logs').join(',');

describe('Times are those of the business time zone', () => {
  const timed = (values: Record<string, string>) =>
    cellsOf(CLOCKIFY, { Client: 'A', Task: 'B', Billable: 'Yes', ...values });
  const readOne = (cells: string[]) => read(CLOCKIFY, [cells]).readings[0];
  const AUTUMN = { 'Start Date': '2026-10-25' };

  test('and of one that the clocks showed twice it is the first', () => {
    const cells = timed({ ...AUTUMN, 'Start Time': '01:30', 'Duration (h)': '1:00' });
    expect(readOne(cells)).toEqual(work({ date: new Date('2026-10-25T00:30:00Z'), minutes: 60 }));
  });

  test('but how long it took is not guessed from such a time', () => {
    const end = { 'End Date': '2026-10-25' };
    const from = (start: string, until: string) =>
      readOne(timed({ ...AUTUMN, ...end, 'Start Time': start, 'End Time': until }));
    const twice = { problem: expect.stringMatching(/Give its duration/) as string };
    expect(from('00:30', '01:30')).toEqual(twice);
    expect(from('01:30', '03:00')).toEqual(twice);
    // Four hours by the clocks, and five by the sun.
    expect(from('00:30', '04:30')).toEqual(work({ minutes: 300 }));
  });

  test('and ours come back at any minute, also at those that the clocks showed twice', () => {
    const changes = ['2026-10-25T00:00Z', '2026-11-01T05:00Z', '2026-04-04T14:00Z'];
    const near = fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 300 }))
      .map(([change, more]) => Date.parse(change) + more * 60_000);
    const any = fc.integer({ min: 1_440, max: 1_440 * 366 * 40 }).map((minute) => minute * 60_000);
    const zones = [LONDON, 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(fc.oneof(near, any), fc.constantFrom(...zones), (at, zone) => {
        const date = writeMoment(new Date(at), zone);
        const line = { date, client: 'A', work_type: 'B', minutes: '5', billable: 'true' };
        const { readings } = read(OURS, [cellsOf(OURS, line)], {
          timeZone: zone,
        });
        expect(readings).toEqual([work({ date: new Date(at), day: dayOf(new Date(at), zone) })]);
      }),
    );
  });
});

describe('A line of hardware', () => {
  const line = (hardware_items: string) =>
    cellsOf(OURS, {
      date: '2026-03-02 10:00',
      client: 'A',
      work_type: 'B',
      kind: 'hardware',
      billable: 'true',
      hardware_items,
    });
  const readOne = (cell: string) => read(OURS, [line(cell)]).readings[0];

  test('has its items, and what they come to', () => {
    const cell = `[{"itemName":"Dock","quantity":2,"unitPrice":"120.00","vatIncluded":true,"vatRate":20},
      {"itemName":"Book","unitPrice":"9.99","vatIncluded":false,"taxCode":"ZERORATED"}]`;
    expect(readOne(cell)).toEqual(
      work({
        isHardware: true,
        minutes: 0,
        ratePence: 0,
        items: [
          expect.objectContaining({ itemName: 'Dock', unitPrice: 1_200_000, taxCode: 'OUTPUT2' }),
          expect.objectContaining({ itemName: 'Book', quantity: 10_000, vatRate: 0 }),
        ] as never,
      }),
    );
    expect(readOne('[]')).toEqual(work({ items: [] }));
  });

  test.each([
    ['', /holds none/],
    ['2 docks', /no list of items/],
    ['{"itemName":"Dock"}', /no list of items/],
    ['[{"itemName":"Dock"', /no list of items/],
    ['[{"quantity":1,"unitPrice":"1.00"}]', /must have a name/],
    ['[{"itemName":"Dock","unitPrice":"1.00","quantity":0}]', /quantity greater than 0/],
    ['[{"itemName":"Dock","unitPrice":"1.00005"}]', /at most four decimals/],
    [
      '[{"itemName":"Dock","unitPrice":"1.00","vatRate":0}]',
      /0% does not go with OUTPUT2. Choose ZERORATED/,
    ],
    [`[${Array(101).fill('{"itemName":"A","unitPrice":"1"}').join(',')}]`, /at most 100 items/],
  ])('with %s is a problem', (cell, sentence) => {
    expect(readOne(cell)).toEqual({ problem: expect.stringMatching(sentence) as string });
  });
});

test.each([
  [TOGGL, { User: 'Ann Lee', Email: 'ann@x.example' }, 'Ann Lee <ann@x.example>'],
  [CLOCKIFY, { User: 'Ann Lee', Email: 'ann@x.example' }, 'Ann Lee <ann@x.example>'],
  [KIMAI, { Name: 'Ann Lee', 'E-mail': '' }, 'Ann Lee'],
  [HARVEST, { 'First Name': 'Ann', 'Last Name': 'Lee' }, 'Ann Lee'],
  [OURS, { logged_by: 'ann@x.example' }, 'ann@x.example'],
  [OURS, {}, ''],
  [OURS.replace('logged_by', 'somebody'), {}, null],
])('Of %s, who logged it is read', (header, values, person) => {
  const rest = {
    ...{ Client: 'A', Customer: 'A', client: 'A', Task: 'B', Activity: 'B', work_type: 'B' },
    ...{ Date: '2026-03-02', date: '2026-03-02', 'Start date': '2026-03-02' },
    ...{ 'Start Date': '2026-03-02', Hours: '1:00', Duration: '1:00', 'Duration (h)': '1:00' },
    ...{ minutes: '60', Billable: 'No', 'Billable?': 'No', billable: 'false' },
  };
  const { readings } = read(header, [cellsOf(header, { ...rest, ...values })]);
  expect(readings).toEqual([work({ person })]);
});

test.each([
  [HARVEST.replace(',Invoiced?', ',Already billed'), 'Already billed'],
  [TOGGL.replace(',Billable,', ',Nicht abrechenbar,'), 'Nicht abrechenbar'],
  [`${TOGGL},Billed`, 'Billed'],
])('In %s a column that perhaps says what is billed has to be chosen', (header, column) => {
  expect(readHeader(header.split(','), null)).toEqual({
    format: null,
    why: expect.stringContaining(`no column “${column}”`) as string,
  });
});

test('Of two columns of one name, one that is read has to be chosen, and one that is not is left alone', () => {
  const twice = readHeader(`${HARVEST},Notes`.split(','), null);
  expect(twice).toEqual({
    format: null,
    why: 'Two columns are called “notes”. Choose what each one holds.',
  });
  const chosen = { client: 1, workType: 2, date: 0, hours: 3 };
  expect(readHeader(`${HARVEST},Notes`.split(','), chosen)).toMatchObject({
    format: 'chosen',
    columns: chosen,
  });
  expect(readHeader(`${HARVEST},Colour,Colour`.split(','), null).format).toBe('harvest');
});
