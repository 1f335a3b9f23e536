import type { FileImportStatus } from '#db/words.ts';
import type { Services } from '../../../context.server.ts';
import { formatBritishDay, formatBritishMoment } from '../../../lib/calendar.ts';
import { formatCount } from '../../../lib/count.ts';
import { formatPounds, formatQuantity, formatUnitPrice } from '../../../lib/money.ts';
import { toPercent, worthOf } from '../../../work-logs/hardware/item-prices.ts';
import {
  toItemColumns,
  type HardwareItemInput,
} from '../../../work-logs/hardware/hardware-items.ts';
import { ANSWERS, type Survey, type Choices } from '../choices.ts';
import { getImport, type Import } from '../import-row.server.ts';
import {
  FORMAT_NAMES,
  MENDED_FIELDS,
  WORK_FIELDS,
  type WorkColumns,
  type WorkField,
} from '../reading/products.ts';
import {
  doubtsOfFile,
  countDeleted,
  isAskedAgain,
  listMendable,
  listProblems,
  listStagedHardware,
  stagedItems,
} from '../staged.server.ts';
import { countBilledThere, hasSheet } from '../came.server.ts';
import { countsOf, listImports } from '../imports.server.ts';
import { judgeNames } from '../compare.server.ts';
import { isChoosable, isOfClients, listUnreadBilling } from '../reading/formats.ts';
import { optionsOf, shownNames, type Options } from '../names.server.ts';
import { seenOf } from '../unseen.server.ts';
import { editsShown } from './edits-shown.server.ts';

type ScreenServices = Pick<Services, 'db' | 'config' | 'clock'>;

const STATUS_TEXTS: Record<FileImportStatus, string> = {
  reading: 'Being read',
  waiting: 'Not imported yet',
  writing: 'Being imported',
  done: 'Imported',
  failed: 'Failed',
  undone: 'Undone',
};

/** The list of imports, newest first. */
export function loadImports(services: ScreenServices) {
  return listImports(services).map((row) => ({
    id: row.id,
    name: row.fileName,
    format: formatName(row.format),
    when: formatBritishMoment(row.startedAt, services.config.timeZone),
    status: row.status,
    result: sayResult(row),
  }));
}

/** A row of the list of imports. */
export type ListedImport = ReturnType<typeof loadImports>[number];

function formatName(format: string | null): string {
  const names: Record<string, string> = FORMAT_NAMES;
  return names[format ?? ''] ?? '';
}

function sayResult(row: Import): string {
  const text = STATUS_TEXTS[row.status];
  if (row.status !== 'done') return text;
  const known = row.knownCount > 0 ? `, ${formatCount(row.knownCount)} were here already` : '';
  const applied = row.choices.edits !== null;
  const changed = row.changedCount > 0 ? `, ${sayEdited(row.changedCount, applied)}` : '';
  const left = row.problemCount > 0 ? `, ${formatCount(row.problemCount)} left out` : '';
  return `${formatCount(row.newCount)} imported${changed}${known}${left}`;
}

function sayEdited(count: number, applied: boolean): string {
  const logs = count === 1 ? 'log' : 'logs';
  if (applied) return `${formatCount(count)} ${logs} changed`;
  return `${formatCount(count)} changed ${logs} left as ${count === 1 ? 'it is' : 'they are'}`;
}

const SHOWN_PROBLEMS = 50;
const SHOWN_HARDWARE = 20;

/** From which line on problems are shown, and whether columns that were chosen already are asked for. */
type Asked = { after: number; choosesColumns: boolean };

