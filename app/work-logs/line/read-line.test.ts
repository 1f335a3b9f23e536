import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '#tests/support/cases.ts';
import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { asShown } from '../../lib/looks.ts';
import { cleanText } from '../../lib/text.ts';
import { inQuotes } from './line-names.ts';
import type { Named } from './names.ts';
import { lineReader, type LineContext, type LineReading } from './read-line.ts';

const CLIENTS: Named[] = [
  'Thorn Ltd',
  'Harbour Dental',
  'Harbour Foods',
  'Acme',
  'Acme & Sons',
  'O’Brien-Łódź',
  'Sunday Times',
  '365 Cycles',
  'Support Partners',
  'Weißbach Straßenbau',
].map((name, index) => ({ id: index + 1, name }));
const WORK_TYPES: Named[] = [
  'Remote Support',
  'On-Site Support',
  'Training',
  'Re-wiring',
  'Travel 24/7',
].map((name, index) => ({ id: index + 1, name }));
/** A Friday. */
const CONTEXT: LineContext = { clients: CLIENTS, workTypes: WORK_TYPES, today: '2026-11-20' };
const read = lineReader(CONTEXT);

/** A reading in a few words: names, minutes, day, description. */
function sayIn(reading: LineReading) {
  const name = (part: LineReading['client']) =>
    part.state === 'known'
      ? part.value.name
      : part.state === 'ambiguous'
        ? part.among.map((one) => one.name)
        : null;
  const { duration, day, description } = reading;
  const minutes =
    duration.state === 'known'
      ? duration.value
      : duration.state === 'ambiguous'
        ? duration.among
        : null;
  return [minutes, name(reading.client), name(reading.workType), day, description];
}
const said = (line: string) => sayIn(read(line));

const THORN = 'Thorn Ltd';
const REMOTE = 'Remote Support';

describe('A line is read as duration, client, work type, description and date', () => {
  test.each([
    [
      '1h30 thorn remote mailbox full HD-1885 yesterday',
      [90, THORN, REMOTE, '2026-11-19', 'mailbox full HD-1885'],
    ],
    ['45m th re reset', [45, THORN, [REMOTE, 'Re-wiring'], null, 'reset']],
    ['45m th rem reset', [45, THORN, REMOTE, null, 'reset']],
    ['thorn remote 1h 30m mailbox', [90, THORN, REMOTE, null, 'mailbox']],
    ['thorn remote mailbox full 90 min', [90, THORN, REMOTE, null, 'mailbox full']],
    ['mailbox full, thorn remote (1h30)', [90, THORN, REMOTE, null, 'mailbox full,']],
    ['1.5 THORN remote-support mailbox', [90, THORN, REMOTE, null, 'mailbox']],
    ['1,5 thorn remotesupport', [90, THORN, REMOTE, null, '']],
    ['1½ thorn ltd remote support', [90, THORN, REMOTE, null, '']],
    ['1 ½ thorn remote', [90, THORN, REMOTE, null, '']],
    ['1:30 remote thorn mailbox', [90, THORN, REMOTE, null, 'mailbox']],
    ['1 hour and 30 minutes thorn remote', [90, THORN, REMOTE, null, '']],
    ['1h thorn on site printer', [60, THORN, 'On-Site Support', null, 'printer']],
    ['1h thorn onsite printer', [60, THORN, 'On-Site Support', null, 'printer']],
    ['1h obrien training', [60, 'O’Brien-Łódź', 'Training', null, '']],
    ["1h O'Brien Lodz training", [60, 'O’Brien-Łódź', 'Training', null, 'Lodz']],
    ['1h łódź training', [60, 'O’Brien-Łódź', 'Training', null, '']],
    ['1h strasse training', [60, 'Weißbach Straßenbau', 'Training', null, '']],
    ['1h weissbach training', [60, 'Weißbach Straßenbau', 'Training', null, '']],
    ['1h WEISSBACH STRAßENBAU training', [60, 'Weißbach Straßenbau', 'Training', null, '']],
    [
      '1h thorn remote – moved  2 users, “all” done.',
      [60, THORN, REMOTE, null, 'moved  2 users, “all” done.'],
    ],
  ])('%s', (line, expected) => {
    expect(said(line)).toEqual(expected);
  });
});

