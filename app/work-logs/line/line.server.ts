import { write } from '#db/connection.server.ts';
import { listOfferedJobs } from '../../jobs/jobs.server.ts';
import { listClients } from '../../clients/clients.server.ts';
import { dayOf, isOverAYearAhead, noonOf } from '../../lib/calendar.ts';
import { askTogether } from '../../lib/doubts.ts';
import { ProductError, type Issue } from '../../lib/errors.ts';
import { tellApart } from '../../lib/twins.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';
import { TOO_FAR_AHEAD, type NamedWorkLog, type WorkLogInput, SELECT_BOTH } from '../work-logs.ts';
import { logWork, type WorkLogServices } from '../work-logs.server.ts';
import { knownOf, type Named, type Part } from './names.ts';
import { lineReader, type LineReading } from './read-line.ts';
import type { RateOptions } from '../rates/rates.ts';
import { sharedLine } from './line-path.ts';
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
  const clients = listClients({ db });
  const labels = tellApart(clients.filter(({ isActive }) => isActive));
  return {
    clients: clients.map((client) => ({ ...client, label: labels.get(client.id) })),
    workTypes: [...listWorkTypes({ db }), ...listWorkTypes({ db }, false)],
    ...listOfferedJobs({ db }),
  } satisfies RateOptions;
}

/** Reads lines as the product stands now; `clientId` says the client where a line does not. */
export function readLines(
  services: WorkLogServices,
  lines: string[],
  clientId: number | null = null,
): ReadLine[] {
  const options = lineOptions(services);
  const read = lineReader({ ...options, today: businessDay(services) });
  const chosen = options.clients.filter(({ id }) => id === clientId);
  return lines.map((line) => {
    const said = read(line);
    const reading =
      clientId === null ? said : { ...said, client: chosenBeside(said.client, chosen) };
    return { line, reading, issues: [...issuesOf(reading), ...aheadIssue(services, reading)] };
  });
}

/** The client that was sent beside a line; one that the line names instead makes it unclear. */
function chosenBeside(part: Part<Named>, [chosen]: Named[]): Part<Named> {
  if (!chosen) return { state: 'missing' };
  const named = knownOf(part);
  return named && named.id !== chosen.id
    ? { state: 'ambiguous', among: [named, chosen] }
    : { state: 'known', value: chosen };
}

function aheadIssue({ clock, config }: WorkLogServices, { day }: LineReading): Issue[] {
  const { timeZone } = config;
  const isAhead = day !== null && isOverAYearAhead(noonOf(day, timeZone), clock(), timeZone);
  return isAhead ? [{ path: 'date', message: TOO_FAR_AHEAD }] : [];
}

/** Logs the work of one line, for the client of `clientId` where it does not say one. Throws 400 with what is missing or ambiguous, and what `logWork` throws. */
export function logLine(services: WorkLogServices, line: string, clientId: number | null = null) {
  return write(services.db, () => logWork(services, workOfLine(services, line, clientId)));
}

/** The work that one line tells of. Throws 400 with what is missing or ambiguous. */
export function workOfLine(
  services: WorkLogServices,
  line: string,
  clientId: number | null = null,
): WorkLogInput {
  const [read] = readLines(services, [line], clientId);
  if (!read || read.issues.length > 0) throw unclear(read?.issues ?? []);
  return toInput(services, read.reading);
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
  clientId: optionalId,
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

/** The page of the line: what it is read against, what was shared, and where to go after logging. */
export function loadLineScreen(services: WorkLogServices, { searchParams }: URL) {
  const back = searchParams.get('back') ?? '';
  return {
    oneTimeKey: newOneTimeKey(),
    back: isOwnPath(back) ? back : '',
    start: sharedLine(searchParams),
    ...loadLineData(services),
  };
}