/** All that the page of one import shows. Throws 404. */
export function loadLook(services: ScreenServices, id: number, { after, choosesColumns }: Asked) {
  const row = getImport(services, id);
  const { survey, choices } = row;
  const isLook = row.status === 'waiting' && survey !== null && !survey.needsColumns;
  const hasChosenColumns =
    isLook && (survey.format === 'chosen' || survey.columns.clientsIn !== undefined);
  const maySetColumns =
    hasChosenColumns || (isLook && survey.format !== null && isChoosable(survey.format));
  const problems =
    isLook || row.status === 'failed' || row.status === 'done'
      ? listMendable(services.db, id, after, SHOWN_PROBLEMS)
      : [];
  const last = problems.at(-1);
  const options = isLook ? optionsOf(services) : NO_OPTIONS;
  return {
    id,
    name: row.fileName,
    format: formatName(row.format),
    status: row.status,
    result: sayResult(row),
    message: row.message,
    hasSheet: row.status === 'done' && hasSheet(services.db, id),
    progress: `${formatCount(row.linesRead)} lines read so far`,
    counts: { ...countsOf(row), problems: row.problemCount },
    columns:
      survey?.needsColumns === true
        ? { ...columnsOf(survey, survey.proposed), isAnew: false }
        : maySetColumns && choosesColumns
          ? { ...columnsOf(survey, survey.columns), isAnew: true }
          : null,
    hasChosenColumns,
    maySetColumns,
    questions: isLook
      ? questionsOf(survey, choices, {
          asksAgain: isAskedAgain(services.db, id),
          twins: listTwins(services, row),
        })
      : [],
    edits: isLook && row.changedCount > 0 ? editsShown(services, row) : null,
    remarks: [
      ...(survey === null ? [] : sayUnread(survey)),
      ...(isLook ? sayDeleted(countDeleted(services.db, id)) : []),
      ...(isLook ? sayBilledThere(countBilledThere(services.db, id)) : []),
    ],
    names: isLook ? shownNames(services, id, { choices, options }) : { names: [], left: 0 },
    options,
    hardware: isLook ? hardwareOf(services, id) : null,
    problems: problems.map((problem) => shownProblem(problem, isLook ? survey : null)),
    moreProblems:
      last && listProblems(services.db, id, last.line, 1).length > 0
        ? `/import/${id}?after=${last.line}`
        : null,
    skips: choices.skips,
    confirms: choices.confirms,
    doubts: isLook ? doubtsOfFile(services, id) : null,
    seen: seenOf(row),
  };
}

/** What the file leaves open, each with its possible answers. */
function questionsOf(
  survey: Survey,
  choices: Choices,
  { asksAgain, twins }: { asksAgain: boolean; twins: string[] },
) {
  const { asksDayOrder, exampleDate, currencies, hasZeroRates = false, asks = [] } = survey;
  const example = exampleDate ?? '';
  const questions = [
    {
      isAsked: asksDayOrder,
      name: 'dayOrder',
      title: 'Dates',
      subtitle: `All dates could begin with the day or with the month: ${example}`,
      legend: 'Which comes first?',
    },
    {
      isAsked: currencies.length > 0,
      name: 'foreignMoney',
      title: 'Rates',
      subtitle: `The file has rates in ${currencies.join(', ')}; here they are in pounds`,
      legend: 'What should these rates become?',
    },
    {
      isAsked: hasZeroRates,
      name: 'zeroRates',
      title: 'No rate was set',
      subtitle: 'The file has work to be billed at 0.00 an hour',
      legend: 'What rate should it have?',
    },
    {
      isAsked: asks.includes('projects'),
      name: 'projects',
      title: 'Projects',
      subtitle: 'The file names the project of its lines',
      legend: 'What should projects become?',
    },
    {
      isAsked: asks.includes('workTypes'),
      name: 'workTypes',
      title: 'No work type',
      subtitle: 'Lines of the file have no task',
      legend: 'What should be their work type?',
    },
    {
      isAsked: asks.includes('tags'),
      name: 'tags',
      title: 'Tags',
      subtitle: 'Work Logs finds lines by the words of their tags',
      legend: 'What should tags become?',
    },
    {
      isAsked: twins.length > 0,
      name: 'twins',
      title: 'Clients that are here by almost the same name',
      subtitle: twins.join(', '),
      legend: 'What should these lines do?',
    },
    {
      isAsked: asksAgain || choices.again !== 'ask',
      name: 'again',
      title: 'Came before',
      subtitle: 'Some lines are almost like lines that came before',
      legend: 'Are these lines the same work?',
    },
  ] as const;
  return questions
    .filter(({ isAsked }) => isAsked)
    .map(({ name, title, subtitle, legend }) => {
      const answers = Object.entries<string>(ANSWERS[name]);
      return { name, title, subtitle, legend, chosen: choices[name] ?? '', answers };
    });
}

const SHOWN_TWINS = 20;

/** The first lines of a file of clients whose names are almost those of clients, in words, and how many more there are. */
function listTwins({ db }: ScreenServices, { id, format }: Import): string[] {
  if (!isOfClients(format)) return [];
  const said = judgeNames(db, { importId: id, format }).flatMap(({ line, name, twin }) =>
    twin === null ? [] : [`line ${line}: “${name}” (here “${twin}”)`],
  );
  const left = said.length - SHOWN_TWINS;
  return [...said.slice(0, SHOWN_TWINS), ...(left > 0 ? [`and ${formatCount(left)} more`] : [])];
}