describe('What is not clearly a duration is description', () => {
  test.each([
    ['1h thorn remote 2 printers', [60, '2 printers']],
    ['1h thorn remote Office 365', [60, 'Office 365']],
    ['1h thorn remote HD-1885', [60, 'HD-1885']],
    ['1h thorn remote v2.5 H264 M365', [60, 'v2.5 H264 M365']],
    ['1h thorn remote paid £1.50', [60, 'paid £1.50']],
    ['1h thorn remote 10.0.0.1', [60, '10.0.0.1']],
    ['1h thorn remote "took 30m"', [60, '"took 30m"']],
    ['1h thorn remote: took 30m', [60, 'took 30m']],
    ['2 thorn remote printers', [null, '2 printers']],
    ['thorn remote 1/2 done', [null, '1/2 done']],
    ['1h thorn remote took 30m', [[60, 30], 'took']],
    ['1h 30 thorn remote', [90, '']],
    ['1 hr 30 remote thorn mailbox', [90, 'mailbox']],
    ['thorn remote mailbox 1 hr 30', [90, 'mailbox']],
    ['thorn remote 1h 30: mailbox', [90, 'mailbox']],
    ['9:15-10:40 thorn remote mailbox', [85, 'mailbox']],
    ['thorn remote mailbox 9:15 – 10:40', [85, 'mailbox']],
    ['thorn remote half an hour mailbox', [30, 'mailbox']],
    ['an hour and a half thorn remote', [90, '']],
    ['20:15 thorn remote call', [[1_215], 'call']],
    ['20:15 thorn remote call 1h', [60, '20:15 call']],
    ['thorn remote call at 2:15', [null, 'call at 2:15']],
    ['thorn remote 2:15 pm call', [null, '2:15 pm call']],
    ['1h thorn remote php 7.4 upgrade', [60, 'php 7.4 upgrade']],
    ['thorn remote moved php 7.4 over', [[444], 'moved php over']],
    ['thorn remote upgrade to 2.4', [null, 'upgrade to 2.4']],
    ['1h 30 users moved for thorn remote', [[60, 90], 'users moved for']],
    ['1h, 30 users moved for thorn remote', [60, '30 users moved for']],
    ['2.5 thorn remote 30m', [[150, 30], '']],
  ])('%s', (line, [duration, description]) => {
    const [minutes, , , , rest] = said(line);
    expect([minutes, rest]).toEqual([duration, description]);
  });
});

describe('Client and work type are never guessed', () => {
  test.each([
    ['1h harbour remote x', ['Harbour Dental', 'Harbour Foods'], REMOTE, 'x'],
    ['1h harbour dental remote x', 'Harbour Dental', REMOTE, 'x'],
    ['1h harbour remote dental x', 'Harbour Dental', REMOTE, 'x'],
    ['1h acme remote x', 'Acme', REMOTE, 'x'],
    ['1h acme sons remote x', 'Acme & Sons', REMOTE, 'x'],
    ['1h acme & sons remote x', 'Acme & Sons', REMOTE, 'x'],
    ['1h sons remote x', 'Acme & Sons', REMOTE, 'x'],
    ['1h "acme" remote: sons', 'Acme', REMOTE, 'sons'],
    ['1h "acme" remote sons', ['Acme', 'Acme & Sons'], REMOTE, ''],
    ['1h thorn acme remote x', [THORN, 'Acme', 'Acme & Sons'], REMOTE, 'x'],
    ['1h thorn remote acme phoned', [THORN, 'Acme', 'Acme & Sons'], REMOTE, 'phoned'],
    ['1h thorn remote: acme phoned', THORN, REMOTE, 'acme phoned'],
    ['1h thorn remote call with acme', THORN, REMOTE, 'call with acme'],
    ['thorn remote call with acme 1h', [THORN, 'Acme', 'Acme & Sons'], REMOTE, 'call with'],
    ['1h thorn support x', THORN, [REMOTE, 'On-Site Support'], 'x'],
    ['1h support remote x', 'Support Partners', REMOTE, 'x'],
    ['1h thorn remote remote session', THORN, REMOTE, 'remote session'],
    ['1h thorn remote training for sarah', THORN, [REMOTE, 'Training'], 'for sarah'],
    ['1h thorn remote: training for sarah', THORN, REMOTE, 'training for sarah'],
    ['1h thorn remote "training" for sarah', THORN, [REMOTE, 'Training'], 'for sarah'],
    ['1h thorn mailbox full', THORN, null, 'mailbox full'],
    ['1h remote mailbox full', null, REMOTE, 'mailbox full'],
    ['1h mailbox full', null, null, 'mailbox full'],
    ['1h in the on a thorn remote', THORN, REMOTE, 'in the on a'],
    ['1h mailbox th re', null, null, 'mailbox th re'],
  ])('%s', (line, client, workType, description) => {
    const [, readClient, readType, , rest] = said(line);
    expect([readClient, readType, rest]).toEqual([client, workType, description]);
  });

  test('a name that was deactivated is not chosen, unless it alone was meant', () => {
    const withInactive = lineReader({
      ...CONTEXT,
      clients: [
        { id: 1, name: 'Thornbury' },
        { id: 2, name: 'Thorn', isActive: false },
        { id: 3, name: 'Thorn Old', isActive: false },
      ],
    });
    expect(sayIn(withInactive('1h thornb remote'))[1]).toBe('Thornbury');
    expect(sayIn(withInactive('1h thor remote'))[1]).toBe('Thornbury');
    expect(withInactive('1h thorn remote').client).toMatchObject({ value: { id: 2 } });
  });
});

