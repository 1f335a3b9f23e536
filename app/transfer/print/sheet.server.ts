import { setImmediate as othersAreServed } from 'node:timers/promises';
import { prepared } from '#db/connection.server.ts';
import { formatBritishDay, formatBritishMoment } from '../../lib/calendar.ts';
import { formatMonth } from '../../invoices/list/status.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration } from '../../lib/duration.ts';
import { notFound } from '../../lib/errors.ts';
import { formatPounds } from '../../lib/money.ts';
import { shorten } from '../../lib/shorten.ts';
import { apart } from '../../lib/text.ts';
import { getImport } from '../in/import-row.server.ts';
import { isOfRecords } from '../in/reading/formats.ts';
import { JOINED, priceOf, PROBLEM, RATED, RATES, type Priced } from '../in/staged.server.ts';
import { toPaper, type Column, type PrintServices, type Sum } from './paper.server.ts';

/**
 * The sheet of an import: by client and month what the file says and what is here, and why they differ; of a file that
 * is looked at, what would be here.
 */

/** A line of the file and its log as it is now; amounts are in pence, and of what is to be billed. */
type Line = {
  line: number;
  client: string | null;
  day: string | null;
  description: string | null;
  note: string | null;
  minutes: number | null;
  seconds: number | null;
  amount: number | null;
  rate: number | null;
  billable: number | null;
  /** Null: it is deleted, or there never was one. */
  log: number | null;
  logClientId: number;
  logClient: string;
  logDay: string;
  duration: number;
  worth: number;
  logRate: number;
  isBillable: number;
  /** Whether it is a log once it is imported. */
  isNew: number;
};

const SAID = `r.line, r.day, r.description, r.minutes, r.seconds, r.amount_pence as amount,
    r.rate_pence as rate, r.billable, w.id as log, w.client_id as logClientId, o.name as logClient,
    w.day as logDay, w.duration, iif(w.billable, w.total_pence, 0) as worth,
    w.hourly_rate_pence as logRate, w.billable as isBillable`;
const OF_LOG = (id: string) => `left join work_logs w on w.id = ${id}
    left join clients o on o.id = w.client_id
  where r.import_id = :id and r.line > :after order by r.line limit 2000`;

const LINES = `select ${SAID}, r.client, r.note, 0 as isNew
  from import_lines r ${OF_LOG('r.work_log_id')}`;
const STAGED = `select ${SAID}, coalesce(c.name, r.stated_client) as client, ${PROBLEM} as note,
    r.known_log is null and ${PROBLEM} is null as isNew,
    r.rate_pence as ratePence, r.record as items, ${RATES}
  from ${JOINED} ${RATED} ${OF_LOG('iif(r.is_asked, null, r.known_log)')}`;

/** Which client a name of the file is here, whatever it is called by now: that of most of its logs comes last. */
const CLIENTS = `select l.client, w.client_id as id
  from import_lines l join work_logs w on w.id = l.work_log_id
  where l.import_id = ? and l.line > 0 group by 1, 2 order by count(*)`;
const MEANT = `select name as client, record_id as id from import_names
  where import_id = ? and kind = 'client'`;

const NONE = { lines: 0, seconds: 0, secondsHere: 0, pence: 0, penceHere: 0 };
type Sums = typeof NONE;

function add(one: Sums, other: Sums): Sums {
  const keys = Object.keys(NONE) as (keyof Sums)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as Sums;
}

const FIGURES: [label: string, figure: (sums: Sums) => string][] = [
  ['Time in the file', ({ seconds }) => sayTime(seconds)],
  ['Time here', ({ secondsHere }) => sayTime(secondsHere)],
  ['Time differs by', ({ seconds, secondsHere }) => differs(secondsHere - seconds, sayTime)],
  ['Money in the file', ({ pence }) => formatPounds(pence)],
  ['Money here', ({ penceHere }) => formatPounds(penceHere)],
  ['Money differs by', ({ pence, penceHere }) => differs(penceHere - pence, formatPounds)],
];

/** `month`: `2026-10`; empty where lines have no date. */
type Group = { client: string; month: string; sums: Sums; said: string[]; left: Sums };

/** By client and month, and how many lines are explained on the page so far. */
type Page = { groups: Map<string, Group>; said: number };

/** The most lines that are explained in words below a row, and on the page; of more the sum is said. */
const MOST_SAID = 50;
const MOST_ON_PAGE = 2_000;

