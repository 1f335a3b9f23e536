import { write } from '#db/connection.server.ts';
import { listOfferedJobs } from '../../jobs/jobs.server.ts';
import { listClients } from '../../clients/clients.server.ts';
import { dayOf, isOverAYearAhead, noonOf } from '../../lib/calendar.ts';
import { askTogether } from '../../lib/doubts.ts';
import { ProductError, type Issue } from '../../lib/errors.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';
import { TOO_FAR_AHEAD, type NamedWorkLog, type WorkLogInput, SELECT_BOTH } from '../work-logs.ts';
import { logWork, type WorkLogServices } from '../work-logs.server.ts';
import { knownOf } from './names.ts';
import { lineReader, type LineReading } from './read-line.ts';
import type { RateOptions } from '../rates/rates.ts';
import { EXAMPLE, issuesOf } from './say-line.ts';
import { z } from 'zod';
import {
  descriptionField,
  filledDay,
  idField,
  optionalId,
  optionalHours,
  requiredText,
} from '../../lib/fields.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { loadWorkLogOptions } from '../form/log-form.server.ts';

/** A line that was read: what was understood, and what keeps it from being logged. */
export type ReadLine = { line: string; reading: LineReading; issues: Issue[] };

/** Today in the business time zone. */
export function businessDay({ clock, config }: WorkLogServices): string {
  return dayOf(clock(), config.timeZone);
}

/** The clients and work types that lines are read against, those that can no longer be chosen too, and the open jobs. */
export function lineOptions({ db }: Pick<WorkLogServices, 'db'>) {
  return {
    clients: listClients({ db }),
    workTypes: [...listWorkTypes({ db }), ...listWorkTypes({ db }, false)],
    ...listOfferedJobs({ db }),
  } satisfies RateOptions;
}

/** Reads lines as the product stands now. */
export function readLines(services: WorkLogServices, lines: string[]): ReadLine[] {
  const read = lineReader({ ...lineOptions(services), today: businessDay(services) });
  return lines.map((line) => {
    const reading = read(line);
    return { line, reading, issues: [...issuesOf(reading), ...aheadIssue(services, reading)] };
  });
}

function aheadIssue({ clock, config }: WorkLogServices, { day }: LineReading): Issue[] {
  const { timeZone } = config;
  const isAhead = day !== null && isOverAYearAhead(noonOf(day, timeZone), clock(), timeZone);
  return isAhead ? [{ path: 'date', message: TOO_FAR_AHEAD }] : [];
}

/** Logs the work of one line. Throws 400 with what is missing or ambiguous, and what `logWork` throws. */
export function logLine(services: WorkLogServices, line: string): NamedWorkLog {
  return write(services.db, () => {
    const [read] = readLines(services, [line]);
    if (!read || read.issues.length > 0) throw unclear(read?.issues ?? []);
    return logWork(services, toInput(services, read.reading));
  });
}

/** Logs the work of several lines, all or none. Throws 400 with the lines that are not clear. */
export function logLines(services: WorkLogServices, lines: string[]): NamedWorkLog[] {
  return write(services.db, () => {
    const read = readLines(services, lines);
    const issues = read.flatMap((one, index) =>
      one.issues.map(({ message }) => ({ path: 'line', message: `Line ${index + 1}: ${message}` })),
    );
    if (issues.length > 0) throw unclear(issues);
    const inputs = read.map(({ reading }) => toInput(services, reading));
    const work = inputs.map((input) => () => logWork(services, input));
    return askTogether(services, work);
  });
}

function unclear(issues: Issue[]): ProductError {
  return new ProductError(400, issues.map(({ message }) => message).join(' '), issues);
}

/** The fields of a log that a line and the form for its rest have in common. */
export type LineFields = Pick<
  WorkLogInput,
  'clientId' | 'workTypeId' | 'jobId' | 'duration' | 'description'
> & { day: string | null };

function toInput(services: WorkLogServices, reading: LineReading): WorkLogInput {
  const { client, workType, job, duration, day, description } = reading;
  return inputOf(services, {
    clientId: knownOf(client)?.id ?? 0,
    workTypeId: knownOf(workType)?.id ?? 0,
    jobId: job?.id ?? null,
    duration: knownOf(duration),
    day,
    description,
  });
}

/** A new log at the rate for new logs; one of today is dated now. */
export function inputOf(services: WorkLogServices, { day, ...fields }: LineFields): WorkLogInput {
  return {
    ...fields,
    travelTime: null,
    hourlyRate: null,
    billable: true,
    date: day === null || day === businessDay(services) ? null : { day },
    hardwareItems: [],
  };
}

/** The longest line, in characters, and the most lines that are logged at once. */
export const MAX_LINE_LENGTH = 10_000;
export const MAX_LINES = 50;

const ENTER_A_LINE = `Enter a line such as “${EXAMPLE}”.`;

/** The API's body: one line. */
export const LineBody = z.object({
  line: requiredText(ENTER_A_LINE, MAX_LINE_LENGTH).refine(
    (line) => linesOf(line).length <= 1,
    'Send one line at a time.',
  ),
});

/** The form with one line or several. */
export const LineForm = z.object({
  line: requiredText(ENTER_A_LINE, MAX_LINES * MAX_LINE_LENGTH).superRefine((text, context) => {
    const lines = linesOf(text);
    const message =
      lines.length > MAX_LINES
        ? `These are ${lines.length} lines; ${MAX_LINES} can be logged at once.`
        : lines.some((line) => line.length > MAX_LINE_LENGTH)
          ? 'One of the lines is too long.'
          : null;
    if (message !== null) context.addIssue({ code: 'custom', message });
  }),
});

/** The form in which the rest of a line is chosen. */
export const ChosenForm = z.object({
  duration: optionalHours,
  clientId: idField(SELECT_BOTH),
  workTypeId: idField(SELECT_BOTH),
  jobId: optionalId,
  date: filledDay,
  description: descriptionField,
});

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What a line is read against in the browser. */
export type LineData = ReturnType<typeof loadLineData>;

/** The names that a line may have, and the business day. */
export function loadLineData(services: WorkLogServices) {
  return { options: loadWorkLogOptions(services), today: businessDay(services) };
}

/** The page of the line: what it is read against, and where to go after logging. */
export function loadLineScreen(services: WorkLogServices, { searchParams }: URL) {
  const back = searchParams.get('back') ?? '';
  return {
    oneTimeKey: newOneTimeKey(),
    back: isOwnPath(back) ? back : '',
    ...loadLineData(services),
  };
}