const NO_OPTIONS: Options = { client: [], 'work-type': [], person: [] };

export type Look = ReturnType<typeof loadLook>;

function columnsOf({ header, samples }: Survey, chosen: WorkColumns) {
  const fields = Object.entries(WORK_FIELDS).map(([name, label]) => ({
    name: name as WorkField,
    label,
    value: chosen[name as WorkField]?.toString() ?? '',
  }));
  return {
    fields,
    header: header.map((name, at) => ({
      at: String(at),
      name: name === '' ? `Column ${at + 1}` : name,
      sample: samples.map((cells) => cells[at] ?? '').find((cell) => cell !== '') ?? '',
    })),
  };
}

/** What a file may say of billing and is not read, in a sentence for each such column. */
function sayUnread({
  format,
  header,
  needsColumns,
  proposed,
  columns,
  unread = [],
}: Survey): string[] {
  const isOfWork = !isOfClients(format) && format !== 'work-types';
  const billing = isOfWork ? listUnreadBilling(header, needsColumns ? proposed : columns) : [];
  const others = unread.filter((name) => !billing.includes(name));
  const list = new Intl.ListFormat('en-GB').format(others);
  const why = isOfWork
    ? 'These columns are left out'
    : 'Left out, as there is no field here for it';
  const choose = format === 'work-logs' ? '' : ' Choose it, if so.';
  return [
    ...(others.length === 0 ? [] : [`${why}: ${list}.`]),
    ...billing.map(
      (name) =>
        `The column “${name}” is left out. Perhaps it says that work was billed, or is not billable: that work would come in to be billed.${choose}`,
    ),
  ];
}

function sayDeleted(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? 'The log of one of these lines was deleted here, and stays deleted.'
      : `The logs of ${formatCount(count)} of these lines were deleted here, and stay deleted.`,
  ];
}

function sayBilledThere(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? 'One of these lines is invoiced in the file, and its log is not invoiced here: it would be billed again.'
      : `${formatCount(count)} of these lines are invoiced in the file, and their logs are not invoiced here: they would be billed again.`,
  ];
}

/** The hardware that would be logged, item by item; null: there is none. */
function hardwareOf({ db }: ScreenServices, id: number) {
  const logs = listStagedHardware(db, id, SHOWN_HARDWARE);
  const [first] = logs;
  if (first === undefined) return null;
  return {
    logs: logs.map(({ line, day, client, ...log }) => {
      const items = stagedItems(log.items);
      const total = formatPounds(worthOf(items.map(toItemColumns)).totalPence);
      return { line, date: formatBritishDay(day), client, items: items.map(sayItem), total };
    }),
    left: first.count > logs.length ? formatCount(first.count - logs.length) : null,
  };
}

/** `2 × Dock at £120.00, VAT of 20% included (OUTPUT2)`. */
function sayItem(item: HardwareItemInput): string {
  const { itemName, quantity, unitPrice, vatIncluded, vatRate, taxCode } = item;
  const vat = `VAT of ${toPercent(vatRate)}% ${vatIncluded ? 'included' : 'added'}`;
  return `${formatQuantity(quantity)} × ${itemName} at ${formatUnitPrice(unitPrice)}, ${vat} (${taxCode})`;
}

/** What only hardware has, or only time. */
const ONLY_ONE_KIND = ['items', 'minutes', 'rate'];

function shownProblem(
  { line, message, cells }: ReturnType<typeof listMendable>[number],
  survey: Survey | null,
) {
  const texts = cells === null ? [] : (JSON.parse(cells) as string[]);
  const columns: WorkColumns = survey?.columns ?? {};
  const isHardware = /hardware/i.test(texts[columns.kind ?? -1] ?? '');
  const fields = MENDED_FIELDS.flatMap(([field, label]) => {
    const at = columns[field];
    if (at === undefined || cells === null) return [];
    const value = texts[at] ?? '';
    if ((field === 'items') !== isHardware && ONLY_ONE_KIND.includes(field)) return [];
    return [{ name: `mend:${line}:${at}`, label, value }];
  });
  return { line, message, fields };
}

/** A line with a problem, as the page shows it, and a field of it that can be mended. */
export type ShownProblem = ReturnType<typeof shownProblem>;
export type MendField = ShownProblem['fields'][number];