/** The sheet of a file of work. Throws 404 for one that is neither looked at nor imported, or whose lines were not kept. */
export async function printSheet(services: PrintServices, id: number) {
  const { db, config } = services;
  const row = getImport(services, id);
  const page: Page = { groups: new Map(), said: 0 };
  const isLook = row.status === 'waiting' && !isOfRecords(row.format);
  if (isLook || row.status === 'done') {
    type Known = { client: string | null; id: number };
    const found = prepared<Known>(db, isLook ? MEANT : CLIENTS).all(id);
    const clients = new Map(found.map((one) => [one.client, one.id]));
    for (let after = 0; ;) {
      const lines = prepared<Line & Priced>(db, isLook ? STAGED : LINES).all({ id, after });
      for (const line of lines) addLine(page, line.isNew ? asNew(line) : line, clients);
      const last = lines.at(-1);
      if (last === undefined) break;
      after = last.line;
      await othersAreServed();
    }
  }
  if (page.groups.size === 0) throw notFound('The sheet of this import');
  const ordered = [...page.groups.values()].sort(
    (one, other) => one.client.localeCompare(other.client) || one.month.localeCompare(other.month),
  );
  const came = formatBritishMoment(row.finishedAt ?? row.startedAt, config.timeZone);
  const all = ordered.reduce((sum, group) => add(sum, group.sums), NONE);
  return toPaper(services, {
    title: 'The file and what is here',
    about: [
      `${apart(row.fileName)}, ${isLook ? 'not imported yet' : `imported on ${came}`}`,
      isLook
        ? 'Money is what is to be billed. “Here” has what the import would add, and logs as they are now.'
        : 'Money is what is to be billed. Each line is compared with its log as it is now.',
    ],
    pages: [ordered].values(),
    columns: [
      ['Client', 'texts', ({ client }) => client],
      ['Month', null, ({ month }) => (month === '' ? 'No date' : formatMonth(month))],
      ...FIGURES.map(([label, figure]): Column<Group> => [
        label,
        'numbers',
        ({ sums }) => figure(sums),
      ]),
    ],
    note: ({ said, left }) => [...said, left.lines === 0 ? null : sayLeft(left)],
    sums: (): Sum[] => [
      ['Lines', formatCount(all.lines)],
      row.leftOutCount === 0 ? null : ['Breaks, in neither', formatCount(row.leftOutCount)],
      ...FIGURES.map(([label, figure]): Sum => [label, figure(all)]),
    ],
    order: 'and by month',
    back: [`/import/${id}`, null, 'the import'],
  });
}

/** Whether the log of a line is of the same client and month. */
function isThere(
  { client, day, log, logClientId, logDay, isNew }: Line,
  clients: Map<string | null, number>,
) {
  if (isNew) return true;
  return (
    log !== null && clients.get(client) === logClientId && day?.slice(0, 7) === logDay.slice(0, 7)
  );
}

/** A new line with the log that it would become. */
function asNew(line: Line & Priced): Line {
  const { rate, total } = priceOf(line);
  const billable = line.billable ?? 0;
  const log = { duration: line.minutes, logRate: rate, isBillable: billable };
  return { ...line, ...log, worth: billable ? total : 0 };
}

function addLine(page: Page, line: Line, clients: Map<string | null, number>): void {
  const isHere = isThere(line, clients);
  const [client, month] = [line.client ?? '', line.day?.slice(0, 7) ?? ''];
  const key = JSON.stringify([client, month]);
  const group = page.groups.get(key) ?? {
    client: client === '' ? 'No client' : client,
    month,
    ...{ sums: NONE, said: [], left: NONE },
  };
  page.groups.set(key, group);
  const sums: Sums = {
    lines: 1,
    seconds: line.seconds ?? 0,
    secondsHere: isHere ? line.duration * 60 : 0,
    pence: line.amount ?? 0,
    penceHere: isHere ? line.worth : 0,
  };
  group.sums = add(group.sums, sums);
  if (line.note === null && sums.seconds === sums.secondsHere && sums.pence === sums.penceHere) {
    return;
  }
  if (group.said.length < MOST_SAID && page.said < MOST_ON_PAGE) {
    page.said += 1;
    group.said.push(sayLine(line, sums, isHere));
  } else group.left = add(group.left, sums);
}

/** Seconds as `1h 30m`, with seconds where there are some. */
export function sayTime(seconds: number): string {
  const rest = seconds % 60;
  return `${formatDuration(Math.floor(seconds / 60))}${rest === 0 ? '' : ` ${rest}s`}`;
}

/** A difference with its sign; nothing is `0`. */
export function differs(by: number, say: (size: number) => string): string {
  return by === 0 ? '0' : `${by < 0 ? '−' : '+'}${say(Math.abs(by))}`;
}

const TEXT = 60;

function sayLine(line: Line, sums: Sums, isHere: boolean): string {
  const day = line.day === null ? '' : `, ${formatBritishDay(line.day)}`;
  const text = line.description
    ? `, “${shorten(line.description.replace(/\s+/g, ' '), TEXT)}”`
    : '';
  const log = line.log === null ? '' : ` (log ${line.log})`;
  const there = `${sayTime(sums.seconds)}, ${formatPounds(sums.pence)}`;
  const here = `${sayTime(sums.secondsHere)}, ${formatPounds(sums.penceHere)}`;
  return `Line ${line.line}${day}${text}${log}: ${there} in the file; ${here} here. ${whyOther(line, isHere)}`;
}

function whyOther(line: Line, isHere: boolean): string {
  if (line.note !== null) return line.note;
  if (!isHere) {
    if (line.log === null) return 'Its log was deleted here.';
    return `Its log is of ${line.logClient}, ${formatBritishDay(line.logDay)} here.`;
  }
  const { seconds, amount, rate, minutes, duration, billable, isBillable, logRate } = line;
  const isOtherTime = seconds !== duration * 60;
  const why = [
    isOtherTime && (minutes === duration ? 'whole minutes' : 'other time'),
    billable !== isBillable && (isBillable ? 'billable' : 'not billable'),
    amount === null && 'no amount in pounds in the file',
    rate !== null && rate !== logRate && `a rate of ${formatPounds(logRate)}`,
  ].filter((reason) => reason !== false);
  return why.length > 0
    ? `Here: ${why.join(', ')}.`
    : `The amount in the file is not ${formatPounds(logRate)} an hour to the penny.`;
}

function sayLeft(left: Sums): string {
  const time = differs(left.secondsHere - left.seconds, sayTime);
  const money = differs(left.penceHere - left.pence, formatPounds);
  return `And ${formatCount(left.lines)} more lines: time differs by ${time}, money by ${money}.`;
}
