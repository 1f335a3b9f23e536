import type { FileImportStatus } from '#db/words.ts';
import type { Services } from '../../../context.server.ts';
import { formatBritishMoment } from '../../../lib/calendar.ts';
import { formatCount, oneOrSeveral } from '../../../lib/count.ts';
import { printLines } from '../../print/import-lines.server.ts';
import type { Paper, PrintServices } from '../../print/paper.server.ts';
import { printSheet } from '../../print/sheet.server.ts';
import type { Survey } from '../choices.ts';
import { getImport, type Import } from '../import-row.server.ts';
import {
  FORMAT_NAMES,
  MENDED_FIELDS,
  WORK_FIELDS,
  type WorkColumns,
  type WorkField,
} from '../reading/products.ts';
import { doubtsOfFile, listMendable, listProblems, noteworthyIn } from '../staged.server.ts';
import { hasSheet } from '../came.server.ts';
import { listImports, resultOf } from '../imports.server.ts';
import { isChoosable, isOfRecords, listUnreadBilling } from '../reading/formats.ts';
import { shownNames } from '../names.server.ts';
import { seenOf } from '../unseen.server.ts';
import { editsShown } from './edits-shown.server.ts';
import { questionsOf } from './questions.server.ts';

const STATUS_TEXTS: Record<FileImportStatus, string> = {
  reading: 'Being read',
  waiting: 'Not imported yet',
  writing: 'Being imported',
  done: 'Imported',
  failed: 'Failed',
  undone: 'Undone',
};

/** The list of imports, newest first. */
export function loadImports(services: Pick<Services, 'db' | 'config'>) {
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
  if (row.status !== 'done') return STATUS_TEXTS[row.status];
  const keys = row.choices.edits?.split(' ') ?? [];
  const isSome = keys.every((key) => key.includes(':'));
  const edited = isSome ? keys.length : row.changedCount;
  const left = row.changedCount - edited;
  const logs = (count: number) => (count === 1 ? 'log' : 'logs');
  const others: [count: number, what: string][] = [
    [edited, `${logs(edited)} changed`],
    [left, `changed ${logs(left)} left as ${left === 1 ? 'it is' : 'they are'}`],
    [row.knownCount, 'were here already'],
    [row.problemCount, 'left out'],
  ];
  const said = others.filter(([count]) => count > 0);
  return [[row.newCount, 'imported'] as const, ...said]
    .map(([count, what]) => `${formatCount(count)} ${what}`)
    .join(', ');
}

const SHOWN_PROBLEMS = 50;

/** From which line on problems are shown, and whether columns that were chosen already are asked for. */
type Asked = { after: number; choosesColumns: boolean };

/** All that the page of one import shows. Throws 404. */
export async function loadLook(
  services: PrintServices,
  id: number,
  { after, choosesColumns }: Asked,
) {
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
  const noteworthy = isLook ? noteworthyIn(services.db, id) : null;
  return {
    id,
    name: row.fileName,
    format: formatName(row.format),
    status: row.status,
    result: sayResult(row),
    message: row.message,
    hasSheet: row.status === 'done' && hasSheet(services.db, id),
    progress: `${formatCount(row.linesRead)} lines read so far`,
    counts: resultOf(row),
    columns:
      survey?.needsColumns === true
        ? { ...columnsOf(survey, survey.proposed), isAnew: false }
        : maySetColumns && choosesColumns
          ? { ...columnsOf(survey, survey.columns), isAnew: true }
          : null,
    hasChosenColumns,
    maySetColumns,
    questions: isLook ? questionsOf(services, row, survey, noteworthy?.asked) : [],
    edits: isLook && row.changedCount > 0 ? editsShown(services, row) : null,
    remarks: [
      ...(survey === null ? [] : sayUnread(survey)),
      ...(noteworthy === null ? [] : sayNoteworthy(noteworthy)),
    ],
    names: isLook ? shownNames(services, id, choices) : null,
    work: isLook ? await workOf(services, row) : null,
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

export type Look = Awaited<ReturnType<typeof loadLook>>;

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
  const isOfWork = !isOfRecords(format);
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

function sayNoteworthy(found: ReturnType<typeof noteworthyIn>): string[] {
  const say = (count: number, one: string, several: string) =>
    count === 0 ? [] : [oneOrSeveral(count, one, several)];
  return [
    ...say(
      found.deleted,
      'The log of one of these lines was deleted here, and stays deleted.',
      'The logs of # of these lines were deleted here, and stay deleted.',
    ),
    ...say(
      found.older,
      'A row is as its log was before that was changed here: the log stays as it is now.',
      '# rows are as their logs were before these were changed here: the logs stay as they are now.',
    ),
    ...say(
      found.billedThere,
      'One of these lines is invoiced in the file, and its log is not invoiced here: it would be billed again.',
      '# of these lines are invoiced in the file, and their logs are not invoiced here: they would be billed again.',
    ),
  ];
}

/** How many months and lines are on the page, and how many lines of what is said of each; their own pages have all. */
const [SHOWN_ROWS, SHOWN_NOTES] = [20, 5];

/** What a file of work comes to, by client and month, and its first lines; null: it has no work. */
async function workOf(services: PrintServices, { id, format, linesRead, leftOutCount }: Import) {
  if (isOfRecords(format) || linesRead === leftOutCount) return null;
  const shorten = ({ printed, groups }: Paper) => ({
    ...printed,
    groups: groups.map((group) => ({
      ...group,
      rows: group.rows.slice(0, SHOWN_ROWS).map(({ cells, note }) => ({
        cells,
        note: note.split('\n').slice(0, SHOWN_NOTES).join('\n'),
      })),
    })),
  });
  const sheet = shorten(await printSheet(services, id));
  return { id, sheet, lines: shorten(await printLines(services, id, 0, SHOWN_ROWS)) };
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