describe('The last words are a date, never month-first and never ahead unless that is certain', () => {
  test.each([
    ['today', '2026-11-20'],
    ['yesterday', '2026-11-19'],
    ['Yesterday.', '2026-11-19'],
    ['mon', '2026-11-16'],
    ['friday', '2026-11-13'],
    ['last fri', '2026-11-13'],
    ['weds', '2026-11-18'],
    ['thurs', '2026-11-19'],
    ['sunday', '2026-11-15'],
    ['12 nov', '2026-11-12'],
    ['12th november', '2026-11-12'],
    ['20 nov', '2026-11-20'],
    ['21 nov', '2025-11-21'],
    ['12 november 2026', '2026-11-12'],
    ['12/11', '2026-11-12'],
    ['21/11', '2025-11-21'],
    ['1/4', '2026-04-01'],
    ['12/11/2026', '2026-11-12'],
    ['12/11/26', '2026-11-12'],
    ['12.11.2026', '2026-11-12'],
    ['2026-11-12', '2026-11-12'],
    ['2026-12-24', '2026-12-24'],
    ['24 dec 2026', '2026-12-24'],
    ['29/2', '2024-02-29'],
    ['12 November, 2026', '2026-11-12'],
    ['\u200e12\u200e/\u200e11\u200e/\u200e2026', '2026-11-12'],
    ['yesterday\u200b', '2026-11-19'],
    ['yesterday \u200e', '2026-11-19'],
    ['2026\u201111\u201112', '2026-11-12'],
    ['12–11–2026', '2026-11-12'],
    ['１２/１１', '2026-11-12'],
    ['2026.11.2', null],
    ['7.2.11', null],
    ['2 days ago', '2026-11-18'],
    ['a week ago', '2026-11-13'],
    ['24/7', null],
    ['now', null],
    ['thu 12 nov', '2026-11-12'],
    ['Thursday, 12 November 2026', '2026-11-12'],
    ['(12/11)', '2026-11-12'],
  ])('%s', (words, day) => {
    expect(read(`1h thorn remote mailbox ${words}`)).toMatchObject({ day, dateProblem: null });
    expect(read(`1h thorn remote ${words} mailbox`).day).toBe(null);
  });

  test.each([
    ...['12/13', 'nov 12', '31 nov', '30/2', '2026-13-01', '29/2/2026'],
    ...['Nov 12, 2026', '2026/11/12', '2026-11-2', '12-11-26'],
    ...['2026-11-12T10:00', 'next friday', 'fri 12 nov', 'tomorrow'],
  ])('%s is said to be no date', (words) => {
    expect(read(`1h thorn remote mailbox ${words}`)).toMatchObject({
      day: null,
      dateProblem: expect.stringContaining(words) as string,
    });
  });

  test('a duration may follow the date', () => {
    expect(said('thorn remote mailbox yesterday 1h30')).toEqual([
      90,
      THORN,
      REMOTE,
      '2026-11-19',
      'mailbox',
    ]);
  });
});

describe('What a line says of a day is its day, or is asked about', () => {
  const ASKED = 'Write the day first or last';

  test.each([
    ['yesterday 1h thorn remote mailbox', '2026-11-19'],
    ['12/11/2026 1h thorn remote mailbox', '2026-11-12'],
    ['12/11/2026\tThorn Ltd\tRemote Support\t1h\tmailbox', '2026-11-12'],
    ['12 nov: 1h thorn remote: mailbox', '2026-11-12'],
    ['2026-11-12 - thorn remote 1h mailbox', '2026-11-12'],
    ['mon thorn remote mailbox 1h', '2026-11-16'],
    ['Thu, 12 Nov 2026 thorn remote mailbox 1h', '2026-11-12'],
    ['last fri 1h thorn remote mailbox', '2026-11-13'],
    ['2 days ago 1h thorn remote mailbox', '2026-11-18'],
    ['1h thorn remote mailbox (yesterday)', '2026-11-19'],
  ])('in front or last: %s', (line, day) => {
    expect(said(line)).toEqual([60, THORN, REMOTE, day, 'mailbox']);
    expect(read(line).dateProblem).toBe(null);
  });

  test.each([
    ['1h thorn remote 12/11/2026 mailbox', '“12/11/2026” may be the day', '12/11/2026 mailbox'],
    ['1h yesterday thorn remote mailbox', '“yesterday” may be the day', 'yesterday mailbox'],
    ['thorn 12 nov remote mailbox 1h', '“12 nov” may be the day', '12 nov mailbox'],
    [
      '1h thorn remote asked last friday for it',
      '“last friday” may be',
      'asked last friday for it',
    ],
    ['1h thorn remote broke 2 days ago again', '“2 days ago” may be', 'broke 2 days ago again'],
    ['1h thorn remote 1/2 done', '“1/2” may be the day', '1/2 done'],
    ['1h thorn remote nov 12 mailbox', '“nov 12” may be the day', 'nov 12 mailbox'],
    ['yesterday 1h thorn remote mailbox 12/11', '“12/11” is a second day', 'mailbox 12/11'],
    ['yesterday 1h thorn remote moved to friday', '“friday” is a second day', 'moved to friday'],
    ['yesterday thorn remote moved to friday 1h', '“friday” is a second day', 'moved to friday'],
    ['1h thorn remote moved 12/11 thu', '“12/11” is a second day', 'moved 12/11'],
  ])('elsewhere, or two: %s', (line, question, description) => {
    const { day, dateProblem, ...reading } = read(line);
    expect([day, reading.description]).toEqual([null, description]);
    expect(dateProblem).toContain(question);
    expect(dateProblem).toContain(ASKED);
  });

  test.each([
    '1h thorn remote: moved to 12/11 by phone',
    '1h thorn remote "moved to 12/11" by phone',
    '1h thorn remote moved to friday by phone',
    '1h thorn remote sat with Jan and may go on',
    '1h thorn remote moved to next friday by phone',
    '1h thorn remote helpdesk 24/7 again',
    'sunday times 1h remote call',
  ])('text stays text: %s', (line) => {
    expect(read(line)).toMatchObject({ day: null, dateProblem: null });
  });

  test('for any words around it', () => {
    const text = fc
      .array(fc.constantFrom(...'mailbox moved fri sat may now for 2 printers thorn'.split(' ')), {
        maxLength: 3,
      })
      .map((words) => words.join(' '));
    const date = fc.constantFrom('yesterday', '12/11', '12 nov', '12.11.2026', 'last fri', '12/13');
    fc.assert(
      fc.property(text, date, text, text, (before, words, between, after) => {
        const line = `${before} ${words} ${between} 1h thorn remote ${after}`;
        const reading = read(line);
        expect([line, reading.day ?? reading.dateProblem]).not.toEqual([line, null]);
      }),
      { numRuns: cases(2_000) },
    );
  });
});

test('signs that nobody sees make no difference', () => {
  for (const line of [
    '1h30\u200b thorn remote',
    '\u200b1h30 thorn remote',
    '1\u00adh30 th\u200born remote',
  ])
    for (const seen of [cleanText(line), asShown(line)])
      expect(said(seen)).toEqual([90, THORN, REMOTE, null, '']);
});

const word = fc.constantFrom(
  ...'Thorn Ltd Harbour Acme Sons Remote Support Training On-Site Sunday yesterday mon 12 nov 2026-11-12 12/11 1h 30m 1.5 2 90 min 365 " “ ” : - – & : ; , ½ last days ago 1885'.split(
    ' ',
  ),
);
const someText = fc
  .oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    fc
      .array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 8 })
      .map((words) => words.join('')),
  )
  .map((text) => cleanText(text.replace(/[\r\n]/g, ' ')));
const name = someText.filter((text) => /[^\s\p{Z}\p{C}]/u.test(text));
const names = fc
  .uniqueArray(name, { minLength: 1, maxLength: 6 })
  .map((all) => all.map((text, index): Named => ({ id: index + 1, name: text })));
const day = fc
  .integer({ min: 0, max: 22_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe('For any line that is printed for a log, reading it gives that log', () => {
  const logs = (clients: fc.Arbitrary<Named[]>, workTypes: fc.Arbitrary<Named[]>) =>
    fc
      .record({
        clients,
        workTypes,
        today: day,
        pick: fc.tuple(fc.nat(), fc.nat()),
        duration: fc.integer({ min: 1, max: 6_000 }),
        day,
        description: someText,
      })
      .map(({ pick: [one, two], clients: all, workTypes: types, today, ...log }) => ({
        context: { clients: all, workTypes: types, today },
        log: {
          clientId: all[one % all.length]?.id ?? 0,
          workTypeId: types[two % types.length]?.id ?? 0,
          ...log,
        },
      }))
      // Behind this sign a date may belong to the text, and is asked about.
      .filter(({ log }) => !/(?:^|\s)&$/.test(log.description));

  function readBack(log: LogOfLine, context: LineContext) {
    const line = printLine(log, context);
    if (line === null) return null;
    const { client, workType, duration, description, ...read } = lineReader(context)(line);
    return {
      clientId: client.state === 'known' ? client.value.id : null,
      workTypeId: workType.state === 'known' ? workType.value.id : null,
      duration: duration.state === 'known' ? duration.value : null,
      day: read.day,
      description,
    };
  }

  test('whatever the names are, as long as no two are the same', () => {
    fc.assert(
      fc.property(logs(names, names), ({ log, context }) => {
        expect(readBack(log, context)).toEqual(log);
      }),
      { numRuns: cases(5_000) },
    );
  });

  test('with names in plain words without quotes', () => {
    fc.assert(
      fc.property(logs(fc.constant(CLIENTS), fc.constant(WORK_TYPES)), ({ log, context }) => {
        expect(readBack(log, context)).toEqual(log);
        const { client, workType } = {
          client: context.clients.find(({ id }) => id === log.clientId)?.name ?? '',
          workType: context.workTypes.find(({ id }) => id === log.workTypeId)?.name ?? '',
        };
        expect(printLine(log, context)).toContain(client);
        expect(printLine(log, context)).toContain(workType);
      }),
      { numRuns: cases(5_000) },
    );
  });

  test('and nothing is printed for a description of several lines, or for two names alike', () => {
    const log = { clientId: 1, workTypeId: 1, duration: 90, day: '2026-11-12', description: 'x' };
    expect(printLine(log, CONTEXT)).toBe('1h 30m Thorn Ltd Remote Support: x 2026-11-12');
    expect(printLine({ ...log, description: 'x\ny' }, CONTEXT)).toBe(null);
    const twins = [...CLIENTS, { id: 99, name: THORN }];
    expect(printLine(log, { ...CONTEXT, clients: twins })).toBe(null);
  });
});

/** A line without the bullet or box of a list, and without a dash or colon after that. */
const withoutBullet = (line: string) =>
  line
    .replace(/^(?:[-–—*•·◦▪‣]|\[[ x✓]?\])\s+/i, '')
    .replace(/^[:–—-]\s+/, '')
    .trim();

test('Whatever a line is, what was not understood stays in the description', () => {
  fc.assert(
    fc.property(someText, (line) => {
      const { client, workType, duration, day: readDay, description, dateProblem } = read(line);
      const isNothing =
        client.state === 'missing' && workType.state === 'missing' && duration.state === 'missing';
      if (isNothing && readDay === null && dateProblem === null)
        expect(description).toBe(withoutBullet(line));
      for (const one of description.split(/\s+/)) expect(line).toContain(one);
    }),
    { numRuns: cases(5_000) },
  );
});

/** A log as one line can say it. */
type LogOfLine = {
  clientId: number;
  workTypeId: number;
  /** In minutes. */
  duration: number;
  day: string;
  description: string;
};

/**
 * The line for a log, which reads back to the same log; null where no line can: the description
 * has several lines, or two clients or work types have the same name. It is the
 * grammar's other half, by which the test below finds what the reader would lose
 * (docs/decisions/0022-one-line.md).
 */
function printLine(log: LogOfLine, context: LineContext): string | null {
  const client = context.clients.find(({ id }) => id === log.clientId);
  const workType = context.workTypes.find(({ id }) => id === log.workTypeId);
  if (!client || !workType || log.duration > MAX_DURATION_MINUTES) return null;
  const read = lineReader(context);
  const isSame = (line: string) => {
    const reading = read(line);
    return (
      !/[\r\n]/.test(line) &&
      reading.client.state === 'known' &&
      reading.client.value.id === log.clientId &&
      reading.workType.state === 'known' &&
      reading.workType.value.id === log.workTypeId &&
      reading.duration.state === 'known' &&
      reading.duration.value === log.duration &&
      reading.day === log.day &&
      reading.dateProblem === null &&
      reading.description === log.description
    );
  };
  const clients = waysToWrite(client.name);
  const workTypes = waysToWrite(workType.name);
  const end = log.description === '' ? ` ${log.day}` : `: ${log.description} ${log.day}`;
  for (const type of workTypes) {
    for (const name of clients) {
      const line = `${writeDuration(log.duration)} ${name} ${type}${end}`;
      if (isSame(line)) return line;
    }
  }
  return null;
}

/** A name as it is or, where other words would be taken for part of it, in quotes. */
function waysToWrite(name: string): string[] {
  return [name, inQuotes(name), `“${name}”`];
}

function writeDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}m`;
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
}

describe('A job of the client is named by its whole name, before the description', () => {
  const jobs = [
    { id: 1, clientId: 1, name: 'Mill Lane' },
    { id: 2, clientId: 1, name: 'Mill Lane, phase 2' },
    { id: 3, clientId: 4, name: 'Mill Lane' },
    { id: 4, clientId: 1, name: '—' },
  ];
  const withJobs = lineReader({ ...CONTEXT, jobs });
  const jobIn = (line: string) => {
    const { job, ...reading } = withJobs(line);
    return [job?.id ?? null, ...sayIn({ ...reading, job })];
  };

  test.each([
    ['1h thorn remote Mill Lane mailbox full', 1, 'mailbox full'],
    ['1h thorn remote mill-lane: mailbox full', 1, 'mailbox full'],
    ['1h thorn remote mill LANE: mailbox full', 1, 'mailbox full'],
    ['1h thorn remote Mill Lane – mailbox full', 1, 'mailbox full'],
    ['1h thorn Mill Lane remote mailbox full', 1, 'mailbox full'],
    ['1h thorn remote mill lane phase 2 mailbox full', 2, 'mailbox full'],
    ['1h thorn remote Mill Lane', 1, ''],
    ['1h thorn remote Mill Lanes painted', null, 'Mill Lanes painted'],
    ['1h thorn remote to Mill Lane', null, 'to Mill Lane'],
    ['1h thorn remote: Mill Lane mailbox full', null, 'Mill Lane mailbox full'],
    ['1h thorn remote — cleaned', null, 'cleaned'],
  ])('%s', (line, job, description) => {
    expect(jobIn(line)).toEqual([job, 60, THORN, REMOTE, null, description]);
  });

  test('and no job of another client', () => {
    expect(jobIn('1h acme training Mill Lane')[0]).toBe(3);
    expect(jobIn('1h sunday training Mill Lane')[0]).toBeNull();
  });
});
